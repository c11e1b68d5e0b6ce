import { redactor } from '../../shared/redact.ts';
import { Fold } from '../ingest/fold.ts';
import { inspector } from '../ingest/inspector.ts';
import { Judge } from '../ingest/judge.ts';
import { FOLD, Pipeline } from '../ingest/pipeline.ts';
import { Reinspector } from '../ingest/reinspector.ts';
import { openStore } from '../store/open.ts';
import { pack } from './errors.ts';
import { host } from './remote.ts';
import type { ThreadData, WriterEvents, WriterServices } from './services.ts';

host<ThreadData, WriterServices, WriterEvents>(async ({ db, limits, rules, secretKeys }, raise) => {
  const store = await openStore(db, { role: 'writer' });
  const fold = new Fold(rules, await store.recall(FOLD));
  fold.forgetSecrets(redactor(secretKeys));
  const judge = new Judge({ rules, secretKeys, pins: await store.pins(), fold });
  const reinspection = await Reinspector.open(store, judge);
  const pipeline = new Pipeline({
    store,
    judge,
    fold,
    limits,
    declare: (standard) => reinspection.declare(standard),
    committed: (committed) => raise('committed', committed),
  });
  // What was forgotten must not stay in the file until something else is learnt.
  await pipeline.save();
  return {
    store,
    inspection: inspector({ rules, secretKeys, limits }),
    reinspection,
    intake: {
      commit: async (bodies) => {
        const results = await pipeline.commit(bodies);
        return results.map((result) => ('error' in result ? { error: pack(result.error) } : result));
      },
      pin: async (server, dialect) => {
        const pinned = await store.pin(server, dialect);
        if (pinned !== undefined) judge.pin(server, dialect);
        return pinned;
      },
      forget: async (server) => {
        const saved = [await pipeline.without(server), ...reinspection.without(server)];
        const removed = await store.forget(server, saved);
        pipeline.forget(server);
        reinspection.forget(server);
        judge.pin(server, null);
        return removed;
      },
      close: async () => {
        await reinspection.stop();
        await pipeline.save();
        await store.close();
      },
    },
  };
});
