import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject, parseJson } from '../shared/json.ts';

/** Folder of the nearest package.json of Mailroom above this module, whether built or not; undefined without one. */
export function programFolder(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (versionIn(folder) !== undefined) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** The program's version: that of its package.json. */
export function programVersion(): string {
  return versionIn(programFolder() ?? '') ?? 'unknown';
}

function versionIn(folder: string): string | undefined {
  try {
    const manifest = parseJson(readFileSync(join(folder, 'package.json'), 'utf8'));
    return isObject(manifest) && manifest.name === 'mcp-mailroom' && typeof manifest.version === 'string'
      ? manifest.version
      : undefined;
  } catch {
    return undefined;
  }
}
