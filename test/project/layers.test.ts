import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesBelow, importsOf } from './sources.ts';

interface Layer {
  /** Folder; `*` stands for any one name, and every such folder is a layer of its own. */
  readonly folder: string;
  /** Folders and files its modules may import from, besides their own folder. */
  readonly may: readonly string[];
  /** Packages; `node:` stands for all of Node's. */
  readonly packages?: readonly string[];
  /** True if the modules of one folder may not import each other. */
  readonly apart?: true;
}

/** Parts of the SQLite engine by name, with the store's interface and answers, which all of them may use. */
const inSqlite = (...parts: readonly string[]) => [
  'server/store',
  'server/store/answers',
  ...parts.map((part) => `server/store/sqlite/${part}`),
];

/** The domain, and what it is written in, which knows nothing of envelopes. */
const DOMAIN = ['shared', 'shared/json', 'shared/time', 'shared/text', 'shared/collections'];

/** Who may import whom. A folder that is missing here fails: decide where it belongs. */
const LAYERS: readonly Layer[] = [
  { folder: 'shared/json', may: [] },
  { folder: 'shared/time', may: [] },
  { folder: 'shared/text', may: [] },
  { folder: 'shared/collections', may: [] },
  // The domain: pure, so no Node, no DOM, no package.
  { folder: 'shared', may: ['shared', 'shared/dialects', 'shared/rules'] },
  { folder: 'shared/dialects', may: ['shared'] },
  { folder: 'shared/rules', may: ['shared', 'shared/rules/*', 'shared/sessions'] },
  {
    folder: 'shared/rules/*',
    may: ['shared', 'shared/dialects', 'shared/rules', 'shared/sessions'],
    apart: true,
  },
  { folder: 'shared/sessions', may: ['shared', 'shared/rules'] },
  // What a text is that someone records or pastes, and which request a reply in it answers.
  { folder: 'shared/recording', may: ['shared'] },
  { folder: 'shared/report', may: ['shared', 'shared/rules'] },
  { folder: 'shared/api', may: ['shared'], packages: ['typebox'] },

  // The server: each part sees only the interface of the next; only cli and the threads see engines.
  {
    folder: 'server',
    may: ['shared', 'server/store', 'server/plugins', 'server/routes', 'server/cli'],
    packages: ['node:', 'fastify', 'typebox'],
  },
  { folder: 'server/encodings', may: [], packages: ['node:'] },
  {
    folder: 'server/capture',
    may: ['shared', 'shared/recording', 'server/encodings'],
    packages: ['node:', 'cross-spawn'],
  },
  { folder: 'server/middleware', may: ['shared/recording', 'server/capture'], packages: ['node:'] },
  {
    folder: 'server/ingest',
    may: [
      'shared',
      'shared/api',
      'shared/recording',
      'shared/rules',
      'shared/sessions',
      'server/encodings',
      'server/store',
    ],
    packages: ['node:'],
  },
  {
    folder: 'server/plugins',
    may: ['shared', 'shared/api', 'server', 'server/ingest', 'server/store'],
    packages: ['node:', 'fastify', '@fastify/', 'prom-client'],
  },
  {
    folder: 'server/routes',
    may: ['shared', 'shared/api', 'shared/report', 'shared/rules', 'server', 'server/ingest', 'server/store'],
    packages: ['node:', 'fastify', 'typebox'],
  },
  { folder: 'server/store', may: ['shared', 'shared/api', 'server/store/*'], packages: ['node:'] },
  // What every engine answers alike: pure, so no Node, no package, no engine.
  { folder: 'server/store/answers', may: ['shared', 'shared/api', 'server/store'] },
  { folder: 'server/store/sqlite', may: ['server/store', 'server/store/sqlite/*'] },
  // Within the engine, each part builds on those before it.
  { folder: 'server/store/sqlite/packed', may: ['shared'], packages: ['better-sqlite3'] },
  { folder: 'server/store/sqlite/file/migrations', may: [] },
  {
    folder: 'server/store/sqlite/file',
    may: ['shared', 'server/store', 'server/store/sqlite/file/migrations', 'server/store/sqlite/packed'],
    packages: ['node:', 'better-sqlite3'],
  },
  { folder: 'server/store/sqlite/rows', may: ['shared', ...inSqlite('file')], packages: ['node:'] },
  {
    folder: 'server/store/sqlite/cells',
    may: ['shared', 'shared/api', ...inSqlite('packed', 'file', 'rows')],
  },
  { folder: 'server/store/sqlite/plan', may: ['shared', ...inSqlite('packed', 'file', 'rows', 'cells')] },
  {
    folder: 'server/store/sqlite/upkeep',
    may: ['shared', ...inSqlite('packed', 'file', 'rows', 'cells', 'plan')],
  },
  {
    folder: 'server/store/sqlite/append',
    may: ['shared', ...inSqlite('packed', 'file', 'rows', 'cells', 'upkeep')],
  },
  {
    folder: 'server/store/sqlite/questions',
    may: ['shared', 'shared/api', 'shared/rules', ...inSqlite('packed', 'file', 'rows', 'cells', 'plan')],
    packages: ['node:'],
  },
  {
    folder: 'server/store/sqlite/diagnosis',
    may: [
      'shared',
      'shared/rules',
      ...inSqlite('packed', 'file', 'rows', 'cells', 'plan', 'upkeep', 'append', 'questions'),
    ],
  },
  {
    folder: 'server/threads',
    may: ['shared', 'shared/api', 'shared/recording', 'server/capture', 'server/ingest', 'server/store'],
    packages: ['node:'],
  },
  {
    folder: 'server/demo',
    may: ['shared', 'server/demo/scripts', 'server/ingest', 'server/store'],
    packages: [],
  },
  { folder: 'server/demo/scripts', may: ['shared', 'server/demo'], apart: true },
  {
    folder: 'server/demo/server',
    may: ['shared', 'server/demo'],
    packages: ['node:', '@modelcontextprotocol/server'],
  },
  {
    folder: 'server/cli',
    may: ['shared', 'shared/*', 'server', 'server/*', 'server/*/*'],
    packages: ['node:', 'typebox'],
  },
  {
    folder: 'server/cli/*',
    may: ['shared', 'shared/*', 'server/capture', 'server/cli'],
    packages: ['node:'],
  },
  { folder: 'server/scripts', may: [], packages: ['node:', 'vite'] },

  // The page: app on top of features on top of shared parts; of the server only its contract.
  { folder: 'web/styles', may: [] },
  { folder: 'web/lib', may: ['shared', 'shared/api'], packages: ['react', 'react-dom', '@tanstack/'] },
  {
    folder: 'web/ui',
    may: ['shared', 'shared/api', 'web/lib'],
    packages: ['react', 'react-dom', '@tanstack/', 'lucide-react'],
  },
  {
    folder: 'web/ui/chart',
    may: ['shared', 'web/lib', 'web/ui'],
    packages: ['react', 'lucide-react', 'recharts'],
  },
  {
    folder: 'web/ui/verdict',
    may: ['shared', 'web/lib', 'web/ui', 'web/ui/json'],
    packages: ['react', '@tanstack/', 'lucide-react'],
  },
  {
    folder: 'web/ui/*',
    may: ['shared', 'web/lib', 'web/ui'],
    packages: ['react', '@tanstack/'],
  },
  {
    folder: 'web/features/*',
    may: ['shared', 'shared/api', 'shared/recording', 'shared/rules', 'web/lib', 'web/ui', 'web/ui/*'],
    packages: ['react', '@tanstack/', 'lucide-react'],
  },
  {
    folder: 'web/app',
    may: ['web/app/shell', 'web/features/*', 'web/lib', 'web/styles'],
    packages: ['react', 'react-dom', '@tanstack/'],
  },
  {
    folder: 'web/app/shell',
    may: ['shared', 'shared/api', 'web/app', 'web/lib', 'web/ui'],
    packages: ['react', '@tanstack/', 'lucide-react', 'cmdk'],
  },
];

const matches = (pattern: string, folder: string) =>
  new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(folder);
const layerOf = (folder: string) =>
  LAYERS.find((layer) => layer.folder === folder) ?? LAYERS.find((layer) => matches(layer.folder, folder));
const isOf = (name: string, target: string) =>
  /[:/]$/.test(name) ? target.startsWith(name) : target === name || target.startsWith(`${name}/`);
const isLocal = (target: string) => /^(?:shared|server|web|test)\//.test(target);

interface Import {
  readonly file: string;
  readonly from: string;
  readonly target: string;
}

const modules = ['shared', 'server', 'web']
  .flatMap(filesBelow)
  .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
const imports = modules.flatMap((file): readonly Import[] =>
  importsOf(file).map((target) => ({ file, from: dirname(file), target })),
);

/** Whether an import is allowed by one of those that its layer `may`, or by one of its `packages`. */
function isAllowedBy({ from, target }: Import, allowed: string): boolean {
  if (!isLocal(target)) return isOf(allowed, target);
  const folder = dirname(target);
  return folder !== from && (allowed === 'shared' ? DOMAIN : [allowed]).some((one) => matches(one, folder));
}

/** Returns why an import may not be; undefined if it may. */
function objection(one: Import): string | undefined {
  const { file, from, target } = one;
  const { apart, may = [], packages = [] } = layerOf(from) ?? {};
  if (isLocal(target) && dirname(target) === from)
    return apart ? `${file} imports its neighbour ${target}` : undefined;
  const isAllowed = [...may, ...packages].some((allowed) => isAllowedBy(one, allowed));
  return isAllowed ? undefined : `${file} imports ${target}`;
}

describe('the table of layers', () => {
  test('has every folder of modules, and no other', () => {
    const folders = new Set(['shared', 'server', 'web'].flatMap(filesBelow).map((file) => dirname(file)));
    expect(modules.filter((file) => layerOf(dirname(file)) === undefined)).toEqual([]);
    expect(LAYERS.filter(({ folder }) => ![...folders].some((one) => matches(folder, one)))).toEqual([]);
  });

  test('allows every import', () => {
    expect([...new Set(imports.flatMap((one) => objection(one) ?? []))]).toEqual([]);
  });

  test('allows nothing that no module needs', () => {
    const needless = LAYERS.flatMap(({ folder, may, packages = [] }) => {
      const own = imports.filter(({ from }) => layerOf(from)?.folder === folder);
      return [...may, ...packages]
        .filter((allowed) => !own.some((one) => isAllowedBy(one, allowed)))
        .map((allowed) => `${folder}: ${allowed}`);
    });
    expect(needless).toEqual([]);
  });
});

test('the chart library is imported by one folder alone', () => {
  const importers = imports.filter(({ target }) => target === 'recharts').map(({ from }) => from);
  expect(new Set(importers)).toEqual(new Set(['web/ui/chart']));
});
