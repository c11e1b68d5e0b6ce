import { useQuery } from '@tanstack/react-query';
import { sharedFilter } from './filter.ts';
import { warningsQuestion } from './questions.ts';
import { useFilter } from './use-filter.ts';

/** The code of the warnings that each is read from. */
const CODES = {
  deprecation: 'DEPRECATION_WARNING',
  quota: 'RATE_LIMIT_QUOTA_WARNING',
  slow: 'PERFORMANCE_SLOW_QUERY_WARNING',
  truncation: 'VALIDATION_TRUNCATED_WARNING',
} as const;

type Read = keyof typeof CODES;

/**
 * Whether there were such warnings of any severity. If nothing was read from them, there is none to show, but not
 * none.
 */
export function useWarned(read: Read): boolean {
  const { data } = useQuery(warningsQuestion(sharedFilter(useFilter())));
  return data?.codes.some(({ code }) => code === CODES[read]) ?? false;
}

/** What an empty panel has none of: of what there were warnings, none that could be read. */
export function readable(what: string, warned: boolean): string {
  return warned ? `${what} with readable details` : what;
}
