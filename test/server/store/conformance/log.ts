import { describe, expect, it } from 'vitest';
import type { ResponseRecord } from '../../../../server/store/record.ts';
import type { Filter, LogAsk } from '../../../../server/store/store.ts';
import { batch, deprecated, failure, HOUR, MINUTE, NOW, record, SECOND, warned } from '../records.ts';
import { type Bench, GROUPS, LAST_DAY } from './bench.ts';

/** The log, and batches in it. */
export function log(on: Bench): void {
  it('refuses a cursor that is not from a page', async () => {
    await on.store.append([record(), record({ response: failure('X') })]);
    for (const cursor of ['', '12.34.56', 'A', '../x', '-1.a', 'é'.repeat(300)]) {
      const refused = { name: 'CursorUnreadable', cursor };
      await expect(on.store.responses(LAST_DAY, { limit: 1, cursor })).rejects.toMatchObject(refused);
      await expect(on.store.errorGroups(LAST_DAY, { ...GROUPS, cursor }, NOW)).rejects.toMatchObject(refused);
    }
  });

  describe('the log', () => {
    it('is paged through newest first by time of observation, then by order of storing, while more arrives', async () => {
      const at = [5, 1, 3, 3, 2];
      await on.store.append(
        at.map((minutes, i) => record({ id: `${i}`, at: NOW - minutes * MINUTE, client: `c${i}` })),
      );
      const seen: (string | null)[] = [];
      let cursor: string | undefined;
      do {
        const page = await on.store.responses(LAST_DAY, { limit: 2, ...(cursor && { cursor }) });
        seen.push(...page.items.map(({ client }) => client));
        cursor = page.next_cursor ?? undefined;
        await on.store.append([record({ at: NOW - SECOND, client: 'late' })]);
      } while (cursor !== undefined);
      expect(seen).toEqual(['c1', 'c4', 'c3', 'c2', 'c0']);
    });

    it('has more responses of one millisecond than a millisecond has ids for', async () => {
      const at = NOW - HOUR;
      const [early, late] = [record({ at, client: 'early' }), record({ at, client: 'late' })];
      await on.store.append([
        ...Array<ResponseRecord>(8990).fill(early),
        ...Array<ResponseRecord>(10).fill(late),
      ]);
      await on.store.append([record({ at: at + 1 })]);
      const exactly = { from: at, to: at + 1 };
      const page = await on.store.responses({ ...exactly, client: ['late'] }, { limit: 50 });
      expect(page.items.map(({ observed_at }) => observed_at)).toEqual(
        Array(10).fill(new Date(at).toISOString()),
      );
      expect((await on.store.overview(exactly)).totals.responses).toBe(9000);
      expect((await on.store.overview({ from: at + 1, to: NOW })).totals.responses).toBe(1);
    });

    it('finds words in messages', async () => {
      await on.store.append([
        record({ response: failure('INTERNAL_ERROR', 'The disk is full') }),
        record({ response: failure('INTERNAL_ERROR', 'The desk is empty') }),
        record({ response: warned({ code: 'X_W', message: 'Disk nearly full' }) }),
      ]);
      expect((await on.log({ ...LAST_DAY, q: 'DISK fu*' })).map(({ message }) => message)).toEqual([
        null,
        'The disk is full',
      ]);
      expect(await on.log({ ...LAST_DAY, q: '"* OR -' })).toEqual([]);
    });

    it.each([
      ['Le réseau est coupé', 'reseau'],
      ['Le réseau est coupé', 'RE\u0301SEAU'],
      ['फ़ाइल नहीं मिली', 'नहीं'],
      ['ไม่พบไฟล์', 'ไม่พบ*'],
      ['لا يوجد قَلَم', 'قَلَم'],
      ['ᦓᦱᧁᦺ', 'ᦓᦱᧁᦺ'],
      ['Ошибка сети', 'сети'],
    ])('finds of %s the words %s', async (message, q) => {
      await on.store.append([
        record({ response: failure('INTERNAL_ERROR', message) }),
        record({ response: failure('INTERNAL_ERROR', 'The disk is full') }),
      ]);
      expect((await on.log({ ...LAST_DAY, q })).map((row) => row.message)).toEqual([message]);
    });

    it('cuts a long message between characters', async () => {
      const start = 'x'.repeat(999);
      await on.store.append([record({ response: failure('X', `${start}😀 and more`) })]);
      expect((await on.log(LAST_DAY, 1)).map(({ message }) => message)).toEqual([start]);
    });

    it('has no more rows on a page than were asked for, however they are spread', async () => {
      const some = (length: number, from: number, given: object) =>
        Array.from({ length }, (_, i) => record({ at: NOW - (from + i) * MINUTE, ...given }));
      const ours = { client: 'ide', operation: 'pay' };
      await on.store.append([
        ...[...some(1, 1, ours), ...some(13, 2, { client: 'ide' }), ...some(20, 20, ours)],
        ...some(60, 30, { client: 'bot', operation: 'pay' }),
      ]);
      const filter = { ...LAST_DAY, client: ['ide'], operation: ['pay'] };
      const sizes: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await on.store.responses(filter, { limit: 3, ...(cursor && { cursor }) });
        sizes.push(page.items.length);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(sizes.filter((size) => size > 0)).toEqual(Array(7).fill(3));
    });

    it('finds a text in what was captured, page by page', async () => {
      const found = (at: number, name: string) =>
        record({ at: NOW - at * MINUTE, client: `c${at}`, response: { success: true, data: { name } } });
      await on.store.append([found(1, 'Élan'), found(2, 'other'), found(3, 'the "élan"')]);
      await on.store.append([found(4, 'ÉLAN vital'), found(5, 'vital')]);
      const seen: (string | null)[] = [];
      let cursor: string | undefined;
      do {
        const ask = { limit: 1, contains: 'élan', ...(cursor && { cursor }) };
        const page = await on.store.responses(LAST_DAY, ask);
        expect(page.total).toBe(null);
        seen.push(...page.items.map(({ client }) => client));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(['c1', 'c3', 'c4']);
      const all = await on.store.responses(
        { ...LAST_DAY, client: ['c4', 'c5'] },
        { limit: 9, contains: 'vital' },
      );
      expect([all.items.length, all.total, all.next_cursor]).toEqual([2, 2, null]);
      const oldest = await on.store.responses(LAST_DAY, { limit: 2, contains: 'élan', oldestFirst: true });
      expect(oldest.items.map(({ client }) => client)).toEqual(['c4', 'c3']);
    });

    it('finds failing members of a batch by a text of the batch', async () => {
      const results = batch({ operation: 'one', result: failure('INTERNAL_ERROR') });
      await on.store.append([record({ response: results }), record({ response: failure('INTERNAL_ERROR') })]);
      const filter: Filter = { ...LAST_DAY, code: ['INTERNAL_ERROR'] };
      const { items } = await on.store.responses(filter, { limit: 9, contains: '"operation":"one"' });
      expect(items.map(({ operation, index }) => [operation, index])).toEqual([['one', 0]]);
    });

    it('finds the uses of a deprecated item by its name, page by page', async () => {
      const using = (client: string, item: string, more = {}) =>
        record({ client, response: warned(deprecated(item)), ...more });
      const members = [{ result: warned(deprecated('old')) }, { result: failure('X') }];
      await on.store.append([
        using('a', 'old', { at: NOW - 4 * MINUTE }),
        using('b', 'older', { at: NOW - 3 * MINUTE }),
        using('c', 'old', { at: NOW - 2 * MINUTE, server: 'other' }),
        record({ client: 'd', at: NOW - MINUTE, response: batch(...members) }),
        record({ client: 'e', response: failure('X', 'old') }),
      ]);
      const found = async (filter: Partial<Filter>, ask: Partial<LogAsk> = {}) => {
        const { items } = await on.store.responses(
          { ...LAST_DAY, ...filter },
          { limit: 9, deprecated: 'old', ...ask },
        );
        return items.map(({ client, index }) => (index === null ? client : [client, index]));
      };
      expect(await found({})).toEqual(['d', 'c', 'a']);
      const { items, next_cursor, total } = await on.store.responses(LAST_DAY, {
        limit: 2,
        deprecated: 'old',
      });
      expect([items.map(({ client }) => client), total]).toEqual([['d', 'c'], null]);
      expect(await found({}, { cursor: next_cursor ?? '' })).toEqual(['a']);
      expect(await found({ server: ['other'] })).toEqual(['c']);
      expect(await found({ client: ['a', 'b'] })).toEqual(['a']);
      expect(await found({ from: NOW - 3 * MINUTE, to: NOW - MINUTE })).toEqual(['c']);
      expect(await found({ code: ['X'] })).toEqual([['d', 1]]);
      expect(await found({}, { contains: '"old"', deprecated: 'older' })).toEqual([]);
      expect(await found({}, { deprecated: 'OLD' })).toEqual([]);
      expect(await found({}, { quarantined: true })).toEqual([]);
    });

    it('resumes after an ordinal', async () => {
      const [first] = await on.store.append([record({ client: 'a' }), record({ client: 'b' })]);
      await on.store.append([record({ client: 'c', server: 'other' }), record({ client: 'd' })]);
      if (first?.status !== 'stored') throw new Error('not stored');
      const rows = await on.store.since(first.ordinal, { ...LAST_DAY, server: ['shop'] }, 10);
      expect(rows?.map(({ ordinal, row }) => [ordinal - first.ordinal, row.client])).toEqual([
        [1, 'b'],
        [3, 'd'],
      ]);
    });

    it('resumes with the failing members of batches, as the log lists them', async () => {
      const failing = failure('INTERNAL_ERROR');
      const results = batch(
        { operation: 'one', result: failing },
        { operation: 'two', result: { success: true, data: 1 } },
        { operation: 'three', result: failing },
      );
      const [first] = await on.store.append([record({ operation: 'alone', response: failing })]);
      await on.store.append([
        record({ response: results }),
        record({ operation: 'last', response: failing }),
      ]);
      if (first?.status !== 'stored') throw new Error('not stored');
      const filter: Filter = { ...LAST_DAY, category: ['internal'] };
      const since = async (limit: number) =>
        (await on.store.since(first.ordinal - 1, filter, limit))?.map(({ ordinal, row }) => [
          ordinal - first.ordinal,
          row.operation,
          row.index,
        ]);
      const all = [
        [0, 'alone', null],
        [1, 'one', 0],
        [1, 'three', 2],
        [2, 'last', null],
      ];
      expect(await since(10)).toEqual(all);
      expect(await since(2)).toEqual(all.slice(0, 2));
      const whole = await on.store.since(first.ordinal - 1, LAST_DAY, 10);
      expect(whole?.map(({ ordinal }) => ordinal - first.ordinal)).toEqual([0, 1, 2]);
      const { items } = await on.store.responses(filter, { limit: 9 });
      expect(items).toHaveLength(all.length);
    });

    it('shows the place of a response in its session', async () => {
      await on.store.append(
        [5, 4, 3, 2, 1].map((n) => record({ at: NOW - n * MINUTE, session: 's', client: `c${n}` })),
      );
      const rows = await on.log();
      expect(await on.store.response(rows[2]?.id ?? '')).toMatchObject({
        previous: rows[3]?.id,
        next: rows[1]?.id,
        position: { index: 2, count: 5 },
      });
      const [early] = await on.store.append([record({ at: 0, session: 's' })]);
      if (early?.status !== 'stored') throw new Error('not stored');
      expect(await on.store.response(early.id)).toMatchObject({
        session: 's',
        previous: null,
        next: null,
        position: null,
      });
    });
  });

  it('counts a batch once, and its members in errors and groups', async () => {
    const results = batch(
      { operation: 'one', result: { success: true, data: 1 } },
      { operation: 'two', result: failure('NOT_FOUND_RESOURCE', 'gone') },
      {
        operation: 'three',
        result: {
          success: false,
          error: { code: 'INTERNAL_ERROR', message: "Internal error: 'no disk'", details: 'none' },
        },
      },
    );
    await on.store.append([record({ operation: 'all', response: results })]);
    const { totals } = await on.store.overview(LAST_DAY);
    expect(totals).toMatchObject({ responses: 1, failures: 0 });
    expect(await on.store.errors(LAST_DAY)).toMatchObject({ total: 2, responses: 1, failed: 0 });
    const [parent, ...more] = await on.log();
    expect(more).toEqual([]);
    const detail = await on.store.response(parent?.id ?? '');
    expect(detail?.children.map(({ index, operation, code }) => [index, operation, code])).toEqual([
      [0, 'one', null],
      [1, 'two', 'NOT_FOUND_RESOURCE'],
      [2, 'three', 'INTERNAL_ERROR'],
    ]);
    const [member] = await on.log({ ...LAST_DAY, code: ['INTERNAL_*'] });
    expect(member).toMatchObject({ parent: parent?.id, index: 2, operation: 'three', must: 1, should: 0 });
    const child = await on.store.response(member?.id ?? '');
    expect(child).toMatchObject({ raw: detail?.raw, verdict: { code: 'INTERNAL_ERROR', members: [] } });
    expect(child?.verdict.violations).toMatchObject([
      { rule: 'ERR-04', pointer: '/results/2/result/error/details' },
    ]);
    expect(detail?.verdict.violations.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['BAT-03', 'ERR-04']),
    );
    const { items } = await on.store.errorGroups({ ...LAST_DAY, operation: ['three'] }, GROUPS, NOW);
    expect(items).toMatchObject([{ code: 'INTERNAL_ERROR', count: 1, id: child?.group }]);
  });

  it('finds failing members of a batch by their own values and by those of the batch', async () => {
    const results = ['one', 'two', 'one'].map((operation) => ({
      operation,
      result: failure('INTERNAL_ERROR'),
    }));
    await on.store.append([
      record({ client: 'ide', operation: 'all', response: batch(...results) }),
      record({ server: 'other', operation: 'all' }),
    ]);
    const found = async (more: Partial<Filter>) => {
      const filter: Filter = { ...LAST_DAY, code: ['INTERNAL_*'], ...more };
      const { items, total } = await on.store.responses(filter, { limit: 100 });
      const failures = (await on.store.errors(filter)).total;
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

  it('lists with words, a code and an operation the failures that the panels count', async () => {
    await on.store.append([
      record({
        operation: 'all',
        response: batch(
          { operation: 'one', result: failure('INTERNAL_ERROR', 'Disk full') },
          { operation: 'two', result: failure('INTERNAL_ERROR', 'boom') },
          // Counts for its batch's operation, since it has none.
          { result: failure('INTERNAL_ERROR', 'Disk full') },
          { operation: 'one', result: { success: true, data: 'Disk full' } },
        ),
      }),
      record({ operation: 'one', response: failure('INTERNAL_ERROR', 'Disk full') }),
      record({ operation: 'one', response: failure('INTERNAL_ERROR', 'boom') }),
    ]);
    const found = async (more: Partial<Filter>) => {
      const filter = { ...LAST_DAY, ...more };
      const { items } = await on.store.responses(filter, { limit: 100 });
      const { total } = await on.store.errors(filter);
      const groups = await on.store.errorGroups(filter, GROUPS, NOW);
      expect([groups.failures, groups.items.reduce((sum, { count }) => sum + count, 0)]).toEqual([
        total,
        total,
      ]);
      const [series] = (await on.store.series(filter, { metric: 'errors', bucket: '1d', limit: 1 })).series;
      expect(series?.points.reduce((sum, [, n]) => sum + n, 0)).toBe(total);
      expect(total).toBe(items.length);
      return items.map(({ operation, index }) => [operation, index]);
    };
    const one = ['one', null];
    expect(await found({ code: ['INTERNAL_*'], q: 'disk' })).toEqual([one, ['all', 2], ['one', 0]]);
    expect(await found({ code: ['INTERNAL_*'], q: 'disk', operation: ['one'] })).toEqual([one, ['one', 0]]);
    expect(await found({ category: ['internal'], operation: ['all'] })).toEqual([['all', 2]]);
    expect(await found({ code: ['INTERNAL_*'], q: 'disk', operation: ['all'] })).toEqual([['all', 2]]);
    expect(await found({ code: ['INTERNAL_*'], q: 'disk', outcome: ['failure'] })).toEqual([one]);
    expect(await found({ code: ['NOT_*'], q: 'disk' })).toEqual([]);
    const [group] = (await on.store.errorGroups({ ...LAST_DAY, q: 'disk' }, GROUPS, NOW)).items;
    const detail = await on.store.errorGroup(group?.id ?? '', { ...LAST_DAY, q: 'disk' }, NOW);
    const sample = { message: 'Disk full' };
    expect(detail).toMatchObject({ operation: 'one', count: 2, samples: [sample, sample] });
  });
}
