import type { BucketWidth } from '../../shared/api/series.ts';

/** Widths of a bucket to choose from, beside the one that the server chooses. */
export const BUCKET_WIDTHS = ['1m', '5m', '1h', '1d'] as const satisfies readonly BucketWidth[];

/** What a page with charts over time adds to the filter in the URL. */
export interface BucketSearch {
  readonly bucket?: (typeof BUCKET_WIDTHS)[number];
}

/** Reads it from a URL; what is not understood is left out. */
export function readBucketSearch(search: Readonly<Record<string, unknown>>): BucketSearch {
  const bucket = BUCKET_WIDTHS.find((one) => one === search.bucket);
  return bucket === undefined ? {} : { bucket };
}
