import type { FastifyInstance } from 'fastify';
import { PAGE_LIMIT } from '../../shared/api/filter.ts';
import type { RESPONSE_FORMATS, ResponsePage, ResponseRow } from '../../shared/api/responses.ts';
import { defined } from '../../shared/collections/defined.ts';
import { csvLine } from '../../shared/text/csv.ts';
import { notFound } from '../errors.ts';
import type { Page, Questions } from '../store/store.ts';
import { acceptedFormat } from './accept.ts';
import { opened, sealed } from './cursors.ts';
import { filterOf } from './filter.ts';
import { answer, Rendered, type Services } from './route.ts';

/** Formats of rows. */
type Format = Exclude<(typeof RESPONSE_FORMATS)[number], 'captures'>;

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
    const format = query.format ?? acceptedFormat(MEDIA_TYPES, request.headers.accept);
    // Captures are a recording, in the order of time; the newest few are looked for from the end.
    const oldestFirst = format === 'captures' && limit === undefined;
    const log = { quarantined, oldestFirst, ...defined({ contains, deprecated }) };
    // The order is the same in any range.
    const { from: _, to: __, ...named } = filter;
    const asked = { ...named, ...log };
    const after = opened(asked, cursor);
    const read = (page: Page) => store.responses(filter, { ...page, ...log });
    if (format === undefined) return sealed(asked, await read({ limit: limit ?? PAGE_LIMIT, ...after }));
    // Read before anything is sent, so that an error in the question can still be reported.
    const first = await read({ limit: limit ?? EXPORT_PAGE, ...after });
    const pages = pagesOf(read, first, limit);
    if (format === 'captures')
      return new Rendered(
        MEDIA_TYPES.ndjson,
        'captures.ndjson',
        captures(oldestFirst ? pages : reversed(pages), (ids) => store.captures(ids)),
      );
    return new Rendered(MEDIA_TYPES[format], `responses.${format}`, lines(format, pages));
  });

  answer(app, 'GET /api/v1/responses/:id', async ({ params }) => {
    const response = await store.response(params.id);
    if (response === undefined) throw notFound('response', params.id);
    return response;
  });
}

/** Yields the log by pages from its first one on, at most `limit` rows, reading further ones on demand: one may have found less than it looked for. */
async function* pagesOf(
  read: (page: Page) => Promise<ResponsePage>,
  first: ResponsePage,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly ResponseRow[]> {
  let { items, next_cursor: cursor } = first;
  let left = limit - items.length;
  yield items;
  while (cursor !== null && left > 0) {
    ({ items, next_cursor: cursor } = await read({ limit: Math.min(left, EXPORT_PAGE), cursor }));
    left -= items.length;
    yield items;
  }
}

/** Yields all rows in the opposite order, once they are all read. */
async function* reversed(
  pages: AsyncIterable<readonly ResponseRow[]>,
): AsyncGenerator<readonly ResponseRow[]> {
  const rows: ResponseRow[] = [];
  for await (const page of pages) rows.push(...page);
  yield rows.reverse();
}

/** Yields the captures that rows are of, one per line. The members of a batch follow each other, and share one. */
async function* captures(
  pages: AsyncIterable<readonly ResponseRow[]>,
  read: Questions['captures'],
): AsyncGenerator<string> {
  let last: string | undefined;
  for await (const rows of pages) {
    const holders = rows.map(({ id, parent }) => parent ?? id);
    let ids = holders.filter((id, i) => id !== (i === 0 ? last : holders[i - 1]));
    last = holders.at(-1) ?? last;
    while (ids.length > 0) {
      const found = await read(ids);
      ids = ids.slice(found.length);
      // What was removed since its row was read is undefined.
      yield* found.filter((capture) => capture !== undefined).map((capture) => `${capture}\n`);
    }
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

async function* lines(format: Format, pages: AsyncIterable<readonly ResponseRow[]>): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(COLUMNS);
  let before = '[';
  for await (const rows of pages) {
    for (const row of rows) {
      if (format === 'csv') yield csvLine(COLUMNS.map((column) => row[column]));
      else if (format === 'ndjson') yield `${JSON.stringify(row)}\n`;
      else {
        yield `${before}\n${JSON.stringify(row)}`;
        before = ',';
      }
    }
  }
  if (format === 'json') yield before === '[' ? '[]\n' : '\n]\n';
}
