const KEY = 'mailroom announced';

/** Whether deprecated things were announced in this session, or looked at; true where that cannot be known. */
export function isAnnounced(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

export function setAnnounced(): void {
  try {
    sessionStorage.setItem(KEY, 'yes');
  } catch {
    // Without storage nothing is announced.
  }
}
