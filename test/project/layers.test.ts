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
  { folder: 'shared/report', may: ['shared', 'shared/rules', 'shared/sessions'] },
  { folder: 'shared/api', may: ['shared'], packages: ['typebox'] },

  // The server: each part sees only the interface of the next; only cli and the threads see engines.
  {
    folder: 'server',
    may: [
      'shared',
      'shared/api',
      'server/ingest',
      'server/store',
      'server/plugins',
      'server/routes',
      'server/cli',
    ],
    packages: ['node:', 'fastify', '@fastify/', 'typebox'],
  },
  { folder: 'server/encodings', may: [], packages: ['node:'] },
  { folder: 'server/capture', may: ['shared', 'server/encodings'], packages: ['node:', 'cross-spawn'] },
  { folder: 'server/middleware', may: ['shared', 'server/capture'], packages: ['node:'] },
  {
    folder: 'server/ingest',
    may: ['shared', 'shared/api', 'shared/rules', 'shared/sessions', 'server/encodings', 'server/store'],
    packages: ['node:'],
  },
  {
    folder: 'server/plugins',
    may: ['shared', 'shared/api', 'server', 'server/ingest', 'server/store'],
    packages: ['node:', 'fastify', '@fastify/', 'prom-client', 'typebox'],
  },
  {
    folder: 'server/routes',
    may: ['shared', 'shared/api', 'shared/report', 'shared/rules', 'server', 'server/ingest', 'server/store'],
    packages: ['node:', 'fastify', '@fastify/', 'typebox'],
  },
  { folder: 'server/store', may: ['shared', 'shared/api', 'server/store/*'], packages: ['node:'] },
  // What every engine answers alike: pure, so no Node, no package, no engine.
  { folder: 'server/store/answers', may: ['shared', 'shared/api', 'server/store'] },
  {
    folder: 'server/store/sqlite',
    may: ['shared', 'server/store', 'server/store/sqlite/*'],
    packages: ['node:', 'better-sqlite3'],
  },
  // Within the engine, each part builds on those before it.
  { folder: 'server/store/sqlite/packed', may: ['shared'], packages: ['better-sqlite3'] },
  { folder: 'server/store/sqlite/file/migrations', may: [] },
  {
    folder: 'server/store/sqlite/file',
    may: ['shared', ...inSqlite('file/migrations', 'packed')],
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
    packages: ['node:'],
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
    folder: 'server/threads',
    may: ['shared', 'shared/api', 'shared/rules', 'server/capture', 'server/ingest', 'server/store'],
    packages: ['node:'],
  },
  {
    folder: 'server/demo',
    may: ['shared', 'shared/api', 'server/demo/scripts', 'server/ingest', 'server/store'],
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
    may: ['shared', 'shared/*', 'server', 'server/capture', 'server/cli'],
    packages: ['node:'],
  },
  { folder: 'server/scripts', may: [], packages: ['node:', 'vite'] },

  // The page: app on top of features on top of shared parts; of the server only its contract.
  { folder: 'web/styles', may: [] },
  { folder: 'web/lib', may: ['shared', 'shared/api'], packages: ['react', 'react-dom', '@tanstack/'] },
  {
    folder: 'web/ui',
    may: ['shared', 'shared/api', 'web/lib', 'web/ui/*'],
    packages: ['react', 'react-dom', '@tanstack/', 'lucide-react', 'cmdk'],
  },
  {
    folder: 'web/ui/chart',
    may: ['shared', 'shared/api', 'web/lib', 'web/ui'],
    packages: ['react', 'lucide-react', 'recharts'],
  },
  {
    folder: 'web/ui/verdict',
    may: ['shared', 'shared/api', 'web/lib', 'web/ui', 'web/ui/json'],
    packages: ['react', '@tanstack/', 'lucide-react'],
  },
  {
    folder: 'web/ui/*',
    may: ['shared', 'shared/api', 'web/lib', 'web/ui'],
    packages: ['react', '@tanstack/', 'lucide-react'],
  },
  {
    folder: 'web/features/*',
    may: ['shared', 'shared/api', 'shared/rules', 'web/lib', 'web/ui', 'web/ui/*'],
    packages: ['react', '@tanstack/', 'lucide-react'],
  },
  {
    folder: 'web/app',
    may: ['shared', 'shared/api', 'web/app/shell', 'web/features/*', 'web/lib', 'web/ui', 'web/styles'],
    packages: ['react', 'react-dom', '@tanstack/', '@fontsource-variable/'],
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

/** Returns why a module may not import a target; undefined if it may. */
function objection(file: string, target: string): string | undefined {
  const from = dirname(file);
  const layer = layerOf(from);
  if (layer === undefined) return `${from} is in no layer`;
  const local = /^(?:shared|server|web|test)\//.test(target);
  if (!local) {
    const allowed = (layer.packages ?? []).some((name) =>
      /[:/]$/.test(name) ? target.startsWith(name) : target === name || target.startsWith(`${name}/`),
    );
    return allowed ? undefined : `${file} imports the package ${target}`;
  }
  const to = dirname(target);
  if (to === from) return layer.apart ? `${file} imports its neighbour ${target}` : undefined;
  const may = layer.may.flatMap((pattern) => (pattern === 'shared' ? DOMAIN : pattern));
  return may.some((pattern) => matches(pattern, to)) ? undefined : `${file} imports ${target}`;
}

const modules = ['shared', 'server', 'web']
  .flatMap(filesBelow)
  .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));

describe('imports', () => {
  test('are allowed by the table of layers', () => {
    const objections = modules.flatMap((file) =>
      importsOf(file).flatMap((target) => objection(file, target) ?? []),
    );
    expect([...new Set(objections)]).toEqual([]);
  });

  test('of the chart library are in one folder', () => {
    const importers = modules
      .filter((file) => importsOf(file).includes('recharts'))
      .map((file) => dirname(file));
    expect(new Set(importers)).toEqual(new Set(['web/ui/chart']));
  });
});
