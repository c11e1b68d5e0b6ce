// Checks types, style and unused code, and runs all tests; ends with the line `N passed, N failed`. Passes arguments to
// vitest.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = join(root, 'test-results', 'vitest.json');
const bin = (name) => join(root, 'node_modules', '.bin', name);
let passed = 0;
let failed = 0;

function check(title, command, args) {
  process.stdout.write(`\n▸ ${title}\n`);
  const ok = spawnSync(bin(command), args, { cwd: root, stdio: 'inherit' }).status === 0;
  if (ok) passed += 1;
  else failed += 1;
  return ok;
}

check('types', 'tsc', ['-b']);
check('lint', 'biome', ['ci', '.']);
check('unused code', 'knip', []);

process.stdout.write('\n▸ tests\n');
mkdirSync(join(root, 'test-results'), { recursive: true });
rmSync(results, { force: true });
const run = spawnSync(
  bin('vitest'),
  [
    'run',
    '--config',
    'vite.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${results}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
);
try {
  const report = JSON.parse(readFileSync(results, 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  if (run.status !== 0 && report.numFailedTests === 0) failed += 1;
} catch {
  failed += 1;
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
