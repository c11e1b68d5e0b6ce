import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject, parseJson } from '../shared/json.ts';

/** The program's version: that of the nearest package.json above this module, whether built or not. */
export function programVersion(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const version = versionIn(join(folder, 'package.json'));
    if (version !== undefined) return version;
    if (folder === dirname(folder)) return 'unknown';
  }
}

function versionIn(path: string): string | undefined {
  try {
    const manifest = parseJson(readFileSync(path, 'utf8'));
    return isObject(manifest) && manifest.name === 'mcp-mailroom' && typeof manifest.version === 'string'
      ? manifest.version
      : undefined;
  } catch {
    return undefined;
  }
}
