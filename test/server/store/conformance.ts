import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Filter, Page, ResponseRecord, Store } from '../../../server/store/store.ts';
import type { ErrorGroup } from '../../../shared/api/error-groups.ts';
import {
  batch,
  DAY,
  deprecated,
  failure,
  HOUR,
  MINUTE,
  NOW,
  quota,
  record,
  SECOND,
  warned,
} from './records.ts';

const LAST_DAY: Filter = { from: NOW - DAY, to: NOW };
const GROUPS = { limit: 50, sort: 'count', news: false } as const;
const ASK = { windowDays: 30, threshold: 0 };

/** What every engine must do: the meaning of the seam. `open` gives an empty store that answers and appends. */
export function conformance(engine: string, open: () => Promise<Store>): void {
  describe(`the store on ${engine}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const only = async (filter: Filter = LAST_DAY): Promise<ErrorGroup> => {
      const { items } = await store.errorGroups(filter, GROUPS, NOW);
      const [group] = items;
      if (group === undefined || items.length > 1) throw new Error(`There are ${items.length} groups`);
      return group;
    };
    const log = async (filter: Filter = LAST_DAY, limit = 100) =>
      (await store.responses(filter, { limit })).items;

    describe('keeps', () => {
      it('the bytes as they arrived, alone and in a crowd', async () => {
        const odd = [
          '{"response":"\\ud800\\u0000","a":1,"a":2}',
          '{"response": 1e400 , "__proto__":{"x":1}}',
          '{"é":"😀"}',
        ];
        const crowd = Array.from({ length: 60 }, (_, i) => `{"response":${i}}`);
        for (const texts of [odd, [...crowd, ...odd]])
          await store.append(texts.map((text) => ({ ...record(), payload: Buffer.from(text) })));
        const raws = await Promise.all((await log()).map(async ({ id }) => (await store.response(id))?.raw));
        expect(raws.toSorted()).toEqual([...odd, ...odd, ...crowd].toSorted());
      });

      it('a response whole, with what was known of it', async () => {
        const given = record({
          id: 'k1',
          at: NOW - 2 * MINUTE,
          receivedAt: NOW - MINUTE,
          server_version: '1.2',
          client: 'ide',
          client_version: '9',
          session: 's',
          request_id: '7',
          transport: 'stdio',
          method: 'tools/call',
          duration_ms: 12.5,
          response: failure('NOT_FOUND_RESOURCE', 'No such', { reason: 'gone' }),
        });
        const [appended] = await store.append([given]);
        if (appended?.status !== 'stored') throw new Error('not stored');
        const detail = await store.response(appended.id);
        const [row] = await log();
        expect(row).toMatchObject({ id: appended.id, server: 'shop', client: 'ide', duration_ms: 12.5 });
        expect(detail).toMatchObject({
          ...row,
          received_at: new Date(NOW - MINUTE).toISOString(),
          client_version: '9',
          session: 's',
          request_id: '7',
          transport: 'stdio',
          method: 'tools/call',
          catalogue: 7,
          redacted: 0,
          verdict: given.verdict,
          group: (await only()).id,
          children: [],
        });
      });

      it('one response of an id and server, whenever it comes again', async () => {
        const again = () => record({ id: 'same' });
        const first = await store.append([again(), again(), record({ id: 'same', server: 'other' })]);
        const second = await store.append([again()]);
        expect([...first, ...second].map(({ status }) => status)).toEqual([
          'stored',
          'duplicate',
          'stored',
          'duplicate',
        ]);
        expect((await store.overview(LAST_DAY)).totals.responses).toBe(2);
      });

      it('a memory in the transaction of its append', async () => {
        await store.append([], { name: 'fold', value: Buffer.from('one') });
        await store.append([record()], { name: 'fold', value: Buffer.from('two') });
        expect(Buffer.from((await store.remember('fold')) ?? []).toString()).toBe('two');
        expect(await store.remember('other')).toBeUndefined();
      });

      it('what arrives while the machine’s own clock stands before all time, however much', async () => {
        for (const receivedAt of [0, Date.UTC(2300, 0)])
          await store.append(
            Array.from({ length: 300 }, (_, n) => record({ at: receivedAt + n, receivedAt })),
          );
        await store.append([record()]);
        expect(await store.stored()).toMatchObject({ responses: 1, quarantined: 600 });
        expect(await log({ from: 0, to: NOW + DAY })).toHaveLength(1);
      });

      it('responses of an odd time apart, counts and lists them', async () => {
        const batched = batch({ operation: 'one', result: failure('INTERNAL_ERROR') });
        const [future] = await store.append([
          record({ at: NOW + 40 * DAY, receivedAt: NOW }),
          record({ at: Date.UTC(1999, 0), receivedAt: NOW, response: batched }),
          record(),
        ]);
        expect(await store.stored()).toMatchObject({ responses: 1, quarantined: 2, ordinal: 3 });
        expect(await log({ from: 0, to: NOW + 90 * DAY })).toHaveLength(1);
        const apart = async (more: Partial<Filter>, page: Page) => {
          const filter = { from: NOW - HOUR, to: NOW + 1, ...more };
          return store.responses(filter, { ...page, quarantined: true });
        };
        const { items, next_cursor } = await apart({}, { limit: 1 });
        const rest = await apart({}, { limit: 5, cursor: next_cursor ?? '' });
        expect([...items, ...rest.items].map(({ observed_at }) => observed_at)).toEqual([
          '1999-01-01T00:00:00.000Z',
          new Date(NOW + 40 * DAY).toISOString(),
        ]);
        expect(rest.next_cursor).toBeNull();
        expect((await apart({ to: NOW }, { limit: 5 })).items).toEqual([]);
        expect((await apart({ server: ['other'] }, { limit: 5 })).items).toEqual([]);
        const arrived = new Date(NOW).toISOString();
        expect((await store.servers(LAST_DAY)).items).toMatchObject([{ last_seen: arrived }]);
        if (future?.status !== 'stored') throw new Error('not stored');
        expect(await store.response(future.id)).toMatchObject({
          observed_at: new Date(NOW + 40 * DAY).toISOString(),
        });
      });
    });

    it('has another identity once a server was forgotten, as every other store has', async () => {
      await store.append([record({ server: 'a' }), record({ server: 'b' })]);
      const identity = async (of = store) => (await of.stored()).identity;
      const before = await identity();
      await store.append([record({ server: 'a' })]);
      expect(await identity()).toBe(before);
      while ((await store.forget('b'))?.more === true);
      expect(await identity()).not.toBe(before);
      const other = await open();
      expect(await identity(other)).not.toBe(before);
      await other.close();
    });

    it('puts a second verdict in the place of the first', async () => {
      await store.append([record({ id: 'a', response: failure('X') }), record({ id: 'b' })]);
      const { id, count } = await only();
      await store.changeGroup(id, { state: 'acknowledged', by: 'me', at: NOW });
      const { items: kept, next_cursor } = await store.kept({ limit: 10 });
      expect(next_cursor).toBeNull();
      const before = (await log()).map((row) => row.id);
      const second = record({ id: 'b', response: failure('X', 'again') });
      const [target] = kept.filter(({ verdict }) => verdict.outcome === 'success');
      const ids = kept.map((item) => item.id);
      await store.rejudge({ ids, catalogue: 9, changed: [{ id: target?.id ?? '', record: second }] });
      expect((await log()).map((row) => row.id)).toEqual(before);
      expect(await only()).toMatchObject({ id, count: count + 1, state: 'acknowledged' });
      expect(await store.response(target?.id ?? '')).toMatchObject({ outcome: 'failure', catalogue: 9 });
      expect((await store.check()).faults).toEqual([]);
      const gone = { id: 'zzz', record: second };
      await store.rejudge({ ids: [], catalogue: 9, changed: [gone] });
      expect((await store.overview(LAST_DAY)).totals.responses).toBe(2);
    });

    it('tells when failures and clients were seen without what was judged otherwise or forgotten', async () => {
      const hours = [4, 3, 2, 1];
      await store.append(
        hours.map((n) => record({ at: NOW - n * HOUR, client: 'ide', response: failure('X', `${n}`) })),
      );
      await store.append([0.5, 5].map((n) => record({ at: NOW - n * HOUR, client: 'ide', server: 'other' })));
      const seen = (first: number, last: number) => ({
        first_seen: new Date(NOW - first * HOUR).toISOString(),
        last_seen: new Date(NOW - last * HOUR).toISOString(),
      });
      expect(await only()).toMatchObject(seen(4, 1));
      const { items } = await store.kept({ limit: 10 });
      const changed = items
        .filter(({ at }) => at === NOW - 4 * HOUR || at === NOW - HOUR)
        .map(({ id, at }) => ({ id, record: record({ at, client: 'ide' }) }));
      await store.rejudge({ ids: changed.map(({ id }) => id), catalogue: 8, changed });
      expect(await only()).toMatchObject({ count: 2, ...seen(3, 2) });
      const client = async () => (await store.clients(LAST_DAY)).items;
      expect(await client()).toMatchObject([seen(5, 0.5)]);
      while ((await store.forget('other'))?.more);
      expect(await client()).toMatchObject([seen(4, 1)]);
    });

    describe('a server that is forgotten', () => {
      const named = (server: string, n: number) =>
        Array.from({ length: n }, (_, i) => record({ server, at: NOW - (i + 1) * SECOND }));
      const servers = async () =>
        (await store.servers(LAST_DAY)).items.map(({ name, responses }) => [name, responses]);
      const finish = async (server?: string) => {
        while ((await store.forgetRest(server))?.more);
      };

      it('gives up its name at once: what is reported under it stays, whoever goes on', async () => {
        await store.append(named('shop', 900));
        expect(await store.forget('shop')).toMatchObject({ more: true });
        await store.append(named('shop', 2));
        await finish();
        await store.append(named('shop', 1));
        expect(await store.forgetRest('shop')).toBeUndefined();
        expect(await servers()).toEqual([['shop', 3]]);
      });

      it('goes with one that had its name before and is not yet gone', async () => {
        await store.append([...named('shop', 900), ...named('notes', 900)]);
        await store.forget('notes');
        await store.forget('shop');
        await store.append(named('shop', 2));
        expect(await store.forget('shop')).toMatchObject({ more: true });
        await store.append(named('shop', 1));
        await finish('shop');
        expect(await store.forgetRest('shop')).toBeUndefined();
        expect((await store.check()).faults).toEqual([expect.stringMatching(/^notes is half forgotten/)]);
        await finish();
        expect(await servers()).toEqual([['shop', 1]]);
        expect((await store.check()).faults).toEqual([]);
      });

      it('is not judged again, so that nothing of it is stored as the server that has its name now', async () => {
        await store.append([...named('shop', 900), ...named('notes', 2)]);
        const kept = async () => (await store.kept({ limit: 1000 })).items;
        const shop = (await kept()).filter(({ server }) => server === 'shop');
        await store.forget('shop');
        const again = record({ server: 'shop', response: failure('X') });
        await store.rejudge({
          ids: shop.map(({ id }) => id),
          catalogue: 9,
          changed: shop.map(({ id }) => ({ id, record: again })),
        });
        expect((await kept()).map(({ server }) => server)).toEqual(['notes', 'notes']);
        await finish();
        expect(await servers()).toEqual([['notes', 2]]);
        expect((await store.check()).faults).toEqual([]);
      });

      it('is gone in the transaction that keeps what is known without it', async () => {
        const memories = ['a', 'b'].map((name) => ({ name, value: Buffer.from(`without ${name}`) }));
        expect(await store.forget('shop', memories)).toBeUndefined();
        expect(await store.remember('a')).toBeUndefined();
        await store.append(named('shop', 1));
        await store.forget('shop', memories);
        const kept = await Promise.all(['a', 'b'].map((name) => store.remember(name)));
        expect(kept.map((value) => Buffer.from(value ?? []).toString())).toEqual(['without a', 'without b']);
      });

      it('goes on by its name as long as nobody else has it', async () => {
        await store.append(named('shop', 2));
        await store.forget('shop');
        expect(await store.forget('shop')).toMatchObject({ responses: 0 });
        await finish('shop');
        expect(await store.forget('shop')).toBeUndefined();
        expect(await store.forgetRest()).toBeUndefined();
      });
    });

    it('refuses a cursor that no page gave', async () => {
      await store.append([record(), record({ response: failure('X') })]);
      for (const cursor of ['', '12.34.56', 'A', '../x', '-1.a', 'é'.repeat(300)]) {
        const refused = { name: 'CursorUnreadable', cursor };
        await expect(store.responses(LAST_DAY, { limit: 1, cursor })).rejects.toMatchObject(refused);
        await expect(store.errorGroups(LAST_DAY, { ...GROUPS, cursor }, NOW)).rejects.toMatchObject(refused);
      }
    });

    describe('the log', () => {
      it('is newest first by time of observation, then by order of storing, page by page, while more arrives', async () => {
        const at = [5, 1, 3, 3, 2];
        await store.append(
          at.map((minutes, i) => record({ id: `${i}`, at: NOW - minutes * MINUTE, client: `c${i}` })),
        );
        const seen: (string | null)[] = [];
        let cursor: string | undefined;
        do {
          const page = await store.responses(LAST_DAY, { limit: 2, ...(cursor && { cursor }) });
          seen.push(...page.items.map(({ client }) => client));
          cursor = page.next_cursor ?? undefined;
          await store.append([record({ at: NOW - SECOND, client: 'late' })]);
        } while (cursor !== undefined);
        expect(seen).toEqual(['c1', 'c4', 'c3', 'c2', 'c0']);
      });

      it('holds more responses of one millisecond than a millisecond has room for', async () => {
        const at = NOW - HOUR;
        const [early, late] = [record({ at, client: 'early' }), record({ at, client: 'late' })];
        await store.append([
          ...Array<ResponseRecord>(8990).fill(early),
          ...Array<ResponseRecord>(10).fill(late),
        ]);
        await store.append([record({ at: at + 1 })]);
        const exactly = { from: at, to: at + 1 };
        const page = await store.responses({ ...exactly, client: ['late'] }, { limit: 50 });
        expect(page.items.map(({ observed_at }) => observed_at)).toEqual(
          Array(10).fill(new Date(at).toISOString()),
        );
        expect((await store.overview(exactly)).totals.responses).toBe(9000);
        expect((await store.overview({ from: at + 1, to: NOW })).totals.responses).toBe(1);
      });

      it('finds words in messages', async () => {
        await store.append([
          record({ response: failure('INTERNAL_ERROR', 'The disk is full') }),
          record({ response: failure('INTERNAL_ERROR', 'The desk is empty') }),
          record({ response: warned({ code: 'X_W', message: 'Disk nearly full' }) }),
        ]);
        expect((await log({ ...LAST_DAY, q: 'DISK fu*' })).map(({ message }) => message)).toEqual([
          null,
          'The disk is full',
        ]);
        expect(await log({ ...LAST_DAY, q: '"* OR -' })).toEqual([]);
      });

      it('resumes after an ordinal', async () => {
        const [first] = await store.append([record({ client: 'a' }), record({ client: 'b' })]);
        await store.append([record({ client: 'c', server: 'other' }), record({ client: 'd' })]);
        if (first?.status !== 'stored') throw new Error('not stored');
        const rows = await store.since(first.ordinal, { ...LAST_DAY, server: ['shop'] }, 10);
        expect(rows?.map(({ ordinal, row }) => [ordinal - first.ordinal, row.client])).toEqual([
          [1, 'b'],
          [3, 'd'],
        ]);
      });

      it('places a response in its session', async () => {
        await store.append(
          [3, 2, 1].map((n) => record({ at: NOW - n * MINUTE, session: 's', client: `c${n}` })),
        );
        const rows = await log();
        expect(await store.response(rows[1]?.id ?? '')).toMatchObject({
          previous: rows[2]?.id,
          next: rows[0]?.id,
          position: { index: 1, count: 3 },
        });
      });
    });

    it('counts a batch once, and its members in errors and groups', async () => {
      const results = batch(
        { operation: 'one', result: { success: true, data: 1 } },
        { operation: 'two', result: failure('NOT_FOUND_RESOURCE', 'gone') },
        { operation: 'three', result: failure('INTERNAL_ERROR', 'boom') },
      );
      await store.append([record({ operation: 'all', response: results })]);
      const { totals } = await store.overview(LAST_DAY);
      expect(totals).toMatchObject({ responses: 1, failures: 0 });
      expect(await store.errors(LAST_DAY)).toMatchObject({ total: 2, responses: 1, failed: 0 });
      const [parent, ...more] = await log();
      expect(more).toEqual([]);
      const detail = await store.response(parent?.id ?? '');
      expect(detail?.children.map(({ index, operation, code }) => [index, operation, code])).toEqual([
        [0, 'one', null],
        [1, 'two', 'NOT_FOUND_RESOURCE'],
        [2, 'three', 'INTERNAL_ERROR'],
      ]);
      const [member] = await log({ ...LAST_DAY, code: ['INTERNAL_*'] });
      expect(member).toMatchObject({ parent: parent?.id, index: 2, operation: 'three' });
      const child = await store.response(member?.id ?? '');
      expect(child).toMatchObject({ raw: detail?.raw, verdict: { code: 'INTERNAL_ERROR', members: [] } });
      const { items } = await store.errorGroups({ ...LAST_DAY, operation: ['three'] }, GROUPS, NOW);
      expect(items).toMatchObject([{ code: 'INTERNAL_ERROR', count: 1, id: child?.group }]);
    });

    it('finds failing members of a batch by everything that their batch or they say', async () => {
      const results = ['one', 'two', 'one'].map((operation) => ({
        operation,
        result: failure('INTERNAL_ERROR'),
      }));
      await store.append([
        record({ client: 'ide', operation: 'all', response: batch(...results) }),
        record({ server: 'other', operation: 'all' }),
      ]);
      const found = async (more: Partial<Filter>) => {
        const filter: Filter = { ...LAST_DAY, code: ['INTERNAL_*'], ...more };
        const { items, total } = await store.responses(filter, { limit: 100 });
        const failures = (await store.errors(filter)).total;
        return [items.length, total, failures];
      };
      expect(await found({ server: ['shop'] })).toEqual([3, 3, 3]);
      expect(await found({ server: ['shop'], client: ['ide'] })).toEqual([3, 3, 3]);
      expect(await found({ operation: ['one'] })).toEqual([2, 2, 2]);
      expect(await found({ client: ['ide'], dialect: ['mcp-aql'] })).toEqual([3, 3, 3]);
      expect(await found({ server: ['other'] })).toEqual([0, 0, 0]);
      expect(await found({ operation: ['never'] })).toEqual([0, 0, 0]);
      expect(await found({ outcome: ['success'] })).toEqual([3, 3, 3]);
      expect(await found({ outcome: ['failure'] })).toEqual([0, 0, 0]);
      expect(await found({ rule: ['BAT-03'] })).toEqual([3, 3, 3]);
      expect(await found({ level: ['should'], server: ['shop'] })).toEqual([3, 3, 3]);
      expect(await found({ rule: ['ENV-03'] })).toEqual([0, 0, 0]);
    });

    describe('the overview', () => {
      it('counts outcomes, warnings at the threshold, violations and durations, against the period before', async () => {
        await store.append([
          record({ duration_ms: 100 }),
          record({
            duration_ms: 300,
            response: warned({ code: 'A_W', message: 'm', severity: 'high', occurrence_count: 3 }),
          }),
          record({ response: warned({ code: 'A_W', message: 'm', severity: 'low' }) }),
          record({ response: failure('INTERNAL_ERROR') }),
          record({ response: { success: true } }),
          record({ at: NOW - DAY - HOUR, response: failure('INTERNAL_ERROR') }),
          record({ at: NOW - 3 * DAY }),
        ]);
        const { totals, previous, categories } = await store.overview({ ...LAST_DAY, severityMax: 1 });
        expect(totals).toMatchObject({
          responses: 5,
          failures: 1,
          warnings: 3,
          warned: 1,
          broken: 1,
          timed: 2,
        });
        expect(totals.duration_p50 ?? 0).toBeGreaterThan(97);
        expect(totals.duration_p50 ?? 0).toBeLessThan(103);
        expect(previous).toMatchObject({ responses: 1, failures: 1, duration_p95: null });
        expect(categories).toHaveLength(9);
        expect(categories.find(({ category }) => category === 'internal')).toMatchObject({
          count: 1,
          share: 1,
        });
      });

      it('is in buckets of the width asked for, and tells of the period before only from when anything was stored', async () => {
        await store.append([record({ at: NOW - DAY - HOUR - 1 }), record({ at: NOW - HOUR })]);
        const { bucket_ms, series } = await store.overview(LAST_DAY, '1h');
        expect(bucket_ms).toBe(HOUR);
        expect(series.responses.reduce((sum, [, n]) => sum + n, 0)).toBe(1);
        expect(series.responses).toHaveLength(25);
        expect(series.previous_responses).toEqual([[NOW - (NOW % HOUR), 0]]);
      });

      it('holds its range to the millisecond', async () => {
        const at = NOW - 5 * HOUR;
        await store.append([-1, 0, 1, 2, 3].map((ms) => record({ at: at + ms })));
        const responses = async (from: number, to: number) =>
          (await store.overview({ from, to })).totals.responses;
        expect(await responses(at, at + 3)).toBe(3);
        expect(await responses(at, NOW)).toBe(4);
        expect(await responses(at - DAY, at)).toBe(1);
      });

      it('names what is failing now, since when and in which version', async () => {
        const before = Array.from({ length: 50 }, (_, i) =>
          record({ at: NOW - DAY + i * 20 * MINUTE, server_version: '1.0', client: `c${i % 4}` }),
        );
        const start = NOW - 40 * MINUTE;
        const bad = Array.from({ length: 30 }, (_, i) =>
          record({
            at: start + i * MINUTE,
            server_version: '2.0',
            client: `c${i % 2}`,
            operation: 'pay',
            response: failure('INTERNAL_ERROR', `ledger ${i}`),
          }),
        );
        await store.append([...before, ...bad]);
        const { incident, servers } = await store.overview(LAST_DAY);
        expect(incident).toMatchObject({
          server: 'shop',
          code: 'INTERNAL_ERROR',
          category: 'internal',
          operation: 'pay',
          since: new Date(start).toISOString(),
          count: 30,
          failures: 30,
          clients: 2,
          all_clients: 4,
          version: '2.0',
        });
        const first = await store.response(incident?.first_response ?? '');
        expect(first?.message).toBe('ledger 0');
        expect(servers[0]?.health).toBe('failing');
        expect((await store.servers(LAST_DAY)).items[0]?.health).toBe('failing');
        // Of one client alone, its own first response.
        const own = (await store.overview({ ...LAST_DAY, client: ['c1'] })).incident;
        expect(own).toMatchObject({ count: 15, clients: 1 });
        expect(await store.response(own?.first_response ?? '')).toMatchObject({
          client: 'c1',
          message: 'ledger 1',
        });
        // Also of a range in which nothing else happens.
        const short = { from: NOW - 26 * MINUTE, to: NOW - 11 * MINUTE + 1 };
        expect((await store.overview(short)).incident).toEqual({ ...incident, all_clients: 2 });
      });

      it('says nothing of all clients where it could not look at every response for them', async () => {
        const pay = record({ operation: 'pay', client: 'ide' });
        const earlier = Array.from({ length: 10_500 }, (_, n) => ({
          ...pay,
          facts: { ...pay.facts, observed_at: NOW - HOUR - n * SECOND },
        }));
        const bad = Array.from({ length: 12 }, (_, n) =>
          record({
            at: NOW - n * SECOND - 1,
            operation: 'pay',
            client: `c${n}`,
            response: failure('INTERNAL_ERROR'),
          }),
        );
        await store.append([...earlier, ...bad]);
        const incidentOf = async (filter: Filter) => (await store.overview(filter)).incident;
        expect(await incidentOf(LAST_DAY)).toMatchObject({ clients: 12, all_clients: 13 });
        const narrowed = { ...LAST_DAY, operation: ['pay'] };
        expect(await incidentOf(narrowed)).toMatchObject({ clients: 12, all_clients: null });
      });

      it.each([1, 7, 30, 90])('draws what is the same every hour of %i days as the same', async (days) => {
        const to = Math.floor(NOW / DAY) * DAY;
        const times = Array.from({ length: days * 24 }, (_, n) => to - n * HOUR - MINUTE);
        await store.append(times.map((at) => record({ at, receivedAt: NOW })));
        const { items } = await store.servers({ from: to - days * DAY, to });
        const parts = new Set(items[0]?.sparkline);
        expect(parts.size).toBe(1);
        expect(items[0]?.sparkline.length).toBeGreaterThanOrEqual(12);
      });

      it('counts a surge that came in bits from the start of the last part', async () => {
        const ago = [170, 150, 130, 110, 90, 70, 50, 30, 29.9, 29.8, 29.7, 29.6];
        await store.append(
          ago.map((minutes) => record({ at: NOW - minutes * MINUTE, response: failure('INTERNAL_ERROR') })),
        );
        expect((await store.overview(LAST_DAY)).incident).toMatchObject({ count: 12, failures: 12 });
      });

      it('names nothing where failures keep their usual pace', async () => {
        await store.append(
          Array.from({ length: 96 }, (_, i) =>
            record({ at: NOW - 2 * DAY + i * 30 * MINUTE, response: failure('INTERNAL_ERROR') }),
          ),
        );
        expect((await store.overview(LAST_DAY)).incident).toBeNull();
      });
    });

    describe('a series', () => {
      it('has a point for every bucket of a count and none for an empty bucket of a duration', async () => {
        await store.append([record({ at: NOW - 3 * HOUR, duration_ms: 50 }), record({ at: NOW - MINUTE })]);
        const ask = { bucket: '1h', limit: 12 } as const;
        const counts = await store.series(LAST_DAY, { metric: 'responses', ...ask });
        expect(counts.bucket_ms).toBe(HOUR);
        expect(counts.series).toHaveLength(1);
        const points = counts.series[0]?.points ?? [];
        expect(points).toHaveLength(25);
        expect(points.every(([at]) => at % HOUR === 0)).toBe(true);
        expect(points.reduce((sum, [, n]) => sum + n, 0)).toBe(2);
        const durations = await store.series(LAST_DAY, { metric: 'duration_p95', ...ask });
        expect(durations.series[0]?.points).toHaveLength(1);
      });

      it('is widened to at most 300 points, and says so', async () => {
        const range = { from: NOW - 90 * DAY, to: NOW };
        const { bucket_ms, series } = await store.series(range, { metric: 'errors', bucket: '1m', limit: 1 });
        expect(series[0]?.points.length).toBeLessThanOrEqual(300);
        expect(bucket_ms).toBeGreaterThan(MINUTE);
      });

      it('sums what stands beyond its limit in one', async () => {
        await store.append(['a', 'a', 'a', 'b', 'b', 'c', 'd'].map((server) => record({ server })));
        const { series } = await store.series(LAST_DAY, {
          metric: 'responses',
          groupBy: 'server',
          bucket: '1d',
          limit: 2,
        });
        const totals = series.map(({ key, points }) => [key, points.reduce((sum, [, n]) => sum + n, 0)]);
        expect(totals).toEqual([
          ['a', 3],
          ['b', 2],
          ['other', 2],
        ]);
      });

      it.each([
        [
          'responses',
          'client',
          [
            ['ide', 3],
            ['unidentified', 1],
          ],
        ],
        [
          'responses',
          'outcome',
          [
            ['success', 2],
            ['failure', 2],
          ],
        ],
        [
          'errors',
          'category',
          [
            ['internal', 1],
            ['not_found', 1],
          ],
        ],
        [
          'errors',
          'code',
          [
            ['INTERNAL_ERROR', 1],
            ['NOT_FOUND_RESOURCE', 1],
          ],
        ],
        [
          'warnings',
          'severity',
          [
            ['medium', 2],
            ['high', 1],
          ],
        ],
        ['warnings', 'class', [['other', 3]]],
      ] as const)('counts %s by %s', async (metric, groupBy, expected) => {
        await store.append([
          record({ client: 'ide', response: failure('INTERNAL_ERROR') }),
          record({ response: failure('NOT_FOUND_RESOURCE') }),
          record({ client: 'ide', response: warned({ code: 'A', message: 'm', severity: 'high' }) }),
          record({ client: 'ide', response: warned({ code: 'A', message: 'm', occurrence_count: 2 }) }),
        ]);
        const { series } = await store.series(LAST_DAY, { metric, groupBy, bucket: '1d', limit: 12 });
        const totals = series.map(({ key, points }) => [key, points.reduce((sum, [, n]) => sum + n, 0)]);
        expect(totals.toSorted()).toEqual(expected.toSorted());
      });
    });

    it('sorts failures into categories and codes', async () => {
      await store.append([
        record({ response: failure('VALIDATION_MISSING_PARAM') }),
        record({ response: failure('VALIDATION_MISSING_PARAM') }),
        record({ response: failure('VALIDATION_ODD') }),
        record({ response: failure('INTERNAL_ERROR') }),
        record(),
      ]);
      const all = await store.errors(LAST_DAY);
      expect(all).toMatchObject({ total: 4, responses: 5 });
      expect(all.categories.map(({ count }) => count)).toEqual([3, 0, 0, 0, 0, 0, 0, 1, 0]);
      expect(all.categories[0]).toMatchObject({
        share: 0.75,
        codes: [
          { code: 'VALIDATION_MISSING_PARAM', count: 2, registered: true },
          { code: 'VALIDATION_ODD', count: 1, registered: false },
        ],
      });
      const prefix = await store.errors({ ...LAST_DAY, code: ['VALIDATION_M*'] });
      expect(prefix).toMatchObject({ total: 2, responses: 5 });
    });

    describe('an error group', () => {
      const fail = (given: object = {}) =>
        record({ response: failure('INTERNAL_ERROR', 'boom 1'), ...given });
      const resolve = async (change: object = {}) =>
        store.changeGroup((await only()).id, { state: 'resolved', by: 'dana', at: NOW, ...change });
      const LATER: Filter = { from: NOW - DAY, to: NOW + DAY };

      it('is one row for one cause, with its clients and its share', async () => {
        await store.append([
          fail({ client: 'a', at: NOW - 3 * HOUR }),
          record({ response: failure('INTERNAL_ERROR', 'boom 2'), client: 'b' }),
          record({ response: failure('INTERNAL_ERROR', 'other'), operation: 'else' }),
        ]);
        const { items, failures, states } = await store.errorGroups(LAST_DAY, GROUPS, NOW);
        expect(failures).toBe(3);
        expect(states.open).toBe(2);
        expect(items[0]).toMatchObject({
          operation: 'list',
          count: 2,
          clients: 2,
          share: 2 / 3,
          state: 'open',
          new: true,
          first_seen: new Date(NOW - 3 * HOUR).toISOString(),
        });
        expect(items[0]?.sparkline.reduce((sum, n) => sum + n, 0)).toBe(2);
      });

      it('pages without losing one', async () => {
        await store.append(
          ['a', 'b', 'c', 'd', 'e'].flatMap((operation, i) =>
            Array.from({ length: 1 + (i % 2) }, () => fail({ operation })),
          ),
        );
        const seen: (string | null)[] = [];
        let cursor: string | undefined;
        do {
          const page = await store.errorGroups(
            LAST_DAY,
            { ...GROUPS, limit: 2, ...(cursor && { cursor }) },
            NOW,
          );
          seen.push(...page.items.map(({ operation }) => operation));
          cursor = page.next_cursor ?? undefined;
        } while (cursor !== undefined);
        expect(seen).toEqual(['b', 'd', 'a', 'c', 'e']);
      });

      it('regresses when it returns after it was resolved, and says in which version', async () => {
        await store.append([fail({ server_version: '1.0' })]);
        expect(await resolve()).toMatchObject({ state: 'resolved' });
        await store.append([fail({ at: NOW - 2 * MINUTE, receivedAt: NOW + 1 })]);
        expect((await only()).state).toBe('resolved');
        await store.append([fail({ at: NOW + MINUTE, server_version: '1.1' })]);
        const group = await only(LATER);
        expect(group).toMatchObject({ state: 'open', regressed: true, regressed_in: '1.1' });
        const detail = await store.errorGroup(group.id, LATER, NOW + HOUR);
        expect(detail?.history.map(({ by, from, to, regressed }) => [by, from, to, regressed])).toEqual([
          ['system', 'resolved', 'open', true],
          ['dana', 'open', 'resolved', false],
        ]);
        const bad = detail?.samples.filter(({ first }) => first);
        expect(bad?.map(({ server_version }) => server_version)).toEqual(['1.1']);
        const news = await store.errorGroups(LATER, { ...GROUPS, news: true }, NOW + HOUR);
        expect(news.items).toHaveLength(1);
      });

      it('is brought back to where it was: regressed since its return, resolved in its version', async () => {
        await store.append([fail({ server_version: '1.0' })]);
        await resolve({ version: '1.1' });
        await store.append([fail({ at: NOW + MINUTE, server_version: '1.1' })]);
        const returned = await only(LATER);
        const at = NOW + 30 * MINUTE;
        await store.changeGroup(returned.id, { state: 'acknowledged', by: 'dana', at });
        expect(await only(LATER)).toMatchObject({ state: 'acknowledged', regressed: false });
        await store.changeGroup(returned.id, {
          ...{ state: 'open', regressed: true, version: '1.1', by: 'dana', at },
        });
        expect(await only(LATER)).toEqual(returned);
        const detail = await store.errorGroup(returned.id, LATER, NOW + HOUR);
        expect(detail?.samples.filter(({ first }) => first)).toMatchObject([{ server_version: '1.1' }]);
        await resolve({ version: '1.2' });
        expect(await only(LATER)).toMatchObject({ resolved_in: '1.2', regressed: false });
      });

      it('resolved in a version, does not regress in an earlier one', async () => {
        await store.append([fail({ server_version: '1.9' })]);
        await resolve({ version: '1.10' });
        await store.append([fail({ at: NOW + MINUTE, server_version: '1.9.3' })]);
        expect((await only(LATER)).state).toBe('resolved');
        await store.append([fail({ at: NOW + MINUTE, server_version: '1.11' })]);
        expect(await only(LATER)).toMatchObject({ state: 'open', regressed_in: '1.11' });
      });

      it('muted until a time, is open from then on', async () => {
        await store.append([fail()]);
        const { id } = await only();
        await store.changeGroup(id, { state: 'muted', until: NOW + HOUR, by: 'dana', at: NOW });
        const at = async (now: number) => (await store.errorGroups(LAST_DAY, GROUPS, now)).items[0];
        expect(await at(NOW)).toMatchObject({
          state: 'muted',
          muted_until: new Date(NOW + HOUR).toISOString(),
        });
        expect(await at(NOW + HOUR)).toMatchObject({ state: 'open', muted_until: null });
      });

      it('muted until a count, is open after so many more', async () => {
        await store.append([fail()]);
        const { id } = await only();
        await store.changeGroup(id, { state: 'muted', untilCount: 2, by: 'dana', at: NOW });
        await store.append([fail({ at: NOW + MINUTE })]);
        expect(await only(LATER)).toMatchObject({ state: 'muted', muted_until_count: 1 });
        await store.append([fail({ at: NOW + MINUTE })]);
        expect((await only(LATER)).state).toBe('open');
      });

      it('is changed back as it was changed', async () => {
        await store.append([fail()]);
        const { id } = await only();
        await store.changeGroup(id, { state: 'acknowledged', by: 'dana', at: NOW });
        expect(await store.changeGroup(id, { state: 'open', by: 'dana', at: NOW + 1 })).toMatchObject({
          state: 'open',
          regressed: false,
        });
        expect(await store.changeGroup('zzz', { state: 'open', by: 'dana', at: NOW })).toBeUndefined();
      });

      it('is changed only where its history is as long as the change says, a mute that ran out counted', async () => {
        await store.append([fail()]);
        const { id } = await only();
        const change = (at: number, given: object) =>
          store.changeGroup(id, { state: 'resolved', by: 'dana', at, ...given });
        expect(await change(NOW, { state: 'muted', until: NOW + HOUR })).toMatchObject({
          changes: 1,
          before: { state: 'open' },
        });
        expect(await change(NOW + HOUR, { changes: 1 })).toMatchObject({
          changes: 2,
          newest: { by: 'system', from: 'muted', to: 'open' },
        });
        expect(await change(NOW + HOUR, { changes: 2 })).toMatchObject({
          state: 'resolved',
          changes: 3,
          before: { state: 'open', muted_until: null },
        });
        const detail = await store.errorGroup(id, LATER, NOW + HOUR);
        expect(detail?.history).toHaveLength(3);
      });

      it('tells its failures apart by client, version and details, with samples and the first bad one', async () => {
        const one = (n: number, reason: string) =>
          fail({
            at: NOW - n * MINUTE,
            client: n === 3 ? undefined : 'ide',
            server_version: `1.${n}`,
            response: failure('INTERNAL_ERROR', `boom ${n}`, { reason }),
          });
        await store.append([one(3, 'lock'), one(2, 'lock'), one(1, 'disk')]);
        const detail = await store.errorGroup((await only()).id, LAST_DAY, NOW);
        const shares = Object.fromEntries(
          (detail?.breakdowns ?? []).map(({ dimension, values }) => [
            dimension,
            values.map(({ value, count }) => `${value} ${count}`),
          ]),
        );
        expect(shares).toMatchObject({
          client: ['ide 2', 'unidentified 1'],
          'details.reason': ['lock 2', 'disk 1'],
        });
        expect(detail?.samples.map(({ message, first }) => [message, first])).toEqual([
          ['boom 1', false],
          ['boom 2', false],
          ['boom 3', true],
        ]);
        const then = { from: NOW - DAY, to: NOW - 90 * SECOND };
        const earlier = await store.errorGroup((await only()).id, then, NOW);
        expect(earlier?.samples.map(({ message }) => message)).toEqual(['boom 2', 'boom 3']);
        expect(detail?.versions.map(({ version }) => version)).toEqual(['1.1', '1.2', '1.3']);
        expect(detail?.trend.reduce((sum, [, n]) => sum + n, 0)).toBe(3);
      });

      it('shows the failures in the filter, and of others the first bad one alone', async () => {
        const minutes = (n: number) => NOW - n * MINUTE;
        await store.append([
          fail({ client: 'bot', at: minutes(40), request_id: 'first' }),
          fail({ client: 'ide', at: minutes(30), request_id: 'ide', server_version: '2' }),
          ...Array.from({ length: 12 }, (_, n) => fail({ client: 'bot', at: minutes(20 - n) })),
          record({
            at: minutes(2),
            client: 'ide',
            request_id: 'batch',
            response: batch(
              { operation: 'list', result: failure('INTERNAL_ERROR', 'boom 7') },
              { operation: 'list', result: { success: true, data: 1 } },
            ),
          }),
        ]);
        const { id } = await only();
        const shown = async (more: Partial<Filter>) => {
          const detail = await store.errorGroup(id, { ...LAST_DAY, ...more }, NOW);
          return {
            count: detail?.count,
            samples: detail?.samples.map(({ client, message, first }) => [client, message, first]),
            clients: detail?.breakdowns
              .filter(({ dimension }) => dimension === 'client')
              .flatMap(({ values }) => values.map(({ value, count }) => [value, count])),
          };
        };
        const first = ['bot', 'boom 1', true];
        const ofIde = {
          count: 2,
          samples: [['ide', 'boom 7', false], ['ide', 'boom 1', false], first],
          clients: [['ide', 2]],
        };
        expect(await shown({ client: ['ide'] })).toEqual(ofIde);
        expect(await shown({ notClient: ['bot'] })).toEqual(ofIde);
        expect(await shown({ client: ['ide'], outcome: ['failure'] })).toMatchObject({
          count: 1,
          samples: [['ide', 'boom 1', false], first],
        });
        const afterAll = { from: minutes(1), to: NOW, client: ['ide'] };
        expect(await shown(afterAll)).toEqual({ ...ofIde, count: 0, clients: [] });
        // The batch holds these words in a member, which counts with its batch.
        expect(await shown({ q: 'boom', client: ['ide'] })).toMatchObject({
          count: 1,
          clients: [['ide', 1]],
        });
      });
    });

    it('counts warnings by code with the threshold, the defaulted apart', async () => {
      await store.append([
        record({
          response: warned(
            { code: 'A', message: 'm', severity: 'high' },
            { code: 'A', message: 'n', severity: 'low', occurrence_count: 4 },
            { code: 'B', message: 'm' },
          ),
        }),
        record({ server: 'other', response: warned({ code: 'A', message: 'm', severity: 'medium' }) }),
      ]);
      const all = await store.warnings(LAST_DAY);
      expect(all).toMatchObject({
        total: 7,
        by_severity: { '0': 1, '1': 2, '2': 4 },
        defaulted: 1,
        responses: 2,
      });
      expect(all.codes[0]).toMatchObject({ code: 'A', count: 6, responses: 2, servers: 2, standard: false });
      const medium = await store.warnings({ ...LAST_DAY, severityMax: 1 });
      expect(medium.total).toBe(3);
      expect(medium.codes[0]).toMatchObject({ code: 'A', count: 2, by_severity: { '0': 1, '1': 1, '2': 4 } });
      expect((await log({ ...LAST_DAY, severityMax: 0 })).map(({ server }) => server)).toEqual(['shop']);
    });

    it('shows slow operations and truncations with their newest and worst', async () => {
      const slow = (ms: number) => ({
        code: 'PERFORMANCE_SLOW_QUERY_WARNING',
        message: `Operation took ${ms}ms (threshold: 1000ms)`,
        severity: 'low',
        details: { operation: 'scan', duration_ms: ms, threshold_ms: 1000 },
      });
      const cut = {
        code: 'VALIDATION_TRUNCATED_WARNING',
        message: 'cut',
        severity: 'low',
        details: { field: 'items', original_count: 100, truncated_count: 75, limit: 75 },
      };
      await store.append([
        record({ at: NOW - HOUR, response: warned(slow(4000)) }),
        record({ at: NOW - MINUTE, response: warned(slow(1500), cut) }),
      ]);
      const { slow: slows, truncations } = await store.warnings(LAST_DAY);
      expect(slows).toMatchObject([
        { operation: 'scan', count: 2, duration_ms: 1500, times: 1.5, worst_times: 4 },
      ]);
      expect(truncations).toMatchObject([{ field: 'items', operation: 'list', count: 1, lost: 0.25 }]);
    });

    describe('a deprecated item', () => {
      const use = (item: string, days: number, more: object = {}, given: object = {}) =>
        record({ at: NOW - days * DAY - HOUR, response: warned(deprecated(item, more)), ...given });
      const WEEK: Filter = { from: NOW - 7 * DAY, to: NOW };
      const verdicts = async () =>
        Object.fromEntries(
          (await store.deprecations(WEEK, ASK, NOW)).items.map((item) => [
            item.deprecated_item,
            item.verdict,
          ]),
        );

      it('is judged by who still uses it', async () => {
        await store.append([
          use('used', 1),
          use('used', 8),
          ...[8, 8, 9, 9, 10].map((days) => use('going', days)),
          use('going', 2),
          use('still', 12),
          use('gone', 45),
          use('late', 1, { removal_date: '2026-11-01' }),
          record(),
        ]);
        expect(await verdicts()).toEqual({
          used: 'in_use',
          going: 'fading',
          still: 'quiet',
          gone: 'safe_to_remove',
          late: 'past_date',
        });
      });

      it('is due by the calendar: today on its day, and past from the next', async () => {
        const dates = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23T23:00:00Z'];
        await store.append([
          ...dates.map((removal_date) => use(removal_date, 0.5, { removal_date })),
          record(),
        ]);
        const { items } = await store.deprecations(WEEK, ASK, NOW);
        const due = new Map(items.map((item) => [item.deprecated_item, [item.days_left, item.verdict]]));
        expect(dates.map((date) => due.get(date))).toEqual([
          [-1, 'past_date'],
          [0, 'in_use'],
          [1, 'in_use'],
          [2, 'in_use'],
        ]);
      });

      it('is not safe to remove where its server was silent', async () => {
        await store.append([use('gone', 45)]);
        expect(await verdicts()).toEqual({ gone: 'quiet' });
      });

      it('has its callers, sessions and burn-down', async () => {
        await store.append([
          use('old', 1, {}, { client: 'ide', client_version: '2', session: 'a' }),
          use('old', 1, {}, { client: 'ide', client_version: '2', session: 'b' }),
          use('old', 9, {}, { client: 'bot' }),
          use('old', 2),
          record(),
          record({ at: NOW - 20 * DAY }),
        ]);
        const [row] = (await store.deprecations(WEEK, ASK, NOW)).items;
        expect(row).toMatchObject({
          count: 3,
          previous_count: 1,
          callers: 2,
          responses: 4,
          replacement: 'new_old',
        });
        const detail = await store.deprecation(row?.id ?? '', WEEK, ASK, NOW);
        expect(
          detail?.callers.map((one) => [one.client, one.sessions, one.count, one.previous_count]),
        ).toEqual([
          ['ide', 2, 2, 0],
          [null, 0, 1, 0],
          ['bot', 0, 0, 1],
        ]);
        expect(detail?.burn_down.map(({ client }) => client).toSorted()).toEqual(['ide', null]);
      });
    });

    it('compares with the period before only where all of it was counted', async () => {
      const failed = { response: failure('INTERNAL_ERROR') };
      await store.append([
        record({ at: NOW - 30 * HOUR, ...failed }),
        record({ at: NOW - 30 * HOUR, response: warned(deprecated('old')) }),
        record(failed),
      ]);
      const compared = async () => {
        const { items: groups } = await store.errorGroups(LAST_DAY, GROUPS, NOW);
        return [
          (await store.overview(LAST_DAY)).previous?.responses,
          (await store.servers(LAST_DAY)).items[0]?.previous_error_rate,
          (await store.conformance(LAST_DAY)).servers[0]?.previous_score,
          (await store.errorGroup(groups[0]?.id ?? '', LAST_DAY, NOW))?.previous_count,
          (await store.deprecations(LAST_DAY, ASK, NOW)).items[0]?.previous_count,
        ];
      };
      expect(await compared()).toEqual([undefined, null, null, null, null]);
      await store.append([record({ at: NOW - 60 * HOUR })]);
      expect(await compared()).toEqual([2, 0.5, 87.5, 1, 1]);
    });

    it('forecasts a quota from the readings since it last fell', async () => {
      await store.append([
        ...[900, 950].map((current, i) =>
          record({ at: NOW - 9 * HOUR + i * HOUR, response: warned(quota('requests_per_day', current)) }),
        ),
        ...[810, 820, 830].map((current, i) =>
          record({ at: NOW - 3 * HOUR + i * HOUR, response: warned(quota('requests_per_day', current)) }),
        ),
      ]);
      const { items } = await store.quotas(LAST_DAY, NOW);
      expect(items).toMatchObject([
        {
          server: 'shop',
          metric: 'requests_per_day',
          current: 830,
          share: 0.83,
          state: 'warn',
          warn_at: null,
          pause_at: new Date(NOW + 6 * HOUR).toISOString(),
          hard_stop_at: null,
          resets_at: '2026-11-22T00:00:00.000Z',
        },
      ]);
      expect(items[0]?.per_hour).toBeCloseTo(10);
      expect(items[0]?.expected).toBeCloseTo(830 + 10 * (24 - 12.702), 1);
    });

    it('counts violations by rule and server, since their version, and scores the servers', async () => {
      const broken = { success: true };
      await store.append([
        record({ at: NOW - 2 * HOUR, server_version: '1.0' }),
        record({ at: NOW - HOUR, server_version: '1.1', response: broken }),
        record({ server_version: '1.2', operation: 'pay', response: broken }),
        record({ server: 'good' }),
      ]);
      const { must, items } = await store.violations(LAST_DAY);
      expect(must).toBe(2);
      const [newest] = await log({ ...LAST_DAY, rule: ['ENV-03'] });
      expect(items.find(({ rule }) => rule === 'ENV-03')).toMatchObject({
        server: 'shop',
        level: 'must',
        proven: true,
        count: 2,
        responses: 2,
        since_version: '1.1',
        operations: [
          { operation: 'list', count: 1 },
          { operation: 'pay', count: 1 },
        ],
        first_seen: new Date(NOW - HOUR).toISOString(),
        response: newest?.id,
      });
      const { servers } = await store.conformance(LAST_DAY);
      expect(servers.map(({ server, score }) => [server, score])).toEqual([
        ['shop', 33.3],
        ['good', 100],
      ]);
    });

    it('shows of each violation the newest response in the filter, whatever narrows it', async () => {
      const broken = (given: object) => record({ response: { success: true }, ...given });
      const failed = { success: false, error: { code: 'DISK', message: 'no room on disk', details: 'none' } };
      const appended = await store.append([
        broken({ at: NOW - 5 * HOUR, operation: 'list', client: 'ide' }),
        record({ at: NOW - 4 * HOUR, operation: 'list', client: 'cli', response: failed }),
        record({
          at: NOW - 3 * HOUR,
          operation: 'list',
          client: 'cli',
          response: { ...failed, error: { ...failed.error, code: 'NET', message: 'no route' } },
        }),
        broken({ at: NOW - 2 * HOUR, operation: 'pay', client: 'bot' }),
        broken({ at: NOW - HOUR, operation: 'pay', client: 'bot', server: 'other' }),
      ]);
      const ids = appended.map((one) => (one.status === 'stored' ? one.id : ''));
      const shown = async (more: Partial<Filter>, rule = 'ENV-03') => {
        const { items } = await store.violations({ ...LAST_DAY, server: ['shop'], ...more });
        return items.filter((row) => row.rule === rule).map(({ response }) => ids.indexOf(response ?? ''));
      };
      expect(await shown({})).toEqual([3]);
      expect(await shown({ operation: ['list'] })).toEqual([0]);
      expect(await shown({ notOperation: ['pay'] })).toEqual([0]);
      expect(await shown({ client: ['ide'] })).toEqual([0]);
      expect(await shown({ client: ['ide'], operation: ['list'], rule: ['ENV-03'] })).toEqual([0]);
      expect(await shown({ to: NOW - 3 * HOUR })).toEqual([0]);
      expect(await shown({}, 'ERR-04')).toEqual([2]);
      expect(await shown({ code: ['DISK'] }, 'ERR-04')).toEqual([1]);
      expect(await shown({ q: 'disk' }, 'ERR-04')).toEqual([1]);
      expect(await shown({ q: 'disk', client: ['bot'] }, 'ERR-04')).toEqual([]);
    });

    it('shows nothing of others where it could not look far enough for what is in the filter', async () => {
      const bad = { success: false, error: { code: 'DISK', message: 'full', details: 'none' } };
      const given = (client: string, at: number) => record({ at, client, response: bad });
      const [own] = await store.append([given('ide', NOW - 30 * MINUTE)]);
      await store.append(Array.from({ length: 4500 }, (_, i) => given('bot', NOW - 20 * MINUTE + i)));
      const filter = { from: NOW - 30 * DAY, to: NOW, client: ['ide'] };
      const { items } = await store.violations(filter);
      const row = items.find(({ rule }) => rule === 'ERR-04');
      expect(row?.count).toBe(1);
      expect([null, own?.status === 'stored' && own.id]).toContain(row?.response);
      const { id } = await only(filter);
      const detail = await store.errorGroup(id, filter, NOW);
      expect(detail?.count).toBe(1);
      expect(detail?.samples.map(({ client }) => client)).toEqual(['ide']);
      const clients = detail?.breakdowns.filter(({ dimension }) => dimension === 'client') ?? [];
      expect(clients.flatMap(({ values }) => values).filter(({ value }) => value !== 'ide')).toEqual([]);
    });

    it('lists servers worst first, with versions, dialects, clients and operations', async () => {
      await store.append([
        ...Array.from({ length: 6 }, () => record({ server: 'bad', response: failure('INTERNAL_ERROR') })),
        record({ at: NOW - HOUR, server_version: '1' }),
        record({ server_version: '2', client: 'ide', operation: 'else' }),
        record({ at: NOW - 3 * DAY, server: 'gone' }),
      ]);
      const { items } = await store.servers(LAST_DAY);
      expect(items.map(({ name, health }) => [name, health])).toEqual([
        ['bad', 'failing'],
        ['shop', 'healthy'],
        ['gone', 'silent'],
      ]);
      expect(items[1]).toMatchObject({
        version: '2',
        responses: 2,
        clients: 2,
        operations: 2,
        dialect: 'mcp-aql',
      });
      expect(items[1]?.versions.map(({ version }) => version)).toEqual(['2', '1']);
    });

    it('calls a server degraded for a few failures where they are a large part of what it answers', async () => {
      await store.append([
        record({ server: 'new', response: failure('INTERNAL_ERROR') }),
        ...Array.from({ length: 3 }, () => record({ server: 'new' })),
        record({ server: 'old', response: failure('INTERNAL_ERROR') }),
        ...Array.from({ length: 4 }, () => record({ server: 'old' })),
      ]);
      const { items } = await store.servers(LAST_DAY);
      expect(items.map(({ name, health }) => [name, health])).toEqual([
        ['new', 'degraded'],
        ['old', 'healthy'],
      ]);
    });

    it('names the dialect of the newest envelope, whatever came after it without one', async () => {
      const rpc = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } };
      const plain = { content: [{ type: 'text', text: 'words' }] };
      await store.append([
        record({ at: NOW - HOUR }),
        record({ at: NOW - 2 * SECOND, tool: 'say', response: plain }),
        record({ at: NOW - SECOND, response: rpc }),
        record({ server: 'words', tool: 'say', at: NOW - HOUR, response: plain }),
        record({ server: 'words', tool: 'say', response: rpc }),
        record({ server: 'silent', tool: 'say', response: rpc }),
      ]);
      const { items } = await store.servers(LAST_DAY);
      expect(Object.fromEntries(items.map(({ name, dialect }) => [name, dialect]))).toEqual({
        shop: 'mcp-aql',
        words: 'plain',
        silent: 'jsonrpc-error',
      });
    });

    it('says so where it could not look at every response that a filter needs', async () => {
      const one = record({ client: 'ide', operation: 'pay' });
      const at = (n: number) => ({ ...one, facts: { ...one.facts, observed_at: NOW - n * SECOND - SECOND } });
      await store.append(Array.from({ length: 10_500 }, (_, n) => at(n)));
      const filter: Filter = { ...LAST_DAY, client: ['ide'], operation: ['pay'] };
      const overview = await store.overview(filter);
      expect(overview).toMatchObject({
        partial: true,
        covered: { from: new Date(NOW - 10_000 * SECOND).toISOString(), to: new Date(NOW).toISOString() },
        totals: { responses: 10_000 },
      });
      expect((await store.servers(filter)).partial).toBe(true);
      expect((await store.errors(filter)).total).toBe(0);
      const single = await store.overview({ ...LAST_DAY, client: ['ide'] });
      expect(single.partial).toBeUndefined();
      expect(single.totals.responses).toBe(10_500);
    });

    it('says so where it could not look at every response for one figure of an answer', async () => {
      const slow = {
        code: 'PERFORMANCE_SLOW_QUERY_WARNING',
        message: 'Operation took 2000ms (threshold: 1000ms)',
        severity: 'medium',
        details: { operation: 'pay', duration_ms: 2000, threshold_ms: 1000 },
      };
      const given = { client: 'ide', operation: 'pay' };
      const used = record({ ...given, response: warned(slow, deprecated('old')) });
      const failed = record({ ...given, response: failure('INTERNAL_ERROR', 'Operation failed') });
      const at = (one: ResponseRecord, n: number) => ({
        ...one,
        facts: { ...one.facts, observed_at: NOW - n * SECOND - SECOND },
      });
      await store.append(Array.from({ length: 11_000 }, (_, n) => at(n % 2 === 0 ? used : failed, n)));
      const filter: Filter = { ...LAST_DAY, client: ['ide'], operation: ['pay'] };
      const mark = { partial: true, covered: { from: new Date(NOW - 10_000 * SECOND).toISOString() } };
      const overview = await store.overview(filter);
      expect(overview).toMatchObject({ ...mark, totals: { failures: 5000 } });
      expect(overview.categories.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
      expect(await store.errors(filter)).toMatchObject({ ...mark, total: 5000, responses: 10_000 });
      expect(await store.deprecations(filter, ASK, NOW)).toMatchObject({
        ...mark,
        items: [{ count: 5000, responses: 10_000, share: 0.5 }],
      });
      expect(await store.warnings({ ...LAST_DAY, client: ['ide'] })).toMatchObject({
        ...mark,
        in_part: ['slow', 'truncations'],
        total: 11_000,
        responses: 5500,
        slow: [{ count: 5000 }],
      });
      const related = await store.warnings(filter);
      expect(related).toMatchObject({ ...mark, total: 10_000, responses: 5000 });
      expect(related).not.toHaveProperty('in_part');
      expect(await store.servers({ ...LAST_DAY, operation: ['pay'] })).toMatchObject({
        ...mark,
        in_part: ['versions', 'dialects', 'clients'],
        items: [{ responses: 11_000, dialects: [{ responses: 10_000 }] }],
      });
      expect(await store.servers(filter)).not.toHaveProperty('in_part');
      expect(await store.conformance({ ...filter, rule: ['MSG-01'] })).toMatchObject({
        ...mark,
        in_part: ['servers'],
        servers: [{ responses: 10_000 }],
        violations: [{ count: 5500 }],
      });
      const [group] = (await store.errorGroups(LAST_DAY, GROUPS, NOW)).items;
      const detail = (more: Partial<Filter>) =>
        store.errorGroup(group?.id ?? '', { ...LAST_DAY, ...more }, NOW);
      expect(await detail({ q: 'operation' })).toMatchObject({ ...mark, count: 5000 });
      expect(await detail({})).not.toHaveProperty('partial');
    });

    it('compares with nothing where it could not look at every response of the period before', async () => {
      const one = record({ client: 'ide', operation: 'pay', response: warned(deprecated('old')) });
      const at = (ms: number) => ({ ...one, facts: { ...one.facts, observed_at: ms } });
      const busy = Array.from({ length: 10_500 }, (_, n) => at(NOW - DAY - n * SECOND - SECOND));
      await store.append([at(NOW - MINUTE), ...busy, record({ at: NOW - 60 * HOUR })]);
      const held = { ...LAST_DAY, client: ['ide'] };
      expect((await store.overview(held)).previous?.responses).toBe(10_500);
      const scanned = { ...held, operation: ['pay'] };
      const overview = await store.overview(scanned);
      expect(overview).toMatchObject({ previous: null, servers: [{ previous_error_rate: null }] });
      expect(overview.partial).toBeUndefined();
      expect((await store.servers(scanned)).items).toMatchObject([{ previous_error_rate: null }]);
      expect((await store.conformance(scanned)).servers).toMatchObject([{ previous_score: null }]);
    });

    it('counts all of the range that it says where many responses are of one millisecond', async () => {
      const times = Array.from({ length: 10_100 }, (_, n) => NOW - HOUR + Math.floor(n / 60) * SECOND);
      await store.append(times.map((at) => record({ at, client: 'ide', operation: 'pay' })));
      const { totals, covered } = await store.overview({ ...LAST_DAY, client: ['ide'], operation: ['pay'] });
      const from = Date.parse(covered?.from ?? '');
      expect(totals.responses).toBe(times.filter((at) => at >= from).length);
      expect(totals.responses).toBeGreaterThan(9900);
    });

    it('counts exactly the range that it says, whatever the ends are', async () => {
      const start = NOW - 2 * HOUR;
      const times = [
        ...Array.from({ length: 3600 }, (_, n) => start + n * 50),
        ...Array.from({ length: 200 }, (_, n) => NOW - n * 17 * SECOND),
      ];
      await store.append(times.map((at) => record({ at })));
      const cut = start + 90_050;
      for (const filter of [
        { from: cut, to: cut + 30 * SECOND },
        { from: cut, to: NOW },
        { from: NOW - 3 * HOUR, to: cut },
        { from: cut - DAY, to: cut + 1 },
        { from: cut, to: cut + 30 * DAY },
      ]) {
        const { totals, covered } = await store.overview(filter);
        const from = covered === undefined ? filter.from : Date.parse(covered.from);
        const to = covered === undefined ? filter.to : Date.parse(covered.to);
        expect(totals.responses, JSON.stringify(filter)).toBe(
          times.filter((at) => at >= from && at < to).length,
        );
        expect([from <= filter.from, to >= filter.to]).toEqual([true, true]);
        const marked = covered === undefined ? {} : { covered };
        const offered = await store.facets(filter);
        expect(offered).toMatchObject({ ...marked, servers: [{ count: totals.responses }] });
        const page = await store.responses(filter, { limit: 1 });
        expect(page).toMatchObject({ ...marked, total: totals.responses });
      }
    });

    it('pins the dialect of a server that was seen', async () => {
      await store.append([record()]);
      expect(await store.pin('shop', 'result')).toBe(true);
      expect(await store.pin('never', 'result')).toBeUndefined();
      expect([...(await store.pins())]).toEqual([['shop', 'result']]);
      expect((await store.servers(LAST_DAY)).items[0]).toMatchObject({
        dialect: 'result',
        pinned: true,
      });
      await store.pin('shop', null);
      expect((await store.pins()).size).toBe(0);
    });

    it('lists clients and what a filter may choose from', async () => {
      await store.append([
        record({ client: 'ide', client_version: '1', response: failure('INTERNAL_ERROR') }),
        record({ client: 'ide', client_version: '2', server: 'other' }),
        record(),
      ]);
      const { items } = await store.clients(LAST_DAY);
      expect(items).toMatchObject([
        { name: 'ide', responses: 2, failures: 1, servers: 2 },
        { name: null, responses: 1 },
      ]);
      expect(await store.facets({ ...LAST_DAY, server: ['shop'] })).toMatchObject({
        servers: [
          { value: 'shop', count: 2 },
          { value: 'other', count: 1 },
        ],
        clients: [
          { value: 'ide', count: 1 },
          { value: 'unidentified', count: 1 },
        ],
        operations: [{ value: 'list', count: 2 }],
        codes: [{ value: 'INTERNAL_ERROR', count: 1 }],
        totals: { servers: 2, clients: 2, operations: 1, codes: 1 },
      });
    });

    it('answers every combination of filters as a look at every response would', async () => {
      const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;
      const records: ResponseRecord[] = Array.from({ length: 400 }, (_, i) =>
        record({
          at: NOW - ((i * 7919) % 1400) * MINUTE - (i % 60) * SECOND,
          server: pick(['shop', 'bank'], i),
          ...pick(
            [
              { operation: 'list' },
              { operation: 'pay' },
              { operation: 'find' },
              { operation: undefined, tool: undefined },
            ],
            (i * 5) >> 1,
          ),
          client: pick([undefined, 'ide', 'bot'], i >> 2),
          response: pick(
            [
              { success: true, data: i },
              failure('INTERNAL_ERROR', `boom ${i}`),
              failure('NOT_FOUND_RESOURCE', 'gone'),
              { ...failure('NOT_FOUND_AFTER_ALL'), success: true },
              warned({ code: 'A', message: 'm', severity: 'high' }),
              warned({ code: 'B', message: 'm' }),
              { success: true },
            ],
            i >> 3,
          ),
        }),
      );
      for (let start = 0; start < records.length; start += 37)
        await store.append(records.slice(start, start + 37));
      const all = await log(LAST_DAY, 1000);
      const choices: readonly Partial<Filter>[] = [
        { server: ['bank'] },
        { operation: ['pay', 'find'] },
        { notOperation: ['pay'] },
        { client: ['ide'] },
        { client: ['unidentified'] },
        { outcome: ['failure'] },
        { outcome: ['success'] },
        { category: ['internal'] },
        { code: ['NOT_*'] },
        { notCode: ['NOT_*'] },
        { level: ['must'] },
        { severityMax: 0 },
        { severityMax: 2 },
        { from: NOW - 5 * HOUR + 17 },
      ];
      const holds = (filter: Filter) => (row: (typeof all)[number]) =>
        Date.parse(row.observed_at) >= filter.from &&
        (filter.server?.includes(row.server) ?? true) &&
        (filter.operation?.includes(row.operation ?? '') ?? true) &&
        !filter.notOperation?.includes(row.operation ?? '') &&
        (filter.client?.includes(row.client ?? 'unidentified') ?? true) &&
        (filter.outcome?.includes(row.outcome) ?? true) &&
        (filter.category === undefined ||
          (row.category !== null && filter.category.includes(row.category))) &&
        // The error object on a success is a violation and no failure.
        (filter.code === undefined || (row.category !== null && (row.code?.startsWith('NOT_') ?? false))) &&
        (filter.notCode === undefined || !row.code?.startsWith('NOT_')) &&
        (filter.level === undefined || row.must > 0) &&
        (filter.severityMax === undefined || (row.severity !== null && row.severity <= filter.severityMax));
      for (const a of choices)
        for (const b of choices) {
          const filter: Filter = { ...LAST_DAY, ...a, ...b };
          const expected = all.filter(holds(filter));
          const page = await store.responses(filter, { limit: 1000 });
          expect(page, JSON.stringify(filter)).toEqual({
            items: expected,
            next_cursor: null,
            total: expected.length,
          });
          const first = await store.responses(filter, { limit: 1 });
          expect([null, expected.length], JSON.stringify(filter)).toContain(first.total);
          const { severityMax: _, ...counted } = filter;
          const rows = all.filter(holds(counted));
          const { totals } = await store.overview(filter);
          expect(totals, JSON.stringify(filter)).toMatchObject({
            responses: rows.length,
            failures: rows.filter(({ outcome }) => outcome === 'failure').length,
          });
          const errors = await store.errors(filter);
          expect(errors.total, JSON.stringify(filter)).toBe(
            rows.filter(({ category }) => category !== null).length,
          );
        }
    });
  });
}
