const cut = (place: Element) =>
  place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight + 1;

/** Shows truncated text as a tooltip while it is pointed at, on every page. */
export function tellCutText(): void {
  document.addEventListener('pointerover', ({ target }) => {
    const place = target instanceof Element ? target.closest<HTMLElement>('td,.ell,.clamp') : null;
    if (place === null || place.closest('[title]') !== null) return;
    if (![place, ...place.querySelectorAll('.ell,a')].some(cut)) return;
    place.title = place.innerText;
    place.addEventListener('pointerleave', () => place.removeAttribute('title'), { once: true });
  });
}
