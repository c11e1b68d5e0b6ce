import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Connection } from '../../../../server/store/sqlite/file/connection.ts';
import { Captures } from '../../../../server/store/sqlite/rows/captures.ts';
import type { Store } from '../../../../server/store/store.ts';
import { finish, GROUPS, LAST_DAY } from '../conformance/bench.ts';
import { newFile, withStore } from '../files.ts';
import { deprecated, failure, NOW, quota, record, warned } from '../records.ts';

interface Names {
  readonly code: string;
  readonly client: string;
  readonly tool: string;
}

const failed = (server: string, { code, client, tool }: Names) =>
  record({ server, client, tool, response: failure(code) });

/** Stores responses of a server that makes up `count` codes, clients and tools. */
async function makeUp(store: Store, server: string, count: number): Promise<void> {
  const made = (n: number) => ({ code: `${server}_${n}`, client: `${server} ${n}`, tool: `${server}.${n}` });
  await store.append(Array.from({ length: count }, (_, n) => failed(server, made(n))));
}

/** The names under which a response is stored. */
async function storedAs(store: Store, names: Names): Promise<Names> {
  await store.append([failed('good', names)]);
  const { items } = await store.responses({ ...LAST_DAY, server: ['good'] }, { limit: 1 });
  const { code, client, tool } = items[0] ?? {};
  return { code: code ?? '', client: client ?? '', tool: tool ?? '' };
}

it('knows the codes, clients and tools of a server, however many another makes up', async () => {
  const file = newFile();
  for (const [round, most] of [
    ['1', 1000],
    ['2', 800],
  ] as const)
    await withStore(file, async (store) => {
      await makeUp(store, `noisy${round}`, 10_001);
      const names = { code: `OWN_${round}`, client: `own ${round}`, tool: `own_${round}` };
      expect(await storedAs(store, names)).toEqual(names);
      const { totals } = await store.facets({ ...LAST_DAY, server: [`noisy${round}`] });
      expect(totals.codes).toBe(most);
    });
});

it('knows the codes that everyone knows, however many others make up', async () => {
  await withStore(newFile(), async (store) => {
    for (const n of [1, 2, 3, 4, 5, 6]) await makeUp(store, `noisy${n}`, 1001);
    const rest = { client: 'ide', tool: 'read' };
    for (const [code, as] of [
      ['OWN', '(other)'],
      ['NOT_FOUND_RESOURCE', 'NOT_FOUND_RESOURCE'],
      ['UNAUTHORIZED', 'UNAUTHORIZED'],
    ] as const)
      expect(await storedAs(store, { ...rest, code })).toMatchObject({ code: as });
  });
});

it('has no name of a server that was forgotten, and every name that others have', async () => {
  const file = newFile();
  const [own, shared] = ['OWN', 'SHARED'].map((word) => ({ code: word, client: word, tool: word }));
  if (own === undefined || shared === undefined) throw new Error('no names');
  await withStore(file, async (store) => {
    await store.append([failed('gone', own), failed('gone', shared), failed('good', shared)]);
    await store.append([failed('gone', { code: 'LATE', client: 'LATE', tool: 'LATE' })]);
  });
  await withStore(file, async (store) => {
    await store.forget('gone');
    expect(await storedAs(store, { ...own, code: 'LATE' })).toEqual({ ...own, code: 'LATE' });
    await finish(() => store.forgetRest());
    expect(await storedAs(store, { ...shared, client: 'OWN' })).toEqual({ ...shared, client: 'OWN' });
    expect((await store.diagnose()).faults).toEqual([]);
    const { totals } = await store.facets(LAST_DAY);
    expect(totals).toMatchObject({ servers: 1, codes: 2, clients: 2 });
    while ((await store.tidy()).more);
  });
  const bytes = readFileSync(file, 'latin1');
  expect(['gone', 'OWN', 'LATE', 'SHARED'].map((word) => bytes.includes(word))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  await withStore(file, async (store) => {
    await store.forget('good');
    await finish(() => store.forgetRest());
    while ((await store.tidy()).more);
  });
  const rest = readFileSync(file, 'latin1');
  expect(['good', 'OWN', 'LATE', 'SHARED'].filter((word) => rest.includes(word))).toEqual([]);
});

it('tells apart names that only their boundary tells apart, also those of a file that was closed', async () => {
  const file = newFile();
  const callers = [
    { client: 'a', client_version: 'b\0' },
    { client: 'a\0=b' },
    { client: 'a","b' },
    { client: '\u001f\u007f\u2028\n\\' },
  ];
  for (const _ of [1, 2])
    await withStore(file, async (store) => {
      await store.append(callers.map((caller) => record(caller)));
      expect((await store.clients(LAST_DAY)).items).toHaveLength(callers.length);
    });
});

it('lists no more versions of an error group than of its server, which a restart does not make more', async () => {
  const file = newFile();
  const response = failure('INTERNAL_ERROR');
  const of = (n: number) => record({ at: NOW - 1000 + n, server_version: `1.0.0+${n}`, response });
  const appended = (store: Store, from: number) =>
    store.append(Array.from({ length: 150 }, (_, n) => of(from + n)));
  await withStore(file, (store) => appended(store, 0));
  await withStore(file, async (store) => {
    await appended(store, 150);
    const [group] = (await store.errorGroups(LAST_DAY, GROUPS, NOW)).items;
    const detail = await store.errorGroup(group?.id ?? '', LAST_DAY, NOW);
    const first = Array.from({ length: 200 }, (_, n) => `1.0.0+${n}`);
    expect(detail?.versions.map(({ version }) => version)).toEqual(['(other)', ...first.toReversed()]);
  });
});

it('a server that is only partly forgotten is the only fault, whatever is gone of it', async () => {
  await withStore(newFile(), async (store) => {
    await store.append([
      record({ server: 'good', response: failure('X') }),
      record({ server: 'gone', response: failure('X', 'It did not work', { a: 1 }) }),
      record({
        server: 'gone',
        session: 's',
        response: warned(deprecated('old'), quota('requests_per_day', 850)),
      }),
    ]);
    const told: (readonly string[])[] = [];
    await finish(async () => {
      const piece = told.length === 0 ? await store.forget('gone') : await store.forgetRest('gone');
      told.push((await store.diagnose()).faults);
      return piece;
    });
    const partly = ['gone is only partly deleted; a running dashboard deletes the rest'];
    expect(told.length).toBeGreaterThan(8);
    expect(told).toEqual([...Array(told.length - 1).fill(partly), []]);
  });
});

it('keeps both of two captures whose ids have one digest, and knows each again', async () => {
  const file = newFile();
  await withStore(file, async (store) => {
    const connection = Connection.toRead(file, {});
    const captures = new Captures(connection);
    connection.close();
    const byDigest = new Map<number, string>();
    let alike: readonly string[] = [];
    for (let n = 0; alike.length === 0; n++) {
      const id = `${n}-`;
      const digest = captures.digest('shop', id);
      const other = byDigest.get(digest);
      if (other === undefined) byDigest.set(digest, id);
      else alike = [other, id];
    }
    const answers: string[] = [];
    for (const id of [...alike, ...alike])
      for (const { status } of await store.append([record({ id })])) answers.push(status);
    expect(answers).toEqual(['stored', 'stored', 'duplicate', 'duplicate']);
  });
});
