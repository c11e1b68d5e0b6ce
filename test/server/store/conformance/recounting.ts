import fc from 'fast-check';
import { expect, it } from 'vitest';
import { horizonOf } from '../../../../server/store/answers/retention.ts';
import type { Store } from '../../../../server/store/store.ts';
import { DAY, NOW } from '../records.ts';
import { filter, type Step, seriesAsk, steps } from '../recount/arbitrary.ts';
import { History } from '../recount/history.ts';
import { QUESTIONS, series } from '../recount/questions.ts';
import { spoken } from '../recount/said.ts';
import { type Bench, finish } from './bench.ts';

/** Among the other tests it takes the same histories each time; for FUZZ_SECONDS, new ones. A failure names its seed. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 0);
const HOW_LONG =
  SECONDS === 0
    ? { seed: 1, numRuns: 60 }
    : { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: SECONDS * 1000 };

/** Every figure, compared with a plain recount of the responses that were appended. */
export function recounting(on: Bench): void {
  it(
    'answers every question as a recount of all responses does, whatever happened to them',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          steps,
          fc.array(filter, { minLength: 1, maxLength: 4 }),
          fc.array(seriesAsk, { minLength: 1, maxLength: 4 }),
          async (story, filters, asks) => {
            const [store, history] = [await on.engine.open(), new History()];
            try {
              for (const step of story) await take(store, history, step);
              for (const one of filters) {
                for (const question of Object.values(QUESTIONS)) await question(store, history, one);
                for (const ask of asks) await series(store, history, one, ask);
              }
            } finally {
              await store.close();
            }
          },
        ),
        HOW_LONG,
      );
    },
    (SECONDS + 240) * 1000,
  );
}

/** Takes a step in a store and in its history. */
async function take(store: Store, history: History, step: Step): Promise<void> {
  switch (step.do) {
    case 'append': {
      const accepted = history.accepts(step.said);
      const answers = await store.append(step.said.map(spoken));
      expect(answers.map(({ status }) => status === 'stored')).toEqual(accepted);
      for (const [i, answer] of answers.entries()) {
        const said = step.said[i];
        if (said !== undefined) history.append(said, answer);
      }
      return;
    }
    case 'retain': {
      const keepMs = step.days === null ? null : step.days * DAY;
      const removed = await finish(() => store.retain({ keepMs, maxBytes: null }, NOW));
      expect(removed).toBe(keepMs === null ? 0 : history.retain(horizonOf(keepMs, NOW)));
      return;
    }
    case 'forget':
      await finish(() => store.forget(step.server));
      history.forget(step.server);
      return;
    case 'rejudge': {
      const { kept } = history;
      const changed = new Map(
        step.changed.flatMap(({ nth, kind }) => {
          const one = kept[nth % kept.length];
          return one === undefined ? [] : [[one, { ...one.said, kind }] as const];
        }),
      );
      await store.rejudge({
        ids: kept.map(({ id }) => id),
        catalogue: 8,
        changed: Array.from(changed, ([{ id }, said]) => ({ id, record: spoken(said) })),
      });
      for (const [one, said] of changed) history.rejudge(one, said);
      return;
    }
  }
}
