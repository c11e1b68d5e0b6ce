import { open } from 'node:fs/promises';
import { basename } from 'node:path';
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

/** Opens a file or stdin. `read` hears how many bytes were read so far. Throws CommandError where that cannot be. */
export async function openSource(path: string, read: (bytes: number) => void): Promise<Source> {
  if (path === '-') {
    return { name: 'stdin', server: undefined, size: undefined, chunks: counted(process.stdin, read) };
  }
  try {
    const file = await open(path);
    const stats = await file.stat();
    if (stats.isDirectory()) throw new Error('it is a folder');
    return {
      name: path,
      server: basename(path).replace(/(\.(jsonl|ndjson|json|log|txt))+$/i, ''),
      size: stats.isFile() ? stats.size : undefined,
      chunks: counted(file.createReadStream({ highWaterMark: CHUNK_BYTES }), read),
    };
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function* counted(
  stream: AsyncIterable<Buffer>,
  read: (bytes: number) => void,
): AsyncGenerator<Buffer, void> {
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      bytes += chunk.length;
      read(bytes);
      yield chunk;
    }
  } catch (error) {
    throw unreadable('the input', error);
  }
}

function unreadable(what: string, error: unknown): CommandError {
  return new CommandError(`${what} cannot be read: ${error instanceof Error ? error.message : error}`);
}
