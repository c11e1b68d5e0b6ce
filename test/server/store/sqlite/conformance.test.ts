import { openStore } from '../../../../server/store/open.ts';
import type { Changes, ReadStore, Store, Verdicts } from '../../../../server/store/store.ts';
import { conformance } from '../conformance/conformance.ts';
import { newFile } from '../files.ts';

/** Room for about 3 MB. */
const SMALL = { maxPages: 400 };
/** The end of a long range is then counted up to one response. */
const TIGHT = { budget: 4 };

const copies = {
  newCopy: newFile,
  openCopy: (file: string) => openStore(file, { role: 'reader' }),
};

/** Opens a store as the program does: one connection writes, another answers. */
async function openPair(
  bounds: { readonly maxPages?: number; readonly budget?: number } = {},
): Promise<Store> {
  const file = newFile();
  const writer = await openStore(file, { role: 'writer', ...bounds });
  const reader = await openStore(file, { role: 'reader', ...bounds });
  const changes: readonly (keyof (Changes & Verdicts))[] = [
    'append',
    'changeGroup',
    'pin',
    'retain',
    'forget',
    'forgetRest',
    'tidy',
    'compact',
    'reinspect',
  ];
  return new Proxy(writer, {
    get(_, name) {
      if (name === 'close') return () => Promise.all([writer.close(), reader.close()]);
      const owner: ReadStore = changes.some((change) => change === name) ? writer : reader;
      const value: unknown = Reflect.get(owner, name, owner);
      return typeof value === 'function' ? value.bind(owner) : value;
    },
  });
}

conformance('SQLite in memory', {
  ...copies,
  open: () => openStore(':memory:', { role: 'writer' }),
  openSmall: () => openStore(':memory:', { role: 'writer', ...SMALL }),
  openTight: () => openStore(':memory:', { role: 'writer', ...TIGHT }),
});
conformance('a SQLite file', {
  ...copies,
  open: openPair,
  openSmall: () => openPair(SMALL),
  openTight: () => openPair(TIGHT),
});
