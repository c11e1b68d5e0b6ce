/** Whether a deprecated item may be removed, most urgent first. */
export const DEPRECATION_VERDICTS = ['past_date', 'in_use', 'fading', 'quiet', 'safe_to_remove'] as const;
export type DeprecationVerdict = (typeof DEPRECATION_VERDICTS)[number];
