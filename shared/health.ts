/** How a server is doing, worst first. */
export const HEALTHS = ['failing', 'degraded', 'healthy', 'silent'] as const;
export type Health = (typeof HEALTHS)[number];

/** With fewer failures than this a server is no longer failing, and is degraded only if they are a large share. */
export const LEAST_FAILURES = 5;
/** Error rate from which a server is failing (of its newest responses), or degraded despite few failures (in the whole range). */
export const FAILING_RATE = 0.25;
/** Share of responses that failed, or that break a MUST, from which a server is degraded. */
export const DEGRADED_RATE = 0.05;

/** Whether the failures among a server's responses are enough for it to be degraded. */
export function failsOften({
  responses,
  failures,
}: {
  readonly responses: number;
  readonly failures: number;
}): boolean {
  return failures / responses >= (failures < LEAST_FAILURES ? FAILING_RATE : DEGRADED_RATE);
}
