import { type Ingest, QueueFull } from '../ingest/ingest.ts';
import { isStoreFault } from '../store/faults.ts';
import type { Changes, Questions } from '../store/store.ts';
import { live, type StoryCapture, story, type Triage, triage } from './story.ts';

/** Captures per submission: enough to make a transaction cheap, few enough to keep memory small. */
const CHUNK = 2000;
/** How often new traffic arrives. */
const EVERY_MS = 1000;

/** Submits captures as real ones are submitted. `at` is their time of arrival, epoch ms. */
async function submit(ingest: Ingest, captures: readonly StoryCapture[], at: number): Promise<void> {
  if (captures.length === 0) return;
  const bytes = new TextEncoder().encode(captures.map((capture) => JSON.stringify(capture)).join('\n'));
  const { rejected } = await ingest.submit({ bytes, kind: 'ndjson', receivedAt: at });
  const [first] = rejected;
  if (first !== undefined)
    throw new Error(`The story's capture ${first.index} was refused: ${first.error.message}`);
}

type Triaged = Pick<Questions & Changes, 'errorGroups' | 'changeGroup'>;

/** Applies a triage action; does nothing if the group has not failed by then. */
async function act(store: Triaged, { at, server, operation, code, ...change }: Triage): Promise<void> {
  const filter = { from: 0, to: at, server: [server], operation: [operation], code: [code] };
  const { items } = await store.errorGroups(filter, { limit: 1, sort: 'count', news: false }, at);
  const [group] = items;
  if (group !== undefined) await store.changeGroup(group.id, { ...change, at });
}

/**
 * Stores the month of story that ends at `now` (epoch ms), with the triage at its times; stops when
 * `leaveOff` aborts. Returns how many captures it stored.
 */
export async function loadStory(
  ingest: Ingest,
  store: Triaged,
  seed: number,
  now: number,
  leaveOff: AbortSignal,
): Promise<number> {
  const due = [...triage(now)];
  let waiting: StoryCapture[] = [];
  let count = 0;
  let underWay = Promise.resolve();
  /** One submission is stored while the next is generated. */
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
 * Continues the story once a second; ends within a second of `leaveOff`'s abort. What a full queue or an unwritable database
 * refuses is not submitted again; rejects with whatever else a submission fails with.
 */
export async function keepTelling(
  ingest: Ingest,
  seed: number,
  end: number,
  leaveOff: AbortSignal,
): Promise<void> {
  const tell = live(seed, end);
  for (let told = end; !leaveOff.aborted; ) {
    const now = Date.now();
    await submit(ingest, tell(told, now), now).catch((error: unknown) => {
      if (!(error instanceof QueueFull || isStoreFault(error))) throw error;
    });
    told = now;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
