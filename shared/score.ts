/** Weight of a SHOULD relative to a MUST. */
export const SHOULD_WEIGHT = 0.25;

/** How a server's score is calculated, in words. */
export const SCORE_WORDS =
  'Score: 100 × (1 − share of responses that break a MUST − ¼ of the share that break a SHOULD)';
