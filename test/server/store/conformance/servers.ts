import { expect, it } from 'vitest';
import type { Filter } from '../../../../server/store/store.ts';
import { iso } from '../../../../shared/time/instant.ts';
import { DAY, failure, HOUR, MINUTE, NOW, record, SECOND } from '../records.ts';
import { type Bench, LAST_DAY } from './bench.ts';

/** Servers and clients, and the values offered by filters. */
export function servers(on: Bench): void {
  it('lists servers worst first, with versions, dialects, clients and operations', async () => {
    await on.store.append([
      ...Array.from({ length: 6 }, () => record({ server: 'bad', response: failure('INTERNAL_ERROR') })),
      record({ at: NOW - HOUR, server_version: '1' }),
      record({ server_version: '2', client: 'ide', operation: 'else' }),
      record({ at: NOW - 3 * DAY, server: 'gone' }),
    ]);
    const { items } = await on.store.servers(LAST_DAY);
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
    const then = await on.store.servers({ from: NOW - DAY, to: NOW - HOUR / 2 });
    expect(then.items.find(({ name }) => name === 'shop')).toMatchObject({
      version: '1',
      responses: 1,
      last_seen: items[1]?.last_seen,
    });
  });

  it('tells when a version was ever seen, whatever it spoke in the range', async () => {
    const prose = { content: [{ type: 'text', text: 'hello' }] };
    await on.store.append([
      record({ at: NOW - 3 * DAY, server_version: '1' }),
      record({ at: NOW - 2 * DAY, server_version: '2' }),
      record({ at: NOW - 2 * HOUR, server_version: '2' }),
      record({ at: NOW - HOUR, server_version: '1', tool: 'say', response: prose }),
    ]);
    const { items } = await on.store.servers(LAST_DAY);
    const once = { responses: 1, failures: 0 };
    expect(items[0]?.versions).toEqual([
      { version: '2', first_seen: iso(NOW - 2 * DAY), last_seen: iso(NOW - 2 * HOUR), ...once },
      { version: '1', first_seen: iso(NOW - 3 * DAY), last_seen: iso(NOW - HOUR), ...once },
    ]);
    const { items: before } = await on.store.servers({ from: NOW - 3 * DAY - HOUR, to: NOW - 2 * DAY });
    expect(before[0]).toMatchObject({ versions: [{ version: '1' }], dialects: [{ dialect: 'mcp-aql' }] });
  });

  it('counts the failures of each version of a server and of a client', async () => {
    const of = (version: string) => ({ server_version: version, client: 'ide', client_version: version });
    await on.store.append([
      ...Array.from({ length: 3 }, () => record({ at: NOW - 2 * HOUR, ...of('1') })),
      record({ at: NOW - 2 * HOUR, ...of('1'), response: failure('INTERNAL_ERROR') }),
      record(of('2')),
      ...Array.from({ length: 2 }, () => record({ ...of('2'), response: failure('INTERNAL_ERROR') })),
    ]);
    const versions = [
      { version: '2', responses: 3, failures: 2 },
      { version: '1', responses: 4, failures: 1 },
    ];
    expect((await on.store.servers(LAST_DAY)).items).toMatchObject([{ versions }]);
    expect((await on.store.clients(LAST_DAY)).items).toMatchObject([{ failures: 3, versions }]);
  });

  it('calls a server degraded for a few failures if they are a large share of its responses', async () => {
    await on.store.append([
      record({ server: 'new', response: failure('INTERNAL_ERROR') }),
      ...Array.from({ length: 3 }, () => record({ server: 'new' })),
      record({ server: 'old', response: failure('INTERNAL_ERROR') }),
      ...Array.from({ length: 4 }, () => record({ server: 'old' })),
    ]);
    const { items } = await on.store.servers(LAST_DAY);
    expect(items.map(({ name, health }) => [name, health])).toEqual([
      ['new', 'degraded'],
      ['old', 'healthy'],
    ]);
  });

  it('calls a server failing by its newest responses, however long the range is', async () => {
    const [down, up] = ['down', 'up'].map((server) => ({ server }));
    /** It answered often until it failed, and nobody has called it since. */
    const gone = (server: string, at: number) => [
      ...Array.from({ length: 600 }, (_, n) => record({ server, at: at - (n + 20) * 20 * SECOND })),
      ...Array.from({ length: 9 }, (_, n) =>
        record({ server, at: at - n * SECOND, response: failure('INTERNAL_ERROR') }),
      ),
    ];
    await on.store.append([
      ...Array.from({ length: 30 * 24 }, (_, n) => record({ ...down, at: NOW - (n + 1) * HOUR })),
      // Of no operation so many that they were an incident.
      ...Array.from({ length: 12 }, (_, n) =>
        record({
          ...down,
          at: NOW - n * SECOND,
          operation: `o${n % 4}`,
          response: failure('INTERNAL_ERROR'),
        }),
      ),
      ...Array.from({ length: 8 }, (_, n) =>
        record({ ...up, at: NOW - HOUR - n * SECOND, response: failure('INTERNAL_ERROR') }),
      ),
      ...Array.from({ length: 12 }, (_, n) => record({ ...up, at: NOW - n * SECOND })),
      ...gone('gone', NOW - 7 * HOUR),
      ...gone('gone before', NOW - DAY - MINUTE),
    ]);
    for (const range of [2 * HOUR, DAY, 7 * DAY, 30 * DAY]) {
      const filter = { from: NOW - range, to: NOW + 1 };
      const { items } = await on.store.servers(filter);
      const healths = items.map(({ name, health }) => [name, health] as const);
      expect(new Map(healths)).toEqual(
        new Map([
          ['down', 'failing'],
          ['up', 'degraded'],
          ['gone', range === 2 * HOUR ? 'silent' : 'failing'],
          ['gone before', range <= DAY ? 'silent' : 'healthy'],
        ]),
      );
      const { servers } = await on.store.overview(filter);
      expect(servers.map(({ name, health }) => [name, health])).toEqual(healths);
    }
  });

  it.each([
    { code: ['INTERNAL_*'] },
    { category: ['internal' as const] },
    { outcome: ['failure' as const] },
    { level: ['must' as const] },
    { rule: ['ENV-03'] },
    { q: 'broke' },
  ])('does not judge the health of servers by the responses of %j alone', async (said) => {
    await on.store.append([
      ...Array.from({ length: 6 }, () => record({ response: failure('INTERNAL_ERROR', 'It broke') })),
      ...Array.from({ length: 6 }, () => record({ response: { success: true } })),
      ...Array.from({ length: 600 }, () => record({})),
    ]);
    const healths = async (filter: Filter) => [
      (await on.store.servers(filter)).items.map(({ health }) => health),
      (await on.store.overview(filter)).servers.map(({ health }) => health),
    ];
    expect(await healths({ ...LAST_DAY, ...said })).toEqual([[null], [null]]);
    expect(await healths({ ...LAST_DAY, notCode: ['INTERNAL_ERROR'], severityMax: 0 })).toEqual([
      ['healthy'],
      ['healthy'],
    ]);
  });

  it('has the dialect of the newest envelope, whatever came after it that fits none', async () => {
    const rpc = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } };
    const plain = { content: [{ type: 'text', text: 'words' }] };
    await on.store.append([
      record({ at: NOW - HOUR }),
      record({ at: NOW - 2 * SECOND, tool: 'say', response: plain }),
      record({ at: NOW - SECOND, response: rpc }),
      record({ server: 'words', tool: 'say', at: NOW - HOUR, response: plain }),
      record({ server: 'words', tool: 'say', response: rpc }),
      record({ server: 'silent', tool: 'say', response: rpc }),
      record({ tool: 'ping', response: { success: true, pong: 1 } }),
      record({ server: 'flags', tool: 'ping', response: { success: true, pong: 1 } }),
      record({ server: 'flags', tool: 'say', response: plain }),
    ]);
    const { items } = await on.store.servers(LAST_DAY);
    expect(Object.fromEntries(items.map(({ name, dialect }) => [name, dialect]))).toEqual({
      flags: 'success-flag',
      shop: 'mcp-aql',
      words: 'plain',
      silent: 'jsonrpc-error',
    });
  });

  it('pins the dialect of a known server', async () => {
    await on.store.append([record()]);
    expect(await on.store.pin('shop', 'result')).toBe(true);
    expect(await on.store.pin('never', 'result')).toBeUndefined();
    expect([...(await on.store.pins())]).toEqual([['shop', 'result']]);
    expect((await on.store.servers(LAST_DAY)).items[0]).toMatchObject({
      dialect: 'result',
      pinned: true,
    });
    await on.store.pin('shop', null);
    expect((await on.store.pins()).size).toBe(0);
  });

  it('lists clients and the values offered by filters', async () => {
    await on.store.append([
      record({ at: NOW - HOUR, client: 'ide', client_version: '1', response: failure('INTERNAL_ERROR') }),
      record({ client: 'ide', client_version: '2', server: 'other' }),
      record(),
    ]);
    const { items } = await on.store.clients(LAST_DAY);
    expect(items).toMatchObject([
      { name: 'ide', responses: 2, failures: 1, servers: 2 },
      { name: null, responses: 1 },
    ]);
    const seen = { first_seen: iso(NOW - HOUR), last_seen: iso(NOW - MINUTE) };
    for (const part of [{ to: NOW - HOUR / 2 }, { from: NOW - HOUR / 2 }]) {
      const then = (await on.store.clients({ ...LAST_DAY, ...part })).items;
      const ide = then.find(({ name }) => name === 'ide');
      expect(ide).toMatchObject({ responses: 1, versions: [{ responses: 1 }], ...seen });
    }
    expect(await on.store.facets({ ...LAST_DAY, server: ['shop'] })).toMatchObject({
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
      totals: { servers: 2, clients: 2, operations: 1, codes: 1, warnings: 0 },
    });
  });
}
