import { type Ingest, QueueFull } from '../ingest/ingest.ts';
import { StoreFull, StoreUnavailable } from '../store/faults.ts';
import type { Store } from '../store/store.ts';
import { live, type StoryCapture, story, type Triage, triage } from './story.ts';

/** Captures a submission: enough that one transaction costs little, few enough that memory stays small. */
const CHUNK = 2000;

/** Gives captures to the way in that real ones take. `at` is the time of arrival in epoch ms. */
async function submit(ingest: Ingest, captures: readonly StoryCapture[], at: number): Promise<void> {
  if (captures.length === 0) return;
  const bytes = new TextEncoder().encode(captures.map((capture) => JSON.stringify(capture)).join('\n'));
  const { rejected } = await ingest.submit({ bytes, kind: 'ndjson', receivedAt: at });
  const [first] = rejected;
  if (first !== undefined)
    throw new Error(`The story's capture ${first.index} was refused: ${first.error.message}`);
}

/** Does what was done on triage; a group that has not failed yet by then is left alone. */
async function act(store: Store, { at, server, operation, code, ...change }: Triage): Promise<void> {
  const filter = { from: 0, to: at, server: [server], operation: [operation], code: [code] };
  const { items } = await store.errorGroups(filter, { limit: 1, sort: 'count', news: false }, at);
  const [group] = items;
  if (group !== undefined) await store.changeGroup(group.id, { ...change, at });
}

/**
 * Stores the month of story that ends at `now` (epoch ms), with the triage at its times in between; leaves off when told
 * to. Gives how many captures it stored.
 */
export async function loadStory(
  ingest: Ingest,
  store: Store,
  seed: number,
  now: number,
  leaveOff: AbortSignal,
): Promise<number> {
  const due = [...triage(now)];
  let waiting: StoryCapture[] = [];
  let count = 0;
  let underWay = Promise.resolve();
  /** One submission is stored while the next is made. */
  const flush = async () => {
    await underWay;
    count += waiting.length;
    underWay = submit(ingest, waiting, now);
    waiting = [];
  };
  for (const capture of story(seed, now)) {
    if (leaveOff.aborted) break;
    for (let next = due[0]; next !== undefined && next.at <= capture.observed_at; next = due[0]) {
      await flush();
      await underWay;
      await act(store, next);
      due.shift();
    }
    waiting.push(capture);
    if (waiting.length === CHUNK) await flush();
  }
  await flush();
  await underWay;
  return count;
}

/**
 * Goes on telling, once a second; gives the way to stop, which waits for what is under way. What a full queue or a full
 * disk refuses is not told again.
 */
export function keepTelling(ingest: Ingest, seed: number, end: number): () => Promise<void> {
  const tell = live(seed, end);
  let told = end;
  let underWay = Promise.resolve();
  const timer = setInterval(() => {
    const now = Date.now();
    underWay = submit(ingest, tell(told, now), now).catch((error: unknown) => {
      if (![QueueFull, StoreFull, StoreUnavailable].some((known) => error instanceof known)) throw error;
    });
    told = now;
  }, 1000);
  return () => {
    clearInterval(timer);
    return underWay;
  };
}
