import { useQuery } from '@tanstack/react-query';
import { responseQuestion } from './questions.ts';

/** Whether a word may be a response's id: nine digits and letters, for times from September 2020 to 2045. */
const mayBeId = (word: string) => /^(?=.*\d)[0-9a-z]{9}$/.test(word);

/** The id of the response that a word, in lower case, is the id of; undefined if there is no such response. */
export function useNamedResponse(word: string): string | undefined {
  const { data } = useQuery({
    ...responseQuestion(word),
    enabled: mayBeId(word),
    placeholderData: () => undefined,
  });
  return data?.id;
}
