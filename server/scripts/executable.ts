import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * A Vite plugin that makes files of a build executable. A linked `mailroom` is the built file itself, which
 * npm makes executable only when it links it.
 */
export function executable(...names: readonly string[]): Plugin {
  return {
    name: 'executable',
    apply: 'build',
    async writeBundle({ dir = '.' }) {
      await Promise.all(names.map((name) => chmod(join(dir, name), 0o755)));
    },
  };
}
