import { describe, expect, it } from 'vitest';
import type { Filter, LogAsk } from '../../../../server/store/store.ts';
import { batch, DAY, failure, HOUR, MINUTE, NOW, record } from '../records.ts';
import { type Bench, LAST_DAY } from './bench.ts';

/** What is kept of a response. */
export function keeping(on: Bench): void {
  describe('keeps', () => {
    it('the bytes as they arrived, singly and in bulk', async () => {
      const odd = [
        '{"response":"\\ud800\\u0000","a":1,"a":2}',
        '{"response": 1e400 , "__proto__":{"x":1}}',
        '{"é":"😀"}',
      ];
      const crowd = Array.from({ length: 60 }, (_, i) => `{"response":${i}}`);
      for (const texts of [odd, [...crowd, ...odd]])
        await on.store.append(texts.map((text) => ({ ...record(), payload: Buffer.from(text) })));
      const raws = await Promise.all(
        (await on.log()).map(async ({ id }) => (await on.store.response(id))?.raw),
      );
      expect(raws.toSorted()).toEqual([...odd, ...odd, ...crowd].toSorted());
    });

    it('captures, which are read some at a time, each with the server and time that it lacks', async () => {
      const large = JSON.stringify({ server: 'own', response: 'x'.repeat(3_000_000) });
      const texts = ['{"a":1,\n"response":1.0, "observed_at":null}', large, large, large];
      const at = (n: number) => NOW - (n + 1) * MINUTE;
      await on.store.append(
        texts.map((text, n) => ({ ...record({ at: at(n) }), payload: Buffer.from(text) })),
      );
      let ids = ['nothing', ...(await on.log()).map(({ id }) => id)];
      const read: (string | undefined)[] = [];
      while (ids.length > 0) {
        const some = await on.store.captures(ids);
        expect(some.length).toBeGreaterThan(0);
        read.push(...some);
        ids = ids.slice(some.length);
      }
      const time = (n: number) => `"observed_at":"${new Date(at(n)).toISOString()}"}`;
      expect(read).toEqual([
        undefined,
        `{"a":1, "response":1.0, "observed_at":null,"server":"shop",${time(0)}`,
        ...[1, 2, 3].map((n) => `${large.slice(0, -1)},${time(n)}`),
      ]);
    });

    it('as many responses as it says, from the oldest to the newest', async () => {
      expect(await on.store.stored()).toMatchObject({ responses: 0, oldest: null, newest: null });
      const times = [NOW - 2 * HOUR, NOW - HOUR, NOW - 3 * HOUR];
      await on.store.append(times.map((at, n) => record({ at, server: `s${n}` })));
      const [newest, oldest] = [NOW - HOUR, NOW - 3 * HOUR].map((at) => new Date(at).toISOString());
      expect(await on.store.stored()).toMatchObject({ responses: 3, servers: 3, oldest, newest });
    });

    it('a response in full, with what was known about it', async () => {
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
      const [appended] = await on.store.append([given]);
      if (appended?.status !== 'stored') throw new Error('not stored');
      const detail = await on.store.response(appended.id);
      const [row] = await on.log();
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
        group: (await on.only()).id,
        children: [],
        pointer: '',
      });
    });

    it('what was known of each of many responses, of which two are alike but for one thing', async () => {
      const text = JSON.stringify({ success: true, data: null });
      const given = [
        {},
        { server_version: '2' },
        { client: 'ide' },
        { client: 'ide', client_version: '2' },
        { method: 'tools/call' },
        { transport: 'http' },
        { tool: 'other' },
        ...[{}, { isError: false }].map((more) => ({
          response: { structuredContent: JSON.parse(text), ...more },
        })),
        { response: { content: [{ type: 'text', text }] } },
      ];
      const records = given.map((each) => record(each));
      const appended = await on.store.append(records);
      for (const [nth, { facts, verdict }] of records.entries()) {
        const answer = appended[nth];
        const detail = answer?.status === 'stored' ? await on.store.response(answer.id) : undefined;
        const {
          server_version = null,
          client = null,
          client_version = null,
          method = null,
          transport = null,
        } = facts;
        expect(detail).toMatchObject({ server_version, client, client_version, method, transport });
        const { tool, carrier, is_error } = verdict;
        expect(detail).toMatchObject({ verdict: { tool, carrier, is_error } });
      }
    });

    it('one response per id and server, whenever it is sent again', async () => {
      const again = () => record({ id: 'same' });
      const first = await on.store.append([again(), again(), record({ id: 'same', server: 'other' })]);
      const second = await on.store.append([again()]);
      expect([...first, ...second].map(({ status }) => status)).toEqual([
        'stored',
        'duplicate',
        'stored',
        'duplicate',
      ]);
      expect((await on.store.overview(LAST_DAY)).totals.responses).toBe(2);
    });

    it('responses of two servers apart whose name and id are alike together', async () => {
      const appended = await on.store.append([
        record({ server: 'a', id: 'bc' }),
        record({ server: 'ab', id: 'c' }),
      ]);
      expect(appended.map(({ status }) => status)).toEqual(['stored', 'stored']);
    });

    it('a saved value in the transaction of its append', async () => {
      await on.store.append([], { name: 'fold', value: Buffer.from('one') });
      await on.store.append([record()], { name: 'fold', value: Buffer.from('two') });
      expect(Buffer.from((await on.store.recall('fold')) ?? []).toString()).toBe('two');
      expect(await on.store.recall('other')).toBeUndefined();
    });

    it('any number of responses that arrive while the clock is far off', async () => {
      for (const receivedAt of [0, Date.UTC(2300, 0)])
        await on.store.append(
          Array.from({ length: 300 }, (_, n) => record({ at: receivedAt + n, receivedAt })),
        );
      await on.store.append([record()]);
      expect(await on.store.stored()).toMatchObject({ responses: 1, quarantined: 600 });
      expect(await on.log({ from: 0, to: NOW + DAY })).toHaveLength(1);
    });

    it('all responses and their order, though the clock jumps back and forth', async () => {
      const clocks = [NOW, NOW - 3 * HOUR, NOW - 2 * DAY, NOW - 2 * DAY + 1, NOW, NOW + MINUTE];
      const ordinals: number[] = [];
      for (const now of clocks) {
        const appended = await on.store.append([
          record({ at: now, receivedAt: now }),
          record({ at: now - 1, receivedAt: now }),
        ]);
        for (const each of appended) if (each.status === 'stored') ordinals.push(each.ordinal);
        await on.store.retain({ keepMs: 30 * DAY, maxBytes: null }, now);
      }
      expect(ordinals).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
      const filter = { from: NOW - 9 * DAY, to: NOW + DAY };
      const times = (await on.log(filter)).map(({ observed_at }) => Date.parse(observed_at));
      expect(times).toEqual(clocks.flatMap((now) => [now, now - 1]).sort((a, b) => b - a));
      expect((await on.store.since(8, filter, 50))?.map(({ ordinal }) => ordinal)).toEqual([9, 10, 11, 12]);
      expect((await on.store.diagnose()).faults).toEqual([]);
    });

    it('responses with impossible times separately, counts and lists them', async () => {
      const batched = batch({ operation: 'one', result: failure('INTERNAL_ERROR') });
      const [future] = await on.store.append([
        record({ at: NOW + 40 * DAY, receivedAt: NOW }),
        record({ at: Date.UTC(1999, 0), receivedAt: NOW, response: batched }),
        record(),
      ]);
      expect(await on.store.stored()).toMatchObject({ responses: 1, quarantined: 2, ordinal: 3 });
      expect(await on.log({ from: 0, to: NOW + 90 * DAY })).toHaveLength(1);
      const apart = async (more: Partial<Filter>, page: LogAsk) => {
        const filter = { from: NOW - HOUR, to: NOW + 1, ...more };
        return on.store.responses(filter, { ...page, quarantined: true });
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
      expect((await on.store.servers(LAST_DAY)).items).toMatchObject([{ last_seen: arrived }]);
      if (future?.status !== 'stored') throw new Error('not stored');
      expect(await on.store.response(future.id)).toMatchObject({
        observed_at: new Date(NOW + 40 * DAY).toISOString(),
      });
      const containing = await apart({}, { limit: 5, contains: 'INTERNAL_ERROR' });
      expect(containing.items.map(({ observed_at }) => observed_at)).toEqual(['1999-01-01T00:00:00.000Z']);
    });

    it('the members of a batch with an impossible time out of a search, too', async () => {
      const odd = batch({ operation: 'one', result: failure('DISK', 'no room') });
      const often = () => record({ response: failure('DISK') });
      await on.store.append([
        record({ at: NOW + 40 * DAY, receivedAt: NOW, response: odd }),
        often(),
        often(),
      ]);
      expect(await on.log({ from: 0, to: NOW + 90 * DAY, code: ['DISK'], q: 'room' })).toEqual([]);
    });

    it('when a known server sent a response with an impossible time: as it arrived', async () => {
      const client = { client: 'ide', client_version: '2', server_version: '1' };
      await on.store.append([record({ at: NOW - 3 * HOUR, ...client })]);
      await on.store.append([record({ at: NOW + 40 * DAY, receivedAt: NOW - HOUR, ...client })]);
      const seen = {
        first_seen: new Date(NOW - 3 * HOUR).toISOString(),
        last_seen: new Date(NOW - HOUR).toISOString(),
        versions: [{ last_seen: new Date(NOW - HOUR).toISOString(), responses: 1 }],
      };
      expect((await on.store.servers(LAST_DAY)).items).toMatchObject([seen]);
      expect((await on.store.clients(LAST_DAY)).items).toMatchObject([seen]);
    });
  });
}
