import { counted } from '../../shared/text/words.ts';
import { DAY, MINUTE } from '../../shared/time/units.ts';
import { SPARED } from './answers/retention.ts';
import { inRounds } from './rounds.ts';
import type { Changes, Questions, Retention } from './store.ts';

/** Responses grow older by no more than this per round: a clock that is ahead for a minute must not cost all of them. */
const MOST_AT_ONCE = 2 * DAY;

/** Resumes interrupted forgetting of servers, until none is left or it is told to stop. */
export async function finishForgetting(store: Changes, isStopped = () => false): Promise<void> {
  while (!isStopped() && (await store.forgetRest())?.more === true);
}

/** Clears away what was replaced and returns free pages, until nothing is left of that or it is told to stop. */
export async function tidyUp(store: Pick<Changes, 'tidy'>, isStopped = () => false): Promise<void> {
  for (let more = true; more && !isStopped(); ) ({ more } = await store.tidy());
}

/**
 * Removes what the policy does not keep and what is left of forgotten servers, piece by piece, now and once a minute.
 * Returns a function that stops it. A size that cannot be reached is reported once.
 */
export function keepWithin(
  store: Changes & Pick<Questions, 'stored'>,
  policy: Retention,
): () => Promise<void> {
  let isTold = false;
  /** Epoch ms up to which time has passed for certain; undefined before the first round. */
  let reached: number | undefined;
  return inRounds('remove old responses', 0, async (isStopped) => {
    await finishForgetting(store, isStopped);
    reached ??= await newestIn(store);
    reached = Math.max(reached, Math.min(Date.now(), reached + MOST_AT_ONCE));
    let excess: number | undefined;
    for (let more = true; more && !isStopped(); ) {
      const now = Date.now();
      ({ more, excess } = await store.retain(policy, now, Math.min(now, reached)));
    }
    await tidyUp(store, isStopped);
    if (excess !== undefined && !isTold) {
      isTold = true;
      console.error(
        `mailroom: the database is ${Math.ceil(excess / 1e6)} MB larger than --max-size, but nothing more can be removed: counts, names and the newest ${counted(SPARED, 'response')} are always kept`,
      );
    }
    return MINUTE;
  });
}

/** When the newest response was observed, epoch ms; without one, now. */
async function newestIn(store: Pick<Questions, 'stored'>): Promise<number> {
  const { newest } = await store.stored();
  return newest === null ? Date.now() : Date.parse(newest);
}
