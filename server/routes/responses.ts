import type { FastifyInstance } from 'fastify';
import { PAGE_LIMIT } from '../../shared/api/filter.ts';
import type { RESPONSE_FORMATS, ResponsePage, ResponseRow } from '../../shared/api/responses.ts';
import { defined } from '../../shared/collections/defined.ts';
import { csvLine } from '../../shared/text/csv.ts';
import { notFound } from '../errors.ts';
import type { Page } from '../store/store.ts';
import { acceptedFormat } from './accept.ts';
import { opened, sealed } from './cursors.ts';
import { filterOf } from './filter.ts';
import { answer, Rendered, type Services } from './route.ts';

type Format = (typeof RESPONSE_FORMATS)[number];

const MEDIA_TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
} as const satisfies Record<Format, string>;

/** Rows that an export reads per page. */
const EXPORT_PAGE = 500;

export function responsesRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/responses', async ({ query, request }) => {
    const filter = filterOf(query, clock());
    const { limit, cursor, quarantined = false, contains, deprecated } = query;
    const log = { quarantined, ...defined({ contains, deprecated }) };
    // The order is the same in any range.
    const { from: _, to: __, ...named } = filter;
    const asked = { ...named, ...log };
    const format = query.format ?? acceptedFormat(MEDIA_TYPES, request.headers.accept);
    const after = opened(asked, cursor);
    const read = (page: Page) => store.responses(filter, { ...page, ...log });
    if (format === undefined) return sealed(asked, await read({ limit: limit ?? PAGE_LIMIT, ...after }));
    // Read before anything is sent, so that an error in the question can still be reported.
    const first = await read({ limit: limit ?? EXPORT_PAGE, ...after });
    return new Rendered(
      MEDIA_TYPES[format],
      `responses.${format}`,
      lines(format, rowsOf(read, first, limit)),
    );
  });

  answer(app, 'GET /api/v1/responses/:id', async ({ params }) => {
    const response = await store.response(params.id);
    if (response === undefined) throw notFound('response', params.id);
    return response;
  });
}

/** Yields the log from its first page on, at most `limit` rows, reading further pages on demand: one may have found less than it looked for. */
async function* rowsOf(
  read: (page: Page) => Promise<ResponsePage>,
  first: ResponsePage,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<ResponseRow> {
  let { items, next_cursor: cursor } = first;
  let left = limit - items.length;
  yield* items;
  while (cursor !== null && left > 0) {
    ({ items, next_cursor: cursor } = await read({ limit: Math.min(left, EXPORT_PAGE), cursor }));
    left -= items.length;
    yield* items;
  }
}

const COLUMNS = [
  'id',
  'observed_at',
  'server',
  'server_version',
  'client',
  'tool',
  'operation',
  'dialect',
  'outcome',
  'code',
  'category',
  'message',
  'masked',
  'must',
  'should',
  'info',
  'warnings',
  'severity',
  'duration_ms',
  'size',
  'members',
  'parent',
  'index',
] as const satisfies readonly (keyof ResponseRow)[];

async function* lines(format: Format, rows: AsyncIterable<ResponseRow>): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(COLUMNS);
  let before = '[';
  for await (const row of rows) {
    if (format === 'csv') yield csvLine(COLUMNS.map((column) => row[column]));
    else if (format === 'ndjson') yield `${JSON.stringify(row)}\n`;
    else {
      yield `${before}\n${JSON.stringify(row)}`;
      before = ',';
    }
  }
  if (format === 'json') yield before === '[' ? '[]\n' : '\n]\n';
}
