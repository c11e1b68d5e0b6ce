import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject, parseJson } from '../shared/json/value.ts';

/** Returns the nearest folder above this module that has Mailroom's package.json; undefined if none has. */
export function programFolder(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (versionIn(folder) !== undefined) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Returns the version in package.json; `unknown` if that is not found. */
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
