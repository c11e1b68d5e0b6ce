import { MINUTE } from '../../shared/time/units.ts';
import { inRounds } from './rounds.ts';
import type { Changes } from './store.ts';

/** Between two pieces of some five milliseconds each, ms: no more than one post in a hundred may meet one. */
const PAUSE_MS = 1000;

/** Makes what is stored smaller in the background, piece by piece. Returns a function that stops it. */
export function compactSteadily(store: Pick<Changes, 'compact'>): () => Promise<void> {
  return inRounds('make the database smaller', PAUSE_MS, async () => {
    const { more } = await store.compact();
    return more ? PAUSE_MS : MINUTE;
  });
}
