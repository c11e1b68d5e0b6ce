import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { reasonOf } from '../capture/reason.ts';
import { CommandError } from './command.ts';

// What a command reads: a file by its path, or stdin as `-`.

/** It cannot be opened, or not read to its end. */
export class SourceFault extends CommandError {}

/** Throws CommandError. */
export function refuseTwiceStdin(paths: readonly string[]): void {
  if (paths.filter((path) => path === '-').length > 1)
    throw new CommandError('stdin can be read only once: name - once');
}

/** As messages name it. */
export function nameOf(path: string): string {
  return path === '-' ? 'stdin' : path;
}

/** Server that the file's name implies: the name without its endings. Undefined for stdin. */
export function serverOf(path: string): string | undefined {
  return path === '-' ? undefined : basename(path).replace(/(\.(jsonl|ndjson|json|log|txt))+$/i, '');
}

/** Bytes of all of them together, without those that cannot be read; undefined where nobody knows. */
export function sizeOf(paths: readonly string[]): number | undefined {
  let sum = 0;
  for (const path of paths) {
    if (path === '-') return undefined;
    try {
      const stats = statSync(path);
      if (stats.isFile()) sum += stats.size;
      else if (!stats.isDirectory()) return undefined;
    } catch {
      // Reading it says why.
    }
  }
  return sum;
}

const CHUNK_BYTES = 256 * 1024;

/** How a file begins that holds no lines of UTF-8, and what is to be done with it. */
const UNLIKE: readonly (readonly [start: readonly number[], told: string])[] = [
  [[0x1f, 0x8b], 'it is compressed with gzip; unpack it first'],
  [[0xff, 0xfe], 'it is UTF-16; save it as UTF-8'],
  [[0xfe, 0xff], 'it is UTF-16; save it as UTF-8'],
];

/** The bytes, some at a time; `read` hears how many. Rejects with SourceFault. */
export async function* chunksOf(path: string, read: (bytes: number) => void): AsyncGenerator<Buffer, void> {
  const stream: AsyncIterable<Buffer> =
    path === '-' ? process.stdin : createReadStream(path, { highWaterMark: CHUNK_BYTES });
  let begun = false;
  try {
    for await (const chunk of stream) {
      const unlike = begun
        ? undefined
        : UNLIKE.find(([start]) => start.every((byte, i) => chunk[i] === byte));
      if (unlike !== undefined) throw new Error(unlike[1]);
      begun = true;
      read(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw new SourceFault(`${nameOf(path)} cannot be read: ${reasonOf(error)}`);
  }
}
