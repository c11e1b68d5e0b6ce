// An ingestion server for ingest.ts, in a process of its own: its first argument is how it stores.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Fold } from '../../server/ingest/fold.ts';
import type { Ingest } from '../../server/ingest/ingest.ts';
import { LIMITS } from '../../server/ingest/limits.ts';
import { Pipeline } from '../../server/ingest/pipeline.ts';
import type { Services } from '../../server/routes/route.ts';
import { openStore } from '../../server/store/open.ts';
import { startThreads } from '../../server/threads/threads.ts';
import { listen } from '../helpers/in-process.ts';
import { judging } from '../helpers/judging.ts';

interface Backend {
  readonly store: Services['store'];
  readonly submit: Ingest['submit'];
}

const NO_RULES = new Map();

const BACKENDS: Readonly<Record<string, (db: string) => Promise<Backend>>> = {
  /** As the program does. */
  grouped: async (db) => {
    const { store, ingest, open } = startThreads({
      db,
      limits: LIMITS,
      rules: NO_RULES,
      secretKeys: [],
      onCrash: (error) => {
        throw error;
      },
    });
    await open();
    return { store, submit: (body) => ingest.submit(body) };
  },
  /** One transaction per request, in the same thread. */
  each: async (db) => {
    const store = await openStore(db, { role: 'writer' });
    const fold = new Fold(NO_RULES, undefined);
    const pipeline = new Pipeline({ store, judge: judging({ fold }), fold, limits: LIMITS });
    return {
      store,
      submit: async (body) => {
        const [result] = await pipeline.commit([body]);
        if (result === undefined || 'error' in result) throw result?.error ?? new Error('no result');
        return result.receipt;
      },
    };
  },
  /** Receives the body and does nothing with it. */
  none: async () => ({
    store: await openStore(':memory:', { role: 'writer' }),
    submit: async () => ({ accepted: 1, quarantined: 0, duplicates: 0, rejected: [], rejected_count: 0 }),
  }),
};

const [kind = '', db = ''] = process.argv.slice(2);
const backend = await BACKENDS[kind]?.(db);
if (backend === undefined) throw new Error(`There is no backend ${kind}`);
const { store, submit } = backend;
const { url } = await listen(store, { submit, onCommitted: () => {} });
const lag = monitorEventLoopDelay({ resolution: 1 });
lag.enable();
process.send?.({ url });
/** Any message requests the event loop's lag since the last one, p99 in ms. */
process.on('message', () => {
  process.send?.({ lag: lag.percentile(99) / 1e6 });
  lag.reset();
});
