import type { JsonObject } from '../../../shared/json/value.ts';
import { type Act, list, type Scene, type Script, text, tool } from '../script.ts';

/** Makes searches whose results have this `isError`. In the error-flag dialect, successes have no envelope, failures say `error: true`. */
const searching =
  (isError?: boolean) =>
  (
    name: string,
    weight: Act['weight'],
    median: number,
    asked: JsonObject,
    answer: (scene: Scene) => unknown,
  ) =>
    tool(name, weight, median, asked, (scene) => text(answer(scene), isError), 0.6);
const search = searching();
const failing = searching(true);

const flag = (type: string, message: string, params: JsonObject, extra: JsonObject = {}): JsonObject => ({
  error: true,
  type,
  message,
  params,
  ...extra,
});

const service = (scene: Scene) => scene.random.pick(['checkout', 'ledger', 'search', 'mailer', 'gateway']);
const traces = { service: 'checkout', range: '1h' };
const metrics = { query: 'sum(rate(http_requests_total[5m]))' };

/** Days before the end when Prometheus became too slow. */
const UPSTREAM_DAYS = 0.1;

export const otel: Script = {
  server: 'otel-traces',
  transport: 'stdio',
  daily: 160,
  extra: (ago) => (ago < UPSTREAM_DAYS ? 16 : 0),
  versions: { '0.3.0': 40, '0.4.0': 12.1 },
  clients: [
    ['claude-code', 4],
    ['ops-bot', 2],
    ['cursor', 1],
  ],
  acts: [
    search('query_traces', 34, 940, traces, (s) => ({
      took: s.random.int(20, 900),
      traces: list(4, () => ({
        trace_id: s.random.hex(32),
        service: service(s),
        duration_us: s.random.int(900, 90_000),
      })),
    })),
    search('query_metrics', 28, 620, metrics, (s) => ({
      series: [{ labels: { service: service(s) }, values: list(6, (i) => [i * 300, s.random.int(40, 90)]) }],
    })),
    search('list_services', 12, 80, {}, () => ({
      services: ['checkout', 'ledger', 'search', 'mailer', 'gateway'],
    })),
    failing(
      'query_traces',
      (s) => (s.version === '0.4.0' ? 1.3 : 0.3),
      120,
      traces,
      (s) => flag('RateLimitError', `Tempo answered 429 for tenant "${service(s)}"`, traces, { status: 429 }),
    ),
    failing('query_traces', 0.5, 160, traces, () =>
      flag('ElasticsearchDataError', 'No trace data found for this range', traces, { dataType: 'traces' }),
    ),
    failing(
      'query_metrics',
      (s) => (s.ago < UPSTREAM_DAYS ? 10 : 0),
      30_000,
      metrics,
      (s) =>
        flag(
          'UPSTREAM_ERROR',
          `Prometheus query timed out after ${s.random.int(30_000, 30_400)} ms`,
          metrics,
        ),
    ),
    failing('query_metrics', 0.6, 20, { query: 'sum(rate(' }, () =>
      flag('ZodError', 'query: unbalanced parenthesis', { query: 'sum(rate(' }),
    ),
  ],
};

const index = { index: 'logs-*', size: 20 };

/** A second server of the dialect, which never sets `isError`, and leaks a password. */
export const logs: Script = {
  server: 'app-logs',
  transport: 'http',
  daily: 60,
  versions: { '1.0.0': 40, '1.1.0': 6.7 },
  clients: [
    ['ops-bot', 3],
    ['claude-code', 2],
    [undefined, 0.5],
  ],
  acts: [
    search('search_logs', 40, 380, index, (s) => ({
      hits: list(3, () => ({ level: 'info', service: service(s), message: 'request served' })),
    })),
    search('tail_logs', 14, 120, { service: 'checkout' }, (s) => ({ lines: [`${service(s)} ready`] })),
    search('search_logs', 0.8, 260, index, () =>
      flag('AxiosError', 'Request failed with status code 404', { index: 'logs-2025' }),
    ),
    search('search_logs', 0.4, 300, index, () => flag('AxiosError', 'socket hang up', index)),
    search(
      'search_logs',
      (s) => (s.version === '1.1.0' ? 0.8 : 0),
      280,
      index,
      () => ({ error: true, message: 'Request failed with status code 503', status: 503 }),
    ),
    search(
      'connect_source',
      (s) => (s.version === '1.1.0' ? 0.5 : 0.1),
      90,
      { source: 'elastic' },
      (s) =>
        flag('ConnectionError', 'The source refused the connection', {
          host: 'logs.example.com',
          password: s.random.hex(12),
        }),
    ),
  ],
};
