import { existsSync } from 'node:fs';
import type { Committed, Ingest, Reinspecting } from '../ingest/ingest.ts';
import { Queue } from '../ingest/queue.ts';
import type { Store } from '../store/store.ts';
import { unpack } from './errors.ts';
import { Remote } from './remote.ts';
import { remoteStore } from './remote-store.ts';
import type { ReaderServices, ThreadData, WriterEvents, WriterServices } from './services.ts';

export interface ThreadsOptions extends ThreadData {
  /** Called once when a thread ends unexpectedly: nothing can be answered or stored any more. */
  readonly onCrash: (error: Error) => void;
  /** Where the built `writer.js` and `reader.js` are; by default beside this module's build. */
  readonly entries?: URL;
}

export interface Threads {
  readonly store: Store;
  readonly ingest: Ingest;
  readonly reinspection: Reinspecting;
  /** Stores what was submitted, then ends both threads. */
  close(): Promise<void>;
}

/**
 * Starts the writer, then the reader, on one store. A database in memory is seen by one connection only, so that the
 * writer answers its questions too. Throws what opening the store threw.
 */
export async function openThreads({ onCrash, entries, ...data }: ThreadsOptions): Promise<Threads> {
  const entry = (name: string) => entryOf(name, entries ?? new URL('./', import.meta.url));
  const writer = await Remote.start<WriterServices, WriterEvents>(entry('writer'), 'writer', data, onCrash);
  const reader =
    data.db === ':memory:'
      ? undefined
      : await Remote.start<ReaderServices>(entry('reader'), 'reader', data, onCrash);

  const queue = new Queue(async (bodies) => {
    const owned = bodies.map((body) => ({ ...body, bytes: transferable(body.bytes) }));
    const memory = owned.map(({ bytes }) => bytes.buffer);
    const results = await writer.call('intake', 'commit', [owned], memory);
    return results.map((result) => ('error' in result ? { error: unpack(result.error) } : result));
  }, data.limits);

  const close = async () => {
    await queue.drained();
    await reader?.call('store', 'close', []);
    await writer.call('intake', 'close', []);
    await Promise.all([reader?.stop(), writer.stop()]);
  };
  return {
    store: remoteStore(reader ?? writer, writer, close),
    reinspection: {
      state: () => writer.call('reinspection', 'state', []),
      start: (now) => writer.call('reinspection', 'start', [now]),
    },
    ingest: { submit: (body) => queue.submit(body), onCommitted: watching(writer) },
    close,
  };
}

/** Node keeps small buffers in a pool that cannot change hands; copying them is cheaper than handing them over anyway. */
const POOLED_BYTES = 8 * 1024;

function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return byteLength > POOLED_BYTES && buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : Uint8Array.from(bytes);
}

/** Events cross between the threads only while somebody listens. */
function watching(writer: Remote<WriterServices, WriterEvents>): Ingest['onCommitted'] {
  const listeners = new Set<(committed: Committed) => void>();
  writer.on('committed', (committed) => {
    for (const listener of listeners) listener(committed);
  });
  // A writer that has ended has nothing to tell.
  const watch = (on: boolean) => void writer.call('intake', 'watch', [on]).catch(() => {});
  return (listener) => {
    listeners.add(listener);
    watch(true);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) watch(false);
    };
  };
}

/** The build puts this module beside the entries or in a folder of chunks under them. */
function entryOf(name: string, folder: URL): URL {
  const found = ['./', '../'].map((up) => new URL(`${up}${name}.js`, folder)).find((url) => existsSync(url));
  if (found === undefined) throw new Error(`${name}.js is not built`);
  return found;
}
