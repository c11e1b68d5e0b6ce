import type { FastifyInstance } from 'fastify';
import type { Hello, Status } from '../../shared/api/status.ts';
import { CATALOGUE_VERSION } from '../../shared/rules/index.ts';
import { iso } from '../../shared/time/instant.ts';
import { answer, type Services } from './route.ts';

/** Maximum number of hellos kept, newest first, one per server. */
const MOST_HELLOS = 20;

export function statusRoutes(
  app: FastifyInstance,
  { store, changes, clock, config, rules, secretKeys }: Services,
): void {
  const startedAt = iso(clock());
  const configuration = {
    rules: Object.fromEntries(rules),
    secret_keys: secretKeys.map(({ source }) => source),
  };
  let hellos: Status['hellos'] = [];

  answer(app, 'GET /api/v1/status', async ({ request }) => ({
    version: config.version,
    catalogue: CATALOGUE_VERSION,
    demo: config.demo,
    now: iso(clock()),
    started_at: startedAt,
    token_required: config.tokens.length > 0,
    by: request.by,
    configuration,
    changes: changes.current(),
    stored: await store.stored(),
    retention: { keep_ms: config.keepMs, max_bytes: config.maxBytes },
    hellos,
  }));

  answer(app, 'POST /api/v1/hellos', async ({ body }) => {
    const others = hellos.filter(({ server }) => server !== body.server);
    hellos = [greeting(body, clock()), ...others].slice(0, MOST_HELLOS);
    return {};
  });
}

function greeting({ server, stage, name, version, tools }: Hello, now: number): Status['hellos'][number] {
  return { server, stage, at: iso(now), name: name ?? null, version: version ?? null, tools: tools ?? null };
}
