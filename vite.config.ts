import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { executable } from './server/scripts/executable.ts';
import { palette } from './server/scripts/palette.ts';
import { precompress } from './server/scripts/precompress.ts';
import { preload } from './server/scripts/preload.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The server under `npm run dev`, which accepts only requests from its own origin. */
const DEVELOPED = {
  target: 'http://127.0.0.1:4680',
  changeOrigin: true,
  headers: { origin: 'http://127.0.0.1:4680' },
};

/**
 * Keeps requests few: a chunk with what every page needs, one with what several others share, whatever folder it is
 * from, one with what frames every page but may appear after it, then one per page (the first is named, to be
 * preloaded); the chart library has its own. A group also takes what its modules import, unless one of higher priority
 * does: otherwise, pages would load the overview for one file.
 */
const CHUNKS = [
  { name: 'app', tags: ['$initial' as const], priority: 2 },
  { name: 'parts', minShareCount: 2, priority: 1 },
  { name: 'foot', test: /[\\/]app[\\/]shell[\\/](?:foot|printed|quota-indicator)/ },
  { name: 'overview', test: /[\\/]web[\\/]features[\\/]overview[\\/]/ },
];

/**
 * Scripts and styles refer to each other by relative paths, so that they work under any base path; the server
 * inserts that into the page.
 */
const renderBuiltUrl = (file: string, { hostType }: { readonly hostType: 'js' | 'css' | 'html' }) =>
  hostType === 'html' ? `/${file}` : { relative: true };

/** The conformance suite, whose own file is short, is not left for the end, when the other workers have nothing to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const isSuite = ({ moduleId }: TestSpecification) =>
      moduleId.endsWith('/store/sqlite/conformance.test.ts');
    return [...bySize.filter(isSuite), ...bySize.filter((file) => !isSuite(file))];
  }
}

/** Tests that need no build. */
const PURE = ['test/{shared,web,project,server/store/answers}/**/*.test.{ts,tsx}'];

/**
 * `vite build` builds the dashboard, `vite build --ssr` the program, in which each worker thread is an entry.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: at('./web'),
  plugins: isSsrBuild
    ? [executable('main.js')]
    : [react(), palette(), preload(['parts'], ['overview', 'plot']), precompress()],
  cacheDir: at('./.cache/vite'),
  // The router's store brings a copy of a hook that React has had since version 18.
  ...(!isSsrBuild && {
    resolve: {
      alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
    },
  }),
  // Hundreds of small files take longer to find than to run: a start takes a tenth less without them.
  ...(isSsrBuild && { ssr: { noExternal: true, external: ['better-sqlite3'] } }),
  experimental: { renderBuiltUrl },
  publicDir: isSsrBuild ? false : at('./web/public'),
  server: { host: '127.0.0.1', port: 4681, proxy: { '/api': DEVELOPED } },
  build: isSsrBuild
    ? {
        outDir: at('./dist/server'),
        emptyOutDir: true,
        target: 'node20',
        minify: false,
        sourcemap: true,
        rollupOptions: {
          input: {
            main: at('./server/main.ts'),
            writer: at('./server/threads/writer.ts'),
            reader: at('./server/threads/reader.ts'),
            watcher: at('./server/threads/watcher.ts'),
            middleware: at('./server/middleware/reported.ts'),
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      }
    : {
        outDir: at('./dist/web'),
        emptyOutDir: true,
        target: 'es2023',
        // A page imports only the entry and the shared parts, which are there before it.
        modulePreload: false,
        // The first versions with light-dark() and popovers.
        cssTarget: ['chrome123', 'firefox125', 'safari17.5'],
        cssCodeSplit: false,
        rollupOptions: { output: { codeSplitting: { groups: CHUNKS } } },
      },
  test: {
    root: at('.'),
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Tests wait for browsers and programs: with one for each of two cores, these were idle for a seventh of the time.
    maxWorkers: 3,
    // Where a machine has a bundle of certificates there, reading it triples the start of each program.
    env: { NODE_EXTRA_CA_CERTS: '' },
    // No module that they load has state that matters to another file, and loading them takes a file a second.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: 20_000 } },
    projects: [
      { extends: true, test: { name: 'pure', include: PURE } },
      {
        extends: true,
        test: {
          name: 'built',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: PURE,
          globalSetup: at('./test/helpers/build.ts'),
        },
      },
    ],
  },
}));
