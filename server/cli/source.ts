import { createReadStream, fstatSync, realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { LONGEST } from '../../shared/capture.ts';
import { short } from '../../shared/digest.ts';
import { reasonOf } from '../capture/reason.ts';
import { CommandError } from './command.ts';

// What a command reads: a file by its path, or stdin as `-`.

/** What a description says of FILE, the recording that a command reads; its last sentence is left open. */
export const RECORDING_HELP = `FILE is a path, or - for stdin. Each line is a capture, a traffic log entry
{"ts", "dir", "server", "msg"} (dir is client->server or server->client), a JSON-RPC message or a
bare envelope; a file can also be one JSON array of these. Lines that name no server belong to
--server, or else to the name of their file`;

/** A source that cannot be opened, or not read to its end. */
export class SourceFault extends CommandError {}

/** Throws CommandError. */
export function refuseTwiceStdin(paths: readonly string[]): void {
  if (paths.filter((path) => path === '-').length > 1)
    throw new CommandError('stdin can be read only once; use - only once');
}

/** The name of a source in messages, which it may begin: runners read `::error::` there as a command. */
export function nameOf(path: string): string {
  if (path === '-') return 'stdin';
  return /^\s*(?:::|##)/.test(path) ? `./${path}` : path;
}

/** Server implied by the file's name: the name without its extensions. Undefined for stdin and if nothing is left. */
export function serverOf(path: string): string | undefined {
  if (path === '-') return undefined;
  const name = basename(path).replace(/(\.(jsonl|ndjson|json|log|txt))+$/i, '');
  return name === '' ? undefined : short(name, LONGEST.server);
}

/** What identifies a file, however it is reached; undefined for what cannot be read twice, such as stdin, and for what cannot be read. */
export function identityOf(path: string): string | undefined {
  try {
    return path !== '-' && statSync(path).isFile() ? realpathSync(path) : undefined;
  } catch {
    // Reading it says why.
    return undefined;
  }
}

/** Total bytes of all sources, except those that cannot be read; undefined if unknown. */
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

/** The file descriptor. */
const STDIN = 0;
const CHUNK_BYTES = 256 * 1024;

/** Starts of files that are not lines of UTF-8, and what to do about them. */
const UNLIKE: readonly (readonly [start: readonly number[], told: string])[] = [
  [[0x1f, 0x8b], 'it is compressed with gzip; decompress it first'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'it is compressed with Zstandard; decompress it first'],
  [[0x50, 0x4b, 0x03, 0x04], 'it is a zip archive; unpack it first'],
  [[...Buffer.from('SQLite format 3\0')], 'it is an SQLite database, not a recording'],
  [[0xff, 0xfe], 'it is UTF-16; save it as UTF-8'],
  [[0xfe, 0xff], 'it is UTF-16; save it as UTF-8'],
];

/** Number of bytes by which all of them are told. */
const MOST_TELLING = Math.max(...UNLIKE.map(([start]) => start.length));

/** Returns the head of a source, unless it is that of something that is no recording: throws an Error that says so. */
function recording(head: Buffer): Buffer {
  const unlike = UNLIKE.find(([start]) => start.every((byte, i) => head[i] === byte));
  if (unlike !== undefined) throw new Error(unlike[1]);
  return head;
}

/** The bytes in chunks; `read` is called with the size of each. Rejects with SourceFault. */
export async function* chunksOf(path: string, read: (bytes: number) => void): AsyncGenerator<Buffer, void> {
  const stream: AsyncIterable<Buffer> =
    path === '-' ? process.stdin : createReadStream(path, { highWaterMark: CHUNK_BYTES });
  let head: Buffer | undefined = Buffer.alloc(0);
  try {
    // Node takes a directory for an empty stdin.
    if (path === '-' && fstatSync(STDIN).isDirectory()) throw new Error('it is a directory');
    for await (const chunk of stream) {
      read(chunk.length);
      if (head === undefined) yield chunk;
      else {
        head = Buffer.concat([head, chunk]);
        if (head.length < MOST_TELLING) continue;
        yield recording(head);
        head = undefined;
      }
    }
    if (head !== undefined) yield recording(head);
  } catch (error) {
    throw new SourceFault(`cannot read ${nameOf(path)}: ${reasonOf(error)}`);
  }
}
