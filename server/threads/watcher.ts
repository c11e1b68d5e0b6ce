import { HttpExchanges } from '../capture/http-exchanges.ts';
import { Sink } from '../capture/sink.ts';
import { Watch } from '../capture/watch.ts';
import { host } from './remote.ts';
import type { WatcherData, WatcherEvents, WatcherServices } from './remote-watch.ts';

host<WatcherData, WatcherServices, WatcherEvents>(
  async ({ dashboard, server, transport, isAssumed }, raise) => {
    const sink = new Sink(
      dashboard,
      (trouble) => raise('trouble', trouble),
      () => raise('arriving', undefined),
    );
    const watch = new Watch(server, transport, sink, isAssumed);
    const exchanges = new HttpExchanges(watch);
    return {
      watch: {
        connected: async () => watch.connected(),
        bytes: async (direction, chunk, at) => watch.bytes(direction, Buffer.from(chunk.buffer), at),
        passed: async (all) => {
          for (const passing of all) exchanges.passed(passing);
        },
        close: async (ms) => {
          await exchanges.end();
          const { unread, unpaired, paramless } = watch;
          return { ...(await sink.close(ms)), unread, unpaired, paramless };
        },
      },
    };
  },
);
