import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openStore } from '../../../server/store/open.ts';
import type { Store } from '../../../server/store/store.ts';
import { conformance } from './conformance.ts';

const folder = mkdtempSync(join(tmpdir(), 'mailroom-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

/** As the program has it: one connection that writes, and another that answers. */
async function openPair(): Promise<Store> {
  const file = join(folder, `${files++}.db`);
  const writer = await openStore(file, { role: 'writer' });
  const reader = await openStore(file, { role: 'reader' });
  const writes: readonly (keyof Store)[] = [
    'append',
    'changeGroup',
    'pin',
    'retain',
    'forget',
    'forgetRest',
    'tidy',
    'rejudge',
  ];
  return new Proxy(reader, {
    get(_, name) {
      if (name === 'close') return () => Promise.all([writer.close(), reader.close()]);
      const owner: Store = writes.some((write) => write === name) ? writer : reader;
      const value: unknown = Reflect.get(owner, name, owner);
      return typeof value === 'function' ? value.bind(owner) : value;
    },
  });
}

conformance('SQLite in memory', () => openStore(':memory:', { role: 'both' }));
conformance('a SQLite file', openPair);
