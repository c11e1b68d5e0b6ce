const KEY = 'mailroom announced';

/** Whether deprecations were announced or viewed in this session; true if that cannot be known. */
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
    // Without storage, nothing is announced.
  }
}
