import { useQuery, useQueryClient } from '@tanstack/react-query';
import { responseQuestion } from '../../lib/questions.ts';
import { openQuestion } from './queries.ts';

/** The response that is open, the same for all parts that show something of it. */
export function useOpenResponse(id: string) {
  const held = useQueryClient().getQueryData(responseQuestion(id).queryKey);
  // No other response may stand in for it: what is copied would be that one.
  return useQuery({ ...openQuestion(id, held), placeholderData: () => undefined });
}
