/** Severity as an integer (warnings.md 3.2): 0 high, 1 medium, 2 low. A threshold is `severity <= n`. */
const SEVERITIES = [0, 1, 2] as const;
export type Severity = (typeof SEVERITIES)[number];

export const SEVERITY_WORDS = ['high', 'medium', 'low'] as const;
export type SeverityWord = (typeof SEVERITY_WORDS)[number];

/** What clients assume when a warning declares no valid severity (warnings.md 3.2). */
export const DEFAULT_SEVERITY: Severity = 1;

/** The integer of a declared severity; undefined unless it is exactly `high`, `medium` or `low`. */
export function severityOf(declared: unknown): Severity | undefined {
  return SEVERITIES.find((severity) => SEVERITY_WORDS[severity] === declared);
}
