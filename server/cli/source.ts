import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { reasonOf } from '../capture/reason.ts';
import { CommandError } from './command.ts';

/** What a command reads: a file, or stdin for `-`. */
export interface Source {
  /** As messages name it. */
  readonly name: string;
  /** Server that the file's name implies: the name without its endings. Undefined for stdin. */
  readonly server: string | undefined;
  /** Bytes; undefined where they are not known. */
  readonly size: number | undefined;
  readonly chunks: AsyncIterable<Buffer>;
}

const CHUNK_BYTES = 256 * 1024;

/** How a file begins that holds no lines of UTF-8, and what is to be done with it. */
const UNLIKE: readonly (readonly [start: readonly number[], told: string])[] = [
  [[0x1f, 0x8b], 'it is compressed with gzip; unpack it first'],
  [[0xff, 0xfe], 'it is UTF-16; save it as UTF-8'],
  [[0xfe, 0xff], 'it is UTF-16; save it as UTF-8'],
];

/** Opens a file or stdin. `read` hears how many bytes were read so far. Throws CommandError where that cannot be. */
export async function openSource(path: string, read: (bytes: number) => void): Promise<Source> {
  if (path === '-') {
    const chunks = counted('stdin', process.stdin, read);
    return { name: 'stdin', server: undefined, size: undefined, chunks };
  }
  try {
    const file = await open(path);
    const stats = await file.stat();
    if (stats.isDirectory()) throw new Error('it is a folder');
    return {
      name: path,
      server: basename(path).replace(/(\.(jsonl|ndjson|json|log|txt))+$/i, ''),
      size: stats.isFile() ? stats.size : undefined,
      chunks: counted(path, file.createReadStream({ highWaterMark: CHUNK_BYTES }), read),
    };
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function* counted(
  name: string,
  stream: AsyncIterable<Buffer>,
  read: (bytes: number) => void,
): AsyncGenerator<Buffer, void> {
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      const unlike =
        bytes === 0 ? UNLIKE.find(([start]) => start.every((byte, i) => chunk[i] === byte)) : undefined;
      if (unlike !== undefined) throw new Error(unlike[1]);
      bytes += chunk.length;
      read(bytes);
      yield chunk;
    }
  } catch (error) {
    throw unreadable(name, error);
  }
}

function unreadable(what: string, error: unknown): CommandError {
  return new CommandError(`${what} cannot be read: ${reasonOf(error)}`);
}
