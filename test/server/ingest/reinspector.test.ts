import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Fold } from '../../../server/ingest/fold.ts';
import type { IngestBody, Reinspecting } from '../../../server/ingest/ingest.ts';
import type { Judge } from '../../../server/ingest/judge.ts';
import { LIMITS } from '../../../server/ingest/limits.ts';
import { Pipeline } from '../../../server/ingest/pipeline.ts';
import { Reinspector } from '../../../server/ingest/reinspector.ts';
import { openStore } from '../../../server/store/open.ts';
import type { Store } from '../../../server/store/store.ts';
import type { RuleSettings } from '../../../shared/rules/settings.ts';
import type { Dialect } from '../../../shared/verdict.ts';
import { atEnd } from '../../helpers/at-end.ts';
import { carried, failure } from '../../helpers/captures.ts';
import { eventually } from '../../helpers/eventually.ts';
import { judging } from '../../helpers/judging.ts';
import { openThreads } from '../../helpers/threads.ts';

const STRICT: RuleSettings = new Map();
const MILD: RuleSettings = new Map([['ENV-03', 'off']]);
/** Time of the first capture, epoch ms; the captures are a second apart. */
const START = Date.UTC(2026, 10, 20);

/** Returns `count` lines, each of which breaks ENV-03. */
function lines(count: number, from = 0): IngestBody {
  const texts = Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      server: 'shop',
      tool: 'mcp_aql_read',
      response: carried({ success: true }),
      observed_at: START + (from + n) * 1000,
    }),
  );
  return { bytes: Buffer.from(texts.join('\n')), kind: 'ndjson', receivedAt: START + 86_400_000 };
}

/** Opens a writer and a reader on a new file. */
async function open() {
  const threads = await openThreads();
  atEnd(() => threads.close());
  const { store, ingest } = threads;
  return {
    ...threads,
    /** Returns the number of responses of a dialect. */
    of: async (dialect: Dialect) =>
      (await store.overview({ from: 0, to: 2 * START, dialect: [dialect] })).totals.responses,
    /** Resolves at the next commit. */
    committed: () =>
      new Promise<void>((resolve) => {
        ingest.onCommitted(() => resolve());
      }),
  };
}

const judged = (reinspection: Reinspecting) =>
  eventually(
    () => reinspection.state(),
    ({ running }) => !running,
  );

test('a pin set and removed while a large body was stored leaves verdicts that are known to be stale', async () => {
  const { store, ingest, reinspection, of, committed } = await open();
  await ingest.submit(lines(1));
  const begun = committed();
  const body = ingest.submit(lines(15_000, 1));
  await begun;
  await store.pin('shop', 'plain');
  await committed();
  await committed();
  await store.pin('shop', null);
  expect((await body).accepted).toBe(15_000);

  const stale = await of('plain');
  expect(stale).toBeGreaterThan(0);
  expect(stale).toBeLessThan(15_000);
  expect(await reinspection.state()).toMatchObject({ needed: true });
  await reinspection.start(START);
  expect(await judged(reinspection)).toMatchObject({ needed: false, changed: stale, failure: null });
  expect(await of('plain')).toBe(0);
});

test('a reinspection asked for after a pin changed begins anew, though one is running', async () => {
  const { store, ingest, reinspection, of } = await open();
  await ingest.submit(lines(5_000, 1));
  await store.pin('shop', 'plain');
  expect(await reinspection.start(START)).toMatchObject({ running: true });
  await store.pin('shop', 'result');
  expect(await reinspection.start(START)).toMatchObject({ running: true });
  expect(await judged(reinspection)).toMatchObject({ needed: false, judged: 5_000, failure: null });
  expect(await of('result')).toBe(5_000);
});

test('responses stored under another pin during reinspection are known to be stale', async () => {
  const { store, ingest, reinspection, of } = await open();
  await ingest.submit(lines(5_000, 1));
  await store.pin('shop', 'plain');
  expect(await reinspection.start(START)).toMatchObject({ running: true });
  await store.pin('shop', null);
  await ingest.submit(lines(1));
  await store.pin('shop', 'plain');
  expect(await reinspection.state()).toMatchObject({ running: true });
  expect(await judged(reinspection)).toMatchObject({ needed: true, failure: null });
  await reinspection.start(START);
  expect(await judged(reinspection)).toMatchObject({ needed: false, judged: 5_001 });
  expect(await of('plain')).toBe(5_001);
});

/** Returns an in-memory store with what this judge stored, one body after the other. */
async function storedBy(judge: Judge, fold: Fold, ...bodies: IngestBody[]): Promise<Store> {
  const store = await openStore(':memory:', { role: 'writer' });
  atEnd(() => store.close());
  const reinspection = await Reinspector.open(store, judge);
  const declare = (standard: string) => reinspection.declare(standard);
  const pipeline = new Pipeline({ store, judge, fold, limits: LIMITS, declare });
  for (const body of bodies) await pipeline.commit([body]);
  return store;
}

/** Returns an in-memory store with 500 responses judged by the milder rules. */
function storedMildly(): Promise<Store> {
  const fold = new Fold(MILD, undefined);
  return storedBy(judging({ rules: MILD, fold }), fold, lines(300), lines(200, 300));
}

test('a standard is the same in whatever order rules were set and dialects pinned', () => {
  const standardOf = (ids: readonly string[], servers: readonly string[]) => {
    const judge = judging({ rules: new Map(ids.map((id) => [id, 'off'])) });
    for (const server of servers) judge.pin(server, 'plain');
    return judge.standard;
  };
  expect(standardOf(['ENV-03', 'TRN-03'], ['a', 'b'])).toBe(standardOf(['TRN-03', 'ENV-03'], ['b', 'a']));
});

test('a run that goes on after a stop knows what it had learnt across responses', async () => {
  const failing = (code: string, n: number): IngestBody => ({
    bytes: Buffer.from(
      JSON.stringify(failure({ code, message: 'It failed' }, { observed_at: START + n * 1000 })),
    ),
    kind: 'ndjson',
    receivedAt: START + 86_400_000,
  });
  const fold = new Fold(MILD, undefined);
  const store = await storedBy(
    judging({ rules: MILD, fold }),
    fold,
    ...[failing('ONE', 0), lines(800, 1), failing('OTHER', 900)],
  );
  const repeated = async () => {
    const { items } = await store.violations({ from: 0, to: 2 * START });
    return items.filter(({ rule }) => rule === 'SES-02').map(({ count }) => count);
  };
  expect(await repeated()).toEqual([1]);
  const before = await Reinspector.open(store, judging({ rules: STRICT }));
  await before.start(START);
  await before.stop();
  const after = await Reinspector.open(store, judging({ rules: STRICT }));
  const { judged: sofar } = await after.start(START);
  expect(sofar).toBeGreaterThan(0);
  expect(sofar).toBeLessThan(802);
  expect(await judged(after)).toMatchObject({ needed: false, judged: 802 });
  expect(await repeated()).toEqual([1]);
});

test('after a partial reinspection, responses are stale by the previous rules too', async () => {
  const store = await storedMildly();
  const needed = async (rules: RuleSettings) =>
    (await (await Reinspector.open(store, judging({ rules }))).state()).needed;
  expect([await needed(MILD), await needed(STRICT)]).toEqual([false, true]);
  const reinspection = await Reinspector.open(store, judging({ rules: STRICT }));
  await reinspection.start(START);
  await reinspection.stop();
  expect((await reinspection.state()).judged).toBeLessThan(500);
  expect([await needed(MILD), await needed(STRICT)]).toEqual([true, true]);
});

test.each([
  ['goes on by the same rules', STRICT],
  ['starts over by others', MILD],
])('a reinspection that was stopped %s', async (_how, rules) => {
  const store = await storedMildly();
  const stopped = await Reinspector.open(store, judging({ rules: STRICT }));
  await stopped.start(START);
  await stopped.stop();
  const { judged: done } = await stopped.state();
  expect(done).toBeLessThan(500);
  const reinspection = await Reinspector.open(store, judging({ rules }));
  expect(await reinspection.state()).toMatchObject({ needed: true, running: false, judged: done });
  await reinspection.start(START);
  const changed = rules === STRICT ? 500 : done;
  expect(await judged(reinspection)).toMatchObject({ needed: false, judged: 500, total: 500, changed });
});

test('an empty file needs no reinspection', async () => {
  const store = await openStore(':memory:', { role: 'writer' });
  atEnd(() => store.close());
  const reinspection = await Reinspector.open(store, judging({ rules: STRICT }));
  expect(await reinspection.start(START)).toMatchObject({ needed: false, running: false });
});

test.each(['', '{', 'null', '{"standard":1}'])(
  'nothing is known of the rules by which responses were judged if %j was saved',
  async (saved) => {
    const store = await storedMildly();
    await store.append([], { name: 'judged', value: Buffer.from(saved) });
    const reinspection = await Reinspector.open(store, judging({ rules: MILD }));
    expect(await reinspection.state()).toMatchObject({ needed: true, running: false, judged: 0 });
  },
);

/** Returns the same store, of which each call waits for `before`. */
function around(store: Store, before: (name: string | symbol) => Promise<void>): Store {
  return new Proxy(store, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== 'function') return found;
      return async (...args: readonly unknown[]) => {
        await before(name);
        return Reflect.apply(found, target, args);
      };
    },
  });
}

test('two concurrent requests to reinspect start one run, even on a slow engine', async () => {
  const store = await storedMildly();
  let pages = 0;
  const slow = around(store, async (name) => {
    if (name === 'kept') pages += 1;
    await turn();
  });
  const reinspection = await Reinspector.open(slow, judging({ rules: STRICT }));
  const states = await Promise.all([reinspection.start(START), reinspection.start(START)]);
  expect(states).toMatchObject([{ running: true }, { running: true }]);
  expect(await judged(reinspection)).toMatchObject({ needed: false, judged: 500, changed: 500 });
  expect(pages).toBe(6);
  expect((await store.diagnose()).faults).toEqual([]);
});

test('names that are not well-formed are no reason to call a verdict another', async () => {
  const fold = new Fold(STRICT, undefined);
  const responses = [carried({ success: true, data: 1 }), { success: false, error: 'gone' }];
  const texts = responses.map((response) =>
    JSON.stringify({ server: 's\ud800', tool: 't\ud800', operation: 'o\ud800', response }),
  );
  const body: IngestBody = { bytes: Buffer.from(texts.join('\n')), kind: 'ndjson', receivedAt: START };
  const store = await storedBy(judging({ rules: STRICT, fold }), fold, body);
  const reinspection = await Reinspector.open(store, judging({ rules: MILD }));
  await reinspection.start(START);
  expect(await judged(reinspection)).toMatchObject({ judged: 2, changed: 0, failure: null });
});

test('the values of keys that were made secret since are replaced in what is stored', async () => {
  const fold = new Fold(STRICT, undefined);
  const capture = { server: 'bank', response: carried({ success: true, data: { iban: 'DE00' } }) };
  const bytes = Buffer.from(JSON.stringify(capture));
  const body: IngestBody = { bytes, kind: 'json', receivedAt: START };
  const store = await storedBy(judging({ rules: STRICT, fold }), fold, body);

  const stricter = judging({ rules: STRICT, secretKeys: [/^iban$/], fold });
  const reinspection = await Reinspector.open(store, stricter);
  expect(await reinspection.state()).toMatchObject({ needed: true });
  await reinspection.start(START);
  expect(await judged(reinspection)).toMatchObject({ needed: false, changed: 1 });
  const { items } = await store.kept({ limit: 2 });
  expect(items).toMatchObject([{ redacted: 1 }]);
  expect(Buffer.from(items[0]?.payload ?? []).toString()).toBe(
    bytes.toString().replace('DE00', '[redacted]'),
  );
});

test('a rule that was off is broken again by a secret that is stored no more', async () => {
  const error = { error: true, type: 'X', message: 'm', params: { api_key: 'geheim' } };
  const bytes = Buffer.from(JSON.stringify({ server: 'shop', response: error }));
  const off: RuleSettings = new Map([['FLG-05', 'off']]);
  const fold = new Fold(off, undefined);
  const store = await storedBy(judging({ rules: off, fold }), fold, {
    bytes,
    kind: 'json',
    receivedAt: START,
  });
  const reinspection = await Reinspector.open(store, judging({ rules: STRICT }));
  await reinspection.start(START);
  expect(await judged(reinspection)).toMatchObject({ changed: 1 });
  const { items } = await store.kept({ limit: 2 });
  expect(items[0]?.verdict.violations).toContainEqual(expect.objectContaining({ rule: 'FLG-05' }));
});

test('a reinspection that fails says why, and the next one starts over', async () => {
  const store = await storedMildly();
  let fails = true;
  const locked = around(store, async (name) => {
    if (fails && name === 'kept') throw new Error('The file is locked');
  });
  const reinspection = await Reinspector.open(locked, judging({ rules: STRICT }));
  await reinspection.start(START);
  expect(await judged(reinspection)).toMatchObject({ needed: true, failure: 'The file is locked' });
  fails = false;
  expect(await reinspection.start(START)).toMatchObject({ running: true, failure: null });
  expect(await judged(reinspection)).toMatchObject({ needed: false, judged: 500, failure: null });
});
