import type { ResponseDetail } from '../../shared/api/responses.ts';

/** What a response breaks of one rule: the first place, what is said of it, and in which operation. */
export interface NewestViolation {
  readonly response: string;
  readonly pointer: string;
  readonly message: string;
  readonly operation: string | null;
}

/** Returns what the newest response that breaks a rule breaks; undefined if it is no longer kept. */
export function newestViolation(
  newest: ResponseDetail | undefined,
  rule: string,
): NewestViolation | undefined {
  const violation = newest?.verdict.violations.find((one) => one.rule === rule);
  if (newest === undefined || violation === undefined) return undefined;
  const { id: response, operation } = newest;
  return { response, pointer: violation.pointer, message: violation.message, operation };
}
