import { createReadStream, fstatSync, realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { LONGEST } from '../../shared/capture.ts';
import { shortened } from '../../shared/text/digest.ts';
import { reasonOf } from '../capture/reason.ts';
import { CommandError } from './command.ts';
import { whyDenied } from './folder.ts';
import { refuseOtherThanText } from './other-than-text.ts';

// What a command reads: a file by its path, or stdin as `-`.

/** What a description says of FILE, the recording that a command reads; its last sentence is left open. */
export const RECORDING_HELP = `FILE is a path, or - for stdin. Each line is a capture, a traffic log entry
{"ts", "dir", "server", "msg"} (dir is client->server or server->client), a JSON-RPC message or a
bare envelope, also as data of a server-sent event; a file can also be one JSON array of these.
A log with words before its messages often has several servers, each with the same ids: pipe in
those of one server, without the words, with grep SERVER FILE | sed -n 's/^[^{]*{/{/p'.
Lines that name no server belong to --server, or else to the name of their file`;

/** A source that cannot be opened, or not read to its end. */
export class SourceFault extends CommandError {}

/** Throws CommandError. */
export function refuseTwiceStdin(paths: readonly string[]): void {
  if (paths.filter((path) => path === '-').length > 1)
    throw new CommandError('stdin can be read only once; use - only once');
}

/** Throws CommandError if none of them can be opened, so that nothing is created for them. */
export function refuseUnreadable(paths: readonly string[]): void {
  const faults = paths.flatMap((path) => {
    const reason = path === '-' ? undefined : whyDenied(path, 'read');
    return reason === undefined ? [] : [`cannot read ${nameOf(path)}: ${reason}`];
  });
  if (faults.length === paths.length) throw new CommandError(faults.join('; '));
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
  return name === '' ? undefined : shortened(name, LONGEST.server);
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

/** The bytes in chunks; `read` is called with the size of each. Rejects with SourceFault. */
export async function* chunksOf(path: string, read: (bytes: number) => void): AsyncGenerator<Buffer, void> {
  const stream: AsyncIterable<Buffer> =
    path === '-' ? process.stdin : createReadStream(path, { highWaterMark: CHUNK_BYTES });
  let isFirst = true;
  try {
    // Node takes a directory for an empty stdin.
    if (path === '-' && fstatSync(STDIN).isDirectory()) throw new Error('it is a directory');
    for await (const chunk of stream) {
      read(chunk.length);
      // What is piped comes in pieces that are longer than what tells it.
      if (isFirst) refuseOtherThanText(chunk);
      isFirst = false;
      yield chunk;
    }
  } catch (error) {
    throw new SourceFault(`cannot read ${nameOf(path)}: ${reasonOf(error)}`);
  }
}
