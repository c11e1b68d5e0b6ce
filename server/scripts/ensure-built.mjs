// Builds dist/ if it is incomplete, or if a source, the lock file or a configuration changed since; reports on stderr only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const stamp = join(root, 'dist', '.built-from');
const entries = ['server/main.js', 'web/index.html'].map((path) => join(root, 'dist', path));

function sourcesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

function digest() {
  const hash = createHash('sha256');
  const sources = ['shared', 'server', 'web'].flatMap(sourcesIn);
  for (const path of [...sources, 'package.json', 'package-lock.json', 'vite.config.ts'])
    hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

const now = digest();
if (![stamp, ...entries].every(existsSync) || readFileSync(stamp, 'utf8') !== now) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite)) {
    process.stderr.write('mailroom: dependencies are not installed; run `npm ci` first\n');
    process.exit(1);
  }
  process.stderr.write('mailroom: building...\n');
  // A build that fails or is interrupted leaves a dist of several states.
  rmSync(stamp, { force: true });
  for (const args of [['build'], ['build', '--ssr']]) {
    const run = spawnSync(
      process.execPath,
      [vite, ...args, '--logLevel', 'warn', '--config', join(root, 'vite.config.ts')],
      {
        cwd: root,
        stdio: ['ignore', 2, 2],
        // A test runner sets NODE_ENV, and React would be built for development.
        env: { ...process.env, NODE_ENV: 'production' },
      },
    );
    if (run.status !== 0) {
      process.stderr.write('mailroom: build failed\n');
      process.exit(1);
    }
  }
  writeFileSync(stamp, now);
}
