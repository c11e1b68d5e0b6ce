import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { SEVERITY_WORDS } from '../../shared/severity.ts';
import { CATEGORIES, LEVELS, OUTCOMES } from '../../shared/verdict.ts';
import type { Ingest, StoredCount } from '../ingest/ingest.ts';

/** Server names come from captures; those beyond this number are counted together as `other`. */
const MOST_SERVERS = 100;

/** The route that answers 429 where a body finds the queue full. */
const INGEST = '/api/v1/responses';

/** Adds `/metrics`, and returns `ingest` wrapped so that it is counted. */
export function metrics(app: FastifyInstance, ingest: Ingest): Ingest {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const refused = new Counter({
    name: 'mailroom_ingest_refused_bodies_total',
    help: 'Request bodies rejected because the queue was full',
    registers,
  });
  const requests = new Histogram({
    name: 'mailroom_http_request_duration_seconds',
    help: 'Time taken to answer requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    requests.observe(labels, reply.elapsedTime / 1000);
    // Not as `ingest` refuses them: most are refused while they are being received.
    if (labels.method === 'POST' && labels.route === INGEST && labels.status === '429') refused.inc();
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
  const counted = countingBodies(ingest, registers);
  countStored(ingest, registers);
  return counted;
}

/** Returns `ingest` wrapped so that what it is given is counted. */
function countingBodies(ingest: Ingest, registers: Registry[]): Ingest {
  const items = new Counter({
    name: 'mailroom_ingest_items_total',
    help: 'Captures received, by result',
    labelNames: ['result'],
    registers,
  });
  const queue = new Gauge({
    name: 'mailroom_ingest_bodies_waiting',
    help: 'Request bodies waiting to be stored',
    registers,
  });
  return {
    onCommitted: (listener) => ingest.onCommitted(listener),
    async submit(body) {
      queue.inc();
      try {
        const receipt = await ingest.submit(body);
        items.inc({ result: 'accepted' }, receipt.accepted);
        items.inc({ result: 'duplicate' }, receipt.duplicates);
        items.inc({ result: 'rejected' }, receipt.rejected_count);
        return receipt;
      } finally {
        queue.dec();
      }
    },
  };
}

/** Counts what of each server was stored. */
function countStored(ingest: Ingest, registers: Registry[]): void {
  const stored = (name: string, help: string, by: StoredCount['by'], values: readonly string[]) => ({
    counter: new Counter({ name, help, labelNames: ['server', by], registers }),
    values,
  });
  const counters = {
    outcome: stored('mailroom_responses_total', 'Responses stored, by outcome', 'outcome', OUTCOMES),
    category: stored(
      'mailroom_failures_total',
      'Failures stored, by category, of batch members too',
      'category',
      CATEGORIES,
    ),
    severity: stored(
      'mailroom_warnings_total',
      'Warnings stored, by severity, with their repetitions',
      'severity',
      SEVERITY_WORDS,
    ),
    level: stored(
      'mailroom_violations_total',
      'Violations stored, by level, whether the server is proven or not',
      'level',
      LEVELS,
    ),
  };
  const servers = new Set<string>();
  /** Prometheus sees no increase in a count that begins above 0, such as a server's first failures. */
  const begin = (server: string) => {
    servers.add(server);
    for (const [by, { counter, values }] of Object.entries(counters))
      for (const value of values) counter.inc({ server, [by]: value }, 0);
  };
  ingest.onCommitted(({ counts }) => {
    for (const { server, by, value, count } of counts) {
      const name = servers.has(server) || servers.size < MOST_SERVERS ? server : 'other';
      if (!servers.has(name)) begin(name);
      counters[by].counter.inc({ server: name, [by]: value }, count);
    }
  });
}
