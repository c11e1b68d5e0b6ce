import { existsSync } from 'node:fs';

/**
 * Returns the address of a thread's built module, in the folder of the build or another. Throws if it is not built.
 * The build puts this module next to the threads' or in a folder of chunks below them.
 */
export function entryOf(name: string, folder: URL = new URL('./', import.meta.url)): URL {
  const found = ['./', '../'].map((up) => new URL(`${up}${name}.js`, folder)).find((url) => existsSync(url));
  if (found === undefined) throw new Error(`${name}.js is not built; run \`npm run build\``);
  return found;
}
