import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A function of Node that the addon calls only if it was compiled against headers of Node 24 from 24.19 on, or 26 from 26.4 on. */
const REMOVAL = 'RemoveEnvironmentCleanupHook';

/** By major version, the minor one since which Node bears that call also while it runs no script. */
const BEARING = new Map([
  [24, 22],
  [26, 4],
]);

/**
 * What is wrong with the compiled driver on this Node, as a sentence; undefined if nothing is, as with every prebuilt one.
 * The call aborts a Node that does not bear it when a statement is collected (nodejs/node#65446).
 */
export function driverFault(node: string, addon: () => Uint8Array): string | undefined {
  const [major = 0, minor = 0] = node.slice(1).split('.').map(Number);
  const bearing = BEARING.get(major);
  if (bearing === undefined || minor >= bearing || !Buffer.from(addon()).includes(REMOVAL)) return undefined;
  const since = `${major}.${bearing}`;
  return (
    `better-sqlite3, as it was compiled here, makes Node ${major} before ${since} abort sooner or later (nodejs/node#65446); ` +
    `use Node ${since} or later`
  );
}

/** The compiled driver's bytes. Throws if the file is not where it is built. */
export function driverAddon(): Uint8Array {
  const manifest = createRequire(import.meta.url).resolve('better-sqlite3/package.json');
  return readFileSync(join(dirname(manifest), 'build/Release/better_sqlite3.node'));
}
