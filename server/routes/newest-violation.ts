import type { ViolationRow } from '../../shared/api/violations.ts';
import type { Questions } from '../store/store.ts';

/** What a response breaks of one rule: the first place, what is said of it, and in which operation. */
export interface NewestViolation {
  readonly response: string;
  readonly pointer: string;
  readonly message: string;
  readonly operation: string | null;
}

/** Returns what the newest response of a row breaks; undefined if it is no longer kept. */
export async function newestViolation(
  { response: named, rule }: ViolationRow,
  responseOf: Questions['response'],
): Promise<NewestViolation | undefined> {
  const newest = named === null ? undefined : await responseOf(named);
  const violation = newest?.verdict.violations.find((one) => one.rule === rule);
  if (newest === undefined || violation === undefined) return undefined;
  const { id: response, operation } = newest;
  return { response, pointer: violation.pointer, message: violation.message, operation };
}
