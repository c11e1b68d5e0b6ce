/** Fewer failures than this say that a server is failing no more, and degraded only where they are a large part. */
export const LEAST_FAILURES = 5;
/** Error rate of the last part of a range from which on a server is failing, and of the whole range where there are few failures from which on degraded. */
export const FAILING_RATE = 0.25;
/** Share of responses that failed, and that break a MUST, from which on a server is degraded. */
export const DEGRADED_RATE = 0.05;
