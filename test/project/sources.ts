import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.cache', 'test-results', 'corpus']);

export const readSource = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Returns the files below a path of the project, as paths from its root with `/`. */
export function filesBelow(path: string): string[] {
  const full = join(ROOT, path);
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .filter((name) => !LEFT_OUT.has(name))
    .flatMap((name) => filesBelow(posix.join(path, name)));
}

const STATIC = /^(?:import|export)\s(?:[^'";]*?\bfrom\s)?'([^']+)'/gm;
const DYNAMIC = /\bimport\('([^']+)'\)/g;

/** Returns what a module imports: paths from the project's root, or names of packages. */
export function importsOf(path: string): string[] {
  const source = readSource(path);
  return [...source.matchAll(STATIC), ...source.matchAll(DYNAMIC)].map(([, target = '']) =>
    target.startsWith('.') ? posix.join(dirname(path), target) : target,
  );
}
