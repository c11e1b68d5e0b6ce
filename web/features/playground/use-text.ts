import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { pasted } from '../../lib/pasted.ts';
import { responseQuestion } from '../../lib/questions.ts';
import { useStore } from '../../lib/store.ts';
import { jsonTree } from '../../ui/json/json-tree.ts';
import { laidOut } from '../../ui/json/layout.ts';
import { SAMPLES, sampleText } from './samples.ts';

const FIRST = sampleText(SAMPLES[0].value);

/** Characters of a text for which a browser takes noticeably long to lay out its lines, and to judge it. */
export const LONG = 300_000;

/** A capture in lines; as it is if it is long, or nests too deep for that. */
function readable(raw: string): string {
  if (raw.length > LONG) return raw;
  try {
    return laidOut(jsonTree(raw).node);
  } catch {
    return raw;
  }
}

/** The text to judge, undefined until it is known: what was typed or pasted, else the response that the address names. */
export function useText() {
  const { response } = useSearch({ from: '/playground' });
  const held = useStore(pasted);
  const query = useQuery({
    ...responseQuestion(response ?? ''),
    enabled: response !== undefined,
    placeholderData: () => undefined,
  });
  const raw = query.data?.raw;
  const started = useMemo(() => (raw === undefined ? undefined : readable(raw)), [raw]);
  const isHeld = held !== undefined && (response === undefined || held.response === response);
  const text = isHeld ? held.text : response === undefined ? FIRST : started;
  return { text, response, query };
}
