import { useQuery } from '@tanstack/react-query';
import { sharedFilter } from './filter.ts';
import { warningsQuestion } from './questions.ts';
import { useFilter } from './use-filter.ts';

/**
 * Whether there were warnings with this code, of any severity. If nothing was read from them, there is none to show,
 * but not none.
 */
export function useWarned(code: string): boolean {
  const { data } = useQuery(warningsQuestion(sharedFilter(useFilter())));
  return data?.codes.some((one) => one.code === code) ?? false;
}

/** What an empty panel has none of: of what there were warnings, none that could be read. */
export function readable(what: string, warned: boolean): string {
  return warned ? `${what} with readable details` : what;
}
