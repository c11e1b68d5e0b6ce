import type { BucketWidth } from '../../shared/api/series.ts';

/** Bucket widths that the user can choose instead of the server's choice. */
export const BUCKET_WIDTHS = ['1m', '5m', '1h', '1d'] as const satisfies readonly BucketWidth[];

/** What a page with charts over time adds to the filter in the URL. */
export interface BucketSearch {
  readonly bucket?: (typeof BUCKET_WIDTHS)[number] | undefined;
}

/** Reads the bucket width from a URL; invalid values are undefined, or the router would keep them. */
export function readBucketSearch(search: Readonly<Record<string, unknown>>): BucketSearch {
  return { bucket: BUCKET_WIDTHS.find((one) => one === search.bucket) };
}
