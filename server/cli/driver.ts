import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A function of Node that the addon calls only if it was compiled against headers of Node 24.19 or later. */
const REMOVAL = 'RemoveEnvironmentCleanupHook';

/**
 * What is wrong with the compiled driver on this Node, as a sentence; undefined if nothing is, as with every prebuilt one.
 * Compiled against the headers of Node 24.19 or later, it aborts Node 24 when a statement is collected (nodejs/node#65446).
 */
export function driverFault(node: string, addon: () => Uint8Array): string | undefined {
  if (!node.startsWith('v24.') || !Buffer.from(addon()).includes(REMOVAL)) return undefined;
  return (
    'better-sqlite3 was compiled here with Node 24.19 or later, which makes Node 24 abort sooner or later (nodejs/node#65446); ' +
    'use Node 22 or 26, or run `npm rebuild better-sqlite3` with Node 24.18'
  );
}

/** The compiled driver's bytes. Throws if the file is not where it is built. */
export function driverAddon(): Uint8Array {
  const manifest = createRequire(import.meta.url).resolve('better-sqlite3/package.json');
  return readFileSync(join(dirname(manifest), 'build/Release/better_sqlite3.node'));
}
