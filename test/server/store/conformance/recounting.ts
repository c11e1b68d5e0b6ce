import fc from 'fast-check';
import { expect, it } from 'vitest';
import { horizonOf } from '../../../../server/store/answers/retention.ts';
import type { GroupStateChange, Store } from '../../../../server/store/store.ts';
import type { ErrorGroup } from '../../../../shared/api/error-groups.ts';
import { DAY, NOW } from '../records.ts';
import { filter, type Step, seriesAsk, steps } from '../recount/arbitrary.ts';
import { causeOfRow } from '../recount/error-groups.ts';
import { groupAt } from '../recount/group-states.ts';
import { History } from '../recount/history.ts';
import { QUESTIONS, series } from '../recount/questions.ts';
import { type Said, spoken } from '../recount/said.ts';
import { type Bench, finish } from './bench.ts';

/** Among the other tests it takes the same histories each time; for FUZZ_SECONDS, new ones. A failure names its seed. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 0);
const HOW_LONG =
  SECONDS === 0
    ? { seed: 1, numRuns: 20 }
    : { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: SECONDS * 1000 };

/** Every figure and state, compared with a plain recount of the responses and commands that a store took. */
export function recounting(on: Bench): void {
  it.each(['open', 'openTight'] as const)(
    'answers every question as a recount of all responses does and is sound, whatever happened to them: %s',
    async (way) => {
      const open = on.engine[way] ?? on.engine.open;
      await fc.assert(
        fc.asyncProperty(
          steps,
          fc.array(filter, { minLength: 1, maxLength: 4 }),
          fc.array(seriesAsk, { minLength: 1, maxLength: 4 }),
          async (story, filters, asks) => {
            const [store, history] = [await open(), new History(way === 'openTight')];
            try {
              for (const step of story) await take(store, history, step);
              for (const one of filters) {
                for (const question of Object.values(QUESTIONS)) await question(store, history, one);
                for (const ask of asks) await series(store, history, one, ask);
              }
              expect((await store.diagnose()).faults).toEqual([]);
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

async function append(store: Store, history: History, all: readonly Said[]): Promise<void> {
  const accepted = history.accepts(all);
  const answers = await store.append(all.map(spoken));
  expect(answers.map(({ status }) => status === 'stored')).toEqual(accepted);
  const ids = answers.flatMap((answer) => (answer.status === 'stored' ? [answer.id] : []));
  expect(new Set([...history.ids, ...ids]).size).toBe(history.ids.size + ids.length);
  history.append(all, answers);
}

/** Changes the state of a group, and expects what the answer says of it before and afterwards. */
async function change(
  store: Store,
  history: History,
  group: ErrorGroup,
  to: GroupStateChange,
): Promise<void> {
  const cause = causeOfRow(group);
  const earlier = groupAt(history, cause, to.at);
  const answer = await store.changeGroup(group.id, to);
  if (to.changes !== undefined && to.changes !== earlier.changes.length) {
    expect(answer).toEqual({ changes: earlier.changes.length, newest: earlier.changes[0] ?? null });
    return;
  }
  history.change(group.server, cause, to);
  const { standing, changes } = groupAt(history, cause, to.at);
  expect(answer).toMatchObject({
    ...standing,
    before: earlier.standing,
    changes: changes.length,
    id: group.id,
  });
}

/** Takes a step in a store and in its history. */
async function take(store: Store, history: History, step: Step): Promise<void> {
  switch (step.do) {
    case 'append':
      return append(store, history, step.said);
    case 'repeat': {
      const failed = history.kept.filter(({ record }) => record.groups.length > 0).slice(0, 3);
      const said = step.some.flatMap(({ nth, at, given }) => {
        const one = failed[nth % failed.length];
        return one === undefined
          ? []
          : [{ ...one.said, at, given: { ...one.said.given, id: undefined, ...given } }];
      });
      return append(store, history, said);
    }
    case 'change': {
      const ask = { limit: 500, sort: 'first_seen', news: false } as const;
      const { items } = await store.errorGroups({ from: NOW - 1000 * DAY, to: NOW + 2 * DAY }, ask, NOW);
      const groups = items.toSorted((a, b) => (causeOfRow(a) < causeOfRow(b) ? -1 : 1));
      const group = groups[step.nth % groups.length];
      if (group !== undefined) await change(store, history, group, step.change);
      return;
    }
    case 'pin':
      expect(await store.pin(step.server, step.dialect)).toBe(history.pin(step.server, step.dialect));
      return;
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
    case 'reinspect': {
      const { kept } = history;
      const changed = new Map(
        step.changed.flatMap(({ nth, kind }) => {
          const one = kept[nth % kept.length];
          return one === undefined ? [] : [[one, { ...one.said, kind }] as const];
        }),
      );
      await store.reinspect({
        ids: kept.map(({ id }) => id),
        catalogue: 8,
        changed: Array.from(changed, ([{ id }, said]) => ({ id, record: spoken(said) })),
      });
      for (const [one, said] of changed) history.reinspect(one, said);
      return;
    }
  }
}
