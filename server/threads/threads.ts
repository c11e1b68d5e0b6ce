import { sum } from '../../shared/collections/sum.ts';
import type { Committed, Ingest, IngestBody, Inspecting, Reinspecting } from '../ingest/ingest.ts';
import { Queue } from '../ingest/queue.ts';
import { isOfOneThread } from '../store/open.ts';
import { entryOf } from './entry.ts';
import { unpack } from './errors.ts';
import { Remote } from './remote.ts';
import { remoteStore } from './remote-store.ts';
import type { ReaderServices, RemoteStore, ThreadData, WriterEvents, WriterServices } from './services.ts';

export interface ThreadsOptions extends ThreadData {
  /** Called once per open thread that ends unexpectedly: nothing can be answered or stored any more. */
  readonly onCrash: (error: Error) => void;
  /** Folder of the built `writer.js` and `reader.js`; by default that of this module's build. */
  readonly entries?: URL;
}

export interface Threads {
  readonly store: RemoteStore;
  readonly ingest: Ingest;
  readonly inspection: Inspecting;
  readonly reinspection: Reinspecting;
  /** Opens the store; until then nothing is answered. If it cannot be opened, ends both threads and throws why. */
  open(): Promise<void>;
  /** Stores what was submitted, then ends both threads. */
  close(): Promise<void>;
}

/**
 * Starts the writer and the reader of one store. An in-memory database is visible to one connection only, so the
 * writer also answers its questions.
 */
export function startThreads({ onCrash, entries, ...data }: ThreadsOptions): Threads {
  const entry = (name: string) => entryOf(name, entries);
  const start = <S extends object, E extends object = object>(name: string, url: URL) =>
    new Remote<S, E>(url, name, data, onCrash);
  // Both are looked for before either is started.
  const [writes, reads] = [entry('writer'), isOfOneThread(data.db) ? undefined : entry('reader')];
  const writer = start<WriterServices, WriterEvents>('writer', writes);
  const reader = reads && start<ReaderServices>('reader', reads);
  const stop = () => Promise.all([reader?.stop(), writer.stop()]);

  const queue = new Queue(async (bodies) => {
    const { owned, memory } = handedOver(bodies);
    const results = await writer.call('intake', 'commit', [owned], memory);
    return results.map((result) => ('error' in result ? { error: unpack(result.error) } : result));
  }, data.limits);

  const listeners: ((committed: Committed) => void)[] = [];
  writer.on('committed', (committed) => {
    for (const listener of listeners) listener(committed);
  });

  const open = async () => {
    try {
      // The reader finds the schema that the writer made.
      await writer.open();
      await reader?.open();
    } catch (error) {
      await stop();
      throw error;
    }
  };
  const close = async () => {
    // A crashed thread cannot be closed, but the other must not keep the process alive because of that.
    try {
      await queue.drained();
      try {
        await reader?.call('store', 'close', []);
      } finally {
        await writer.call('intake', 'close', []);
      }
    } finally {
      await stop();
    }
  };
  return {
    store: remoteStore(reader ?? writer, writer),
    inspection: {
      inspect: (body) => (reader ?? writer).call('inspection', 'inspect', [body], [body.buffer]),
    },
    reinspection: {
      state: () => writer.call('reinspection', 'state', []),
      start: (now) => writer.call('reinspection', 'start', [now]),
    },
    ingest: { submit: (body) => queue.submit(body), onCommitted: (listener) => listeners.push(listener) },
    open,
    close,
  };
}

/** Bodies up to this length are copied, which is cheaper than transferring them. */
const COPIED_BYTES = 8 * 1024;

/** Returns bodies and the memory to transfer. Copied ones share a buffer, since each buffer has a cost. */
function handedOver(bodies: readonly IngestBody[]): {
  readonly owned: readonly IngestBody[];
  readonly memory: readonly ArrayBuffer[];
} {
  const lengths = bodies.map(({ bytes }) => (bytes.length <= COPIED_BYTES ? bytes.length : 0));
  const shared = new Uint8Array(sum(lengths));
  const memory: ArrayBuffer[] = [shared.buffer];
  let end = 0;
  const owned = bodies.map((body) => {
    const { bytes } = body;
    if (bytes.length > COPIED_BYTES) {
      memory.push(bytes.buffer);
      return body;
    }
    shared.set(bytes, end);
    end += bytes.length;
    return { ...body, bytes: shared.subarray(end - bytes.length, end) };
  });
  return { owned, memory };
}
