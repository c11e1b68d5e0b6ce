/** What this page adds to the filter in the URL: when an item counts as safe to remove. */
export interface DeprecationsSearch {
  /** Days without use, while the server has traffic. */
  readonly window_days?: number | undefined;
  /** Number of uses in the window that still count as none. */
  readonly threshold?: number | undefined;
}

function whole(value: unknown, min: number, max: number): number | undefined {
  const n = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : value;
  return typeof n === 'number' && Number.isInteger(n) && n >= min && n <= max ? n : undefined;
}

/** Reads the page's own parameters from a URL; invalid values are undefined, or the router would keep them. */
export function readDeprecationsSearch(search: Readonly<Record<string, unknown>>): DeprecationsSearch {
  const window_days = whole(search.window_days, 1, 365);
  const threshold = whole(search.threshold, 0, 1_000_000);
  return { window_days, threshold };
}
