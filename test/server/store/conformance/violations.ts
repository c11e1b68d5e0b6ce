import { expect, it } from 'vitest';
import type { Filter } from '../../../../server/store/store.ts';
import { DAY, HOUR, MINUTE, NOW, record } from '../records.ts';
import { type Bench, LAST_DAY } from './bench.ts';

/** Violations, and the scores of servers. */
export function violations(on: Bench): void {
  it('counts violations by rule and server, with the version they began in, and scores the servers', async () => {
    const broken = { success: true };
    await on.store.append([
      record({ at: NOW - 2 * HOUR, server_version: '1.0' }),
      record({ at: NOW - HOUR, server_version: '1.1', response: broken }),
      record({ server_version: '1.2', operation: 'pay', response: broken }),
      record({ server: 'good' }),
    ]);
    const { must, items } = await on.store.violations(LAST_DAY);
    expect(must).toBe(2);
    const [newest] = await on.log({ ...LAST_DAY, rule: ['ENV-03'] });
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
      last_seen: new Date(NOW - MINUTE).toISOString(),
      response: newest?.id,
    });
    const lately = (await on.store.violations({ ...LAST_DAY, from: NOW - HOUR / 2 })).items;
    expect(lately.filter(({ rule }) => rule === 'ENV-03')).toMatchObject([
      { count: 1, since_version: '1.1', first_seen: new Date(NOW - HOUR).toISOString() },
    ]);
    const { servers } = await on.store.conformance(LAST_DAY);
    expect(servers.map(({ server, score }) => [server, score])).toEqual([
      ['shop', 33.3],
      ['good', 100],
    ]);
    const earlier = { at: NOW - 90 * MINUTE, server_version: '1.0' };
    await on.store.append([record({ ...earlier, operation: 'pay', response: broken })]);
    const late = (await on.store.violations(LAST_DAY)).items.find(({ rule }) => rule === 'ENV-03');
    expect(late).toMatchObject({
      count: 3,
      since_version: '1.0',
      first_seen: new Date(NOW - 90 * MINUTE).toISOString(),
      last_seen: new Date(NOW - MINUTE).toISOString(),
    });
  });

  it('takes for proven what a server breaks whose dialect is pinned', async () => {
    const response = { success: false, error: { message: 'It did not work' }, more: 1 };
    await on.store.append([
      record({ tool: 'read', response }),
      record({ server: 'b', tool: 'read', response }),
    ]);
    await on.store.pin('b', 'mcp-aql');
    const proven = async () => {
      const { items } = await on.store.violations(LAST_DAY);
      return [...new Set(items.map((row) => `${row.server} ${row.proven}`))].sort();
    };
    expect(await proven()).toEqual(['b true', 'shop false']);
    await on.store.pin('b', null);
    expect(await proven()).toEqual(['b false', 'shop false']);
  });

  it('shows the newest response with each violation in the filter, however narrow that is', async () => {
    const broken = (given: object) => record({ response: { success: true }, ...given });
    const failed = { success: false, error: { code: 'DISK', message: 'no room on disk', details: 'none' } };
    const appended = await on.store.append([
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
      const { items } = await on.store.violations({ ...LAST_DAY, server: ['shop'], ...more });
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

  it('shows no response from outside the filter if it could not search far enough for one inside', async () => {
    const bad = { success: false, error: { code: 'DISK', message: 'full', details: 'none' } };
    const given = (client: string, at: number) => record({ at, client, response: bad });
    const [own] = await on.store.append([given('ide', NOW - 30 * MINUTE)]);
    await on.store.append(Array.from({ length: 4500 }, (_, i) => given('bot', NOW - 20 * MINUTE + i)));
    const filter = { from: NOW - 30 * DAY, to: NOW, client: ['ide'] };
    const { items } = await on.store.violations(filter);
    const row = items.find(({ rule }) => rule === 'ERR-04');
    expect(row?.count).toBe(1);
    expect([null, own?.status === 'stored' && own.id]).toContain(row?.response);
    const { id } = await on.only(filter);
    const detail = await on.store.errorGroup(id, filter, NOW);
    expect(detail?.count).toBe(1);
    expect(detail?.samples.map(({ client }) => client)).toEqual(['ide']);
    const clients = detail?.breakdowns.filter(({ dimension }) => dimension === 'client') ?? [];
    expect(clients.flatMap(({ values }) => values).filter(({ value }) => value !== 'ide')).toEqual([]);
  });
}
