// Checks types, style and unused code, and runs all tests; ends with the line `N passed, N failed`. Passes arguments to
// vitest.
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = join(root, 'test-results', 'vitest.json');
const bin = (name) => join(root, 'node_modules', '.bin', name);
let passed = 0;
let failed = 0;

/** Runs a check beside the others, since the longest of them, of types, keeps one core busy. Resolves to what it printed. */
const check = (title, command, args) =>
  new Promise((resolve) => {
    execFile(bin(command), args, { cwd: root, maxBuffer: Infinity }, (error, stdout, stderr) => {
      if (error) failed += 1;
      else passed += 1;
      // A program that cannot be started has printed nothing.
      resolve(`\n▸ ${title}\n${stdout}${stderr}${typeof error?.code === 'string' ? error.message : ''}`);
    });
  });

for (const printed of [
  // Each of several checkers takes the types of the libraries anew: two cores are ready sooner with one.
  check('types', 'tsc', ['-b', '--pretty', '--checkers', '1']),
  check('lint', 'biome', ['ci', '.']),
  check('unused code', 'knip', []),
])
  process.stdout.write(await printed);

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
