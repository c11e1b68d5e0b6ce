import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** A Vite plugin that lets files of a build be run: a linked `mailroom` is the file itself, and npm makes it so only when it links. */
export function executable(...names: readonly string[]): Plugin {
  return {
    name: 'executable',
    apply: 'build',
    async writeBundle({ dir = '.' }) {
      await Promise.all(names.map((name) => chmod(join(dir, name), 0o755)));
    },
  };
}
