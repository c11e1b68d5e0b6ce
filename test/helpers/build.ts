import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds once before the tests, since they use what users use. */
export function setup(): void {
  const run = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../../server/scripts/ensure-built.mjs', import.meta.url))],
    {
      stdio: 'inherit',
    },
  );
  if (run.status !== 0) throw new Error('The build failed');
}
