import { tmpdir } from 'node:os';
import { buildApp } from '../../server/app.ts';
import type { Ingest, Reinspecting } from '../../server/ingest/ingest.ts';
import { inspector } from '../../server/ingest/inspector.ts';
import { LIMITS, type Limits } from '../../server/ingest/limits.ts';
import { Reinspector } from '../../server/ingest/reinspector.ts';
import type { Services } from '../../server/routes/route.ts';
import { openStore } from '../../server/store/open.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import { judging } from './judging.ts';

const NO_RULES: RuleSettings = new Map();

/** A reinspection with an empty store of its own. */
const ofNothing = async () => Reinspector.open(await openStore(':memory:', { role: 'writer' }), judging());

/** Starts the HTTP server in this process, on the caller's store and ingestion. */
export async function listen(
  store: Services['store'],
  ingest: Ingest,
  {
    limits = LIMITS,
    reinspection,
    clock = Date.now,
  }: {
    readonly limits?: Limits | undefined;
    readonly reinspection?: Reinspecting;
    readonly clock?: Services['clock'];
  } = {},
) {
  const config = {
    version: '0.0.0',
    host: '127.0.0.1',
    allowHosts: [],
    basePath: '',
    tokens: [],
    demo: false,
    webFolder: tmpdir(),
    keepMs: null,
    maxBytes: null,
  };
  const app = await buildApp({
    store,
    ingest,
    inspection: inspector({ rules: NO_RULES, secretKeys: [], limits }),
    reinspection: reinspection ?? (await ofNothing()),
    clock,
    config,
    limits,
    rules: NO_RULES,
    secretKeys: [],
  });
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() };
}
