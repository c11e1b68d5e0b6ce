import type { QueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../../shared/text/words.ts';
import { send } from '../../lib/api.ts';
import { fetchAgain } from '../../lib/fetch-again.ts';
import { counted } from '../../lib/numbers.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { toast } from '../../ui/toast.tsx';

/**
 * Number of responses deleted so far, for each server that this page is forgetting. A server loses its name
 * and its row before all of them are deleted.
 */
const underWay = createStore<ReadonlyMap<string, number>>(new Map());

function note(name: string, responses: number | undefined): void {
  const others = [...underWay.get()].filter(([other]) => other !== name);
  underWay.set(new Map(responses === undefined ? others : [...others, [name, responses]]));
}

/** Number of the server's responses deleted so far; undefined if this page is not forgetting it. */
export function useForgetting(name: string): number | undefined {
  return useStore(underWay).get(name);
}

/** Forgets a server piece by piece, and reports when done; `onGone` is called when its row is about to go. */
export async function forget(client: QueryClient, name: string, onGone: () => void): Promise<void> {
  const ask = (query: { readonly rest?: boolean }) =>
    send('DELETE /api/v1/servers/:name', { params: { name }, query, body: {} });
  note(name, 0);
  try {
    let { responses, more } = await ask({});
    while (more) {
      note(name, responses);
      const piece = await ask({ rest: true });
      responses += piece.responses;
      more = piece.more;
    }
    onGone();
    toast({ message: `Forgot ${name} and its ${counted(responses, 'response')}.` });
  } catch (error) {
    toast({ message: errorMessage(error) });
  }
  note(name, undefined);
  await fetchAgain(client);
}
