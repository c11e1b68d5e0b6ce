import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Reinspection } from '../../../shared/api/reinspection.ts';
import { errorMessage } from '../../../shared/text/words.ts';
import { send } from '../../lib/api.ts';
import { fetchAgain } from '../../lib/fetch-again.ts';
import { leavesFocus } from '../../lib/focus.ts';
import { counted, percent } from '../../lib/numbers.ts';
import { prefer, usePreference } from '../../lib/preferences.ts';
import { reinspectionQuestion } from '../../lib/questions.ts';
import { toast } from '../../ui/toast.tsx';

/** How often to check how far a reinspection is, or whether someone started one, ms. */
const LOOK_EVERY_MS = 2000;

/** True while this page has asked for one and not told its end, which may come with a look before the answer does. */
let awaited = false;

/**
 * State of the reinspection, if stored responses were not judged by today's rules, settings and pins;
 * undefined if there is nothing to say, or it was put off and those have not changed since. When it is done,
 * whoever started it, everything shown is refreshed.
 */
export function useReinspection(): Reinspection | undefined {
  const client = useQueryClient();
  const putOff = usePreference('putOff');
  const { data } = useQuery({
    ...reinspectionQuestion(),
    refetchInterval: ({ state }) => (state.data?.needed === true || state.data?.running) && LOOK_EVERY_MS,
  });
  const before = useRef(data);
  useEffect(() => {
    const was = before.current;
    before.current = data;
    if (was === undefined || data === undefined) return;
    const hasEnded = was.running && !data.running;
    if (!data.needed && (hasEnded || awaited)) {
      awaited = false;
      tellEnd(data);
    }
    // By another standard than before: it became necessary and ended unnoticed, as while the server was away.
    const isDone = !data.needed && (was.needed || was.standard !== data.standard);
    if (hasEnded || isDone) void fetchAgain(client);
  }, [client, data]);
  return data?.running === true || (data?.needed === true && data.standard !== putOff) ? data : undefined;
}

function tellEnd({ judged, changed }: Reinspection): void {
  toast({
    message: `${counted(judged, 'response')} reinspected, ${counted(changed, 'verdict')} changed.`,
  });
}

async function reinspect(client: QueryClient): Promise<void> {
  awaited = true;
  try {
    // If the responses are few, they are judged by then.
    const state = await send('POST /api/v1/reinspection', { body: {} });
    const { queryKey } = reinspectionQuestion();
    // A look that is still on its way may be from before it; and the answer, if the end was seen, is.
    await client.cancelQueries({ queryKey });
    if (awaited) client.setQueryData(queryKey, state);
  } catch (error) {
    awaited = false;
    toast({ message: errorMessage(error) });
  }
}

/** Says that verdicts are not up to date, and judges again on request. */
export function ReinspectionBanner({ state, isDemo }: { state: Reinspection; isDemo: boolean }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const ask = () => {
    setAsked(true);
    void reinspect(client).then(() => setAsked(false));
  };
  return (
    <aside className="banner" aria-label="Reinspection">
      {isDemo && <b>Demo. </b>}
      {wordsOf(state)}{' '}
      {!state.running && (
        <span ref={leavesFocus}>
          {/* Disabled meanwhile, it would lose the focus. */}
          <button type="button" className="link" onClick={() => asked || ask()}>
            {state.judged < state.total ? 'Resume' : 'Reinspect'}
          </button>
          {' · '}
          <button type="button" className="link" onClick={() => prefer({ putOff: state.standard })}>
            Not now
          </button>
        </span>
      )}
    </aside>
  );
}

function wordsOf({ running, judged, total, changed, failure }: Reinspection): string {
  const share = percent(judged / Math.max(1, total));
  if (running)
    return `Reinspecting: ${share} of ${counted(total, 'response')}, ${counted(changed, 'verdict')} changed.`;
  if (failure !== null) return `Reinspection stopped: ${failure}`;
  if (judged < total) return `Reinspection stopped at ${share} of ${counted(total, 'response')}.`;
  return 'Rules, configuration or pinned dialects have changed since some responses were checked.';
}
