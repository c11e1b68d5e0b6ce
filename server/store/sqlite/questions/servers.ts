import type { ServerRow, Servers } from '../../../../shared/api/servers.ts';
import { addTo } from '../../../../shared/collections/add-to.ts';
import { entry } from '../../../../shared/collections/entry.ts';
import { iso } from '../../../../shared/time/instant.ts';
import { DIALECTS } from '../../../../shared/verdict.ts';
import { addAt, bucketsOf, type Grid, zeros } from '../../answers/grid.ts';
import { type FailureCounts, NO_RESPONSES, worstFirst } from '../../answers/health.ts';
import { byName } from '../../answers/order.ts';
import { addSeen, newestFirst, type Seen, seen } from '../../answers/versions.ts';
import type { Filter } from '../../store.ts';
import { sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { and, LIST, list, within } from '../file/sql.ts';
import { dialectOf, FAILURE, numberOf } from '../file/words.ts';
import type { Facet } from '../packed/cell-tables.ts';
import { coverageOver, type Plan, plansOf } from '../plan/plan.ts';
import { type Cell, eachCell, Traffic } from '../plan/traffic.ts';
import { idsBeingForgotten } from '../rows/forgotten.ts';
import { serversBefore } from './before.ts';
import { callersById, countClients } from './callers.ts';
import { healthIn } from './health.ts';
import { incident } from './incident.ts';

type Detail = Servers['items'][number];

export interface ServerNames {
  readonly id: number;
  readonly name: string;
  readonly pinned: number;
  /** 1 for a pinned server too. */
  readonly proven: number;
  readonly first_seen: number;
  readonly last_seen: number;
  readonly version: string | null;
  readonly dialect: number;
}

/**
 * Servers of the filter that were seen before the end of what the plan counts, with the version of their
 * newest response and, unless one is pinned, the dialect of the newest that shows one: any server may answer
 * plainly, a JSON-RPC error says nothing about its envelopes, and a success flag proves no dialect.
 */
export function serverNames(connection: Connection, plan: Plan): readonly ServerNames[] {
  const asked = and([
    ...within('s.id', plan.ids.server),
    { text: 'so.first_seen < ?', values: [plan.covered.to] },
  ]);
  // With max(), SQLite takes the other columns from the same row: https://sqlite.org/lang_select.html#bareagg
  return connection.all<ServerNames>(
    `SELECT s.id, s.name, s.pinned IS NOT NULL AS pinned, s.proven OR s.pinned IS NOT NULL AS proven,
       (SELECT min(first_seen) FROM sources WHERE server = s.id) AS first_seen,
       (SELECT max(last_seen) FROM sources WHERE server = s.id) AS last_seen, max(so.last_seen), so.version,
       ifnull(s.pinned, (SELECT dialect FROM sources WHERE server = s.id AND first_seen < ?
         ORDER BY dialect = ?, dialect = ?, s.proven AND dialect = ?, last_seen DESC LIMIT 1)) AS dialect
     FROM servers s JOIN sources so ON so.server = s.id
     WHERE ${asked.text} GROUP BY s.id`,
    plan.covered.to,
    numberOf(DIALECTS, 'jsonrpc-error'),
    numberOf(DIALECTS, 'plain'),
    numberOf(DIALECTS, 'success-flag'),
    ...asked.values,
  );
}

/** What a server's row is made from, gathered cell by cell. */
export class ServerSums {
  readonly whole = new Traffic();
  readonly responses: number[];
  readonly failures: number[];
  readonly #bucketOf: (minute: number) => number;

  constructor(grid: Grid) {
    this.#bucketOf = bucketsOf(grid);
    this.responses = zeros(grid);
    this.failures = zeros(grid);
  }

  add(cell: Cell): void {
    this.count(cell);
    cell.addDurations(this.whole.durations);
  }

  /** Adds a cell without its durations. */
  count(cell: Cell): void {
    this.whole.count(cell);
    const part = this.#bucketOf(cell.minute);
    addAt(this.responses, part, cell.responses);
    if (cell.outcome === FAILURE) addAt(this.failures, part, cell.responses);
  }
}

/**
 * Rows of a plan's servers, worst first, from their sums in its range, their traffic in the period before (if
 * all of it is counted) and the incident in the range.
 */
export function serverRows(
  connection: Connection,
  plan: Plan,
  sums: ReadonlyMap<number, ServerSums>,
  earlier: ReadonlyMap<number, Traffic>,
  found: ReturnType<typeof incident>,
): readonly (ServerRow & { readonly id: number })[] {
  const { filter } = plan;
  const grid = sparklineOver(connection, filter);
  return serverNames(connection, plan)
    .map((names) => {
      const own = sums.get(names.id) ?? new ServerSums(grid);
      const health = healthIn(connection, filter, names.id, own.whole, names.name === found?.server);
      return serverRow(names, own, earlier.get(names.id), health);
    })
    .sort(worstFirst);
}

function serverRow(
  names: ServerNames,
  sums: ServerSums,
  earlier: Traffic | undefined,
  health: ServerRow['health'],
): ServerRow & { readonly id: number } {
  const { whole } = sums;
  return {
    id: names.id,
    name: names.name,
    version: names.version,
    dialect: dialectOf(names.dialect),
    pinned: names.pinned === 1,
    proven: names.proven === 1,
    responses: whole.responses,
    failures: whole.failures,
    error_rate: whole.errorRate,
    previous_error_rate: earlier === undefined ? null : earlier.errorRate,
    warnings: whole.warnings,
    must_violations: whole.must,
    duration_p95: whole.durations.percentile(0.95),
    first_seen: iso(names.first_seen),
    last_seen: iso(names.last_seen),
    health,
    sparkline: sums.responses,
    failure_sparkline: sums.failures,
  };
}

/** Servers with their versions and dialects, worst first. */
export function servers(connection: Connection, filter: Filter): Servers {
  const grid = sparklineOver(connection, filter);
  const by = (facet: Facet, ...members: readonly string[]) =>
    ({ filter, scope: 'traffic', by: facet, members }) as const;
  const [plan, ofSources, ofClients, ofOperations] = plansOf(connection, filter, [
    { filter, scope: 'traffic', coarsest: tierFor(grid) },
    by('source', 'versions', 'dialects'),
    by('caller', 'clients'),
    by('operation', 'operations'),
  ]);
  const sums = new Map<number, ServerSums>();
  const counts = new Map<number, FailureCounts>();
  const noSums = () => new ServerSums(grid);
  const noCounts = () => ({ ...NO_RESPONSES });
  const countSource = ({ value, outcome, responses }: Cell) => {
    const own = entry(counts, value, noCounts);
    own.responses += responses;
    if (outcome === FAILURE) own.failures += responses;
  };
  eachCell(connection, plan, { sums: 'all' }, (cell) => {
    entry(sums, cell.server, noSums).add(cell);
    // Then they are the same cells.
    if (plan.facet === ofSources.facet) countSource(cell);
  });
  if (plan.facet !== ofSources.facet) eachCell(connection, ofSources, { sums: 'responses' }, countSource);
  const earlier = serversBefore(connection, plan, 'responses');
  const sources = sourcesOf(connection, counts);
  const clients = distinct(connection, ofClients);
  const operations = distinct(connection, ofOperations);
  const forgetting = idsBeingForgotten(connection);
  return {
    // Before the incident is planned: its figures are its own.
    ...coverageOver(connection, filter),
    items: serverRows(connection, plan, sums, earlier, incident(connection, filter)).map(
      ({ id, ...row }): Detail => {
        const own = sources.filter((source) => source.server === id);
        return {
          ...row,
          versions: versionsOf(own),
          dialects: [...sumBy(own, ({ dialect }) => dialectOf(dialect))]
            .filter(([, responses]) => responses > 0)
            .map(([dialect, responses]) => ({ dialect, responses }))
            .sort((a, b) => b.responses - a.responses || byName(a.dialect, b.dialect)),
          clients: clients.get(id) ?? 0,
          operations: operations.get(id) ?? 0,
          forgetting: forgetting.has(id),
        };
      },
    ),
  };
}

interface Source extends Readonly<FailureCounts> {
  readonly server: number;
  readonly version: string | null;
  readonly dialect: number;
  readonly first_seen: number;
  readonly last_seen: number;
}

/** Sources of the servers that were counted, though not in the range: when a version was seen does not depend on it. */
function sourcesOf(connection: Connection, counts: ReadonlyMap<number, FailureCounts>): readonly Source[] {
  return connection
    .all<Omit<Source, keyof FailureCounts> & { id: number }>(
      `SELECT id, server, version, dialect, first_seen, last_seen FROM sources
       WHERE server IN (SELECT server FROM sources WHERE id IN ${LIST})`,
      list(counts.keys()),
    )
    .map((source) => ({ ...source, ...(counts.get(source.id) ?? NO_RESPONSES) }));
}

function sumBy<K>(sources: readonly Source[], keyOf: (source: Source) => K): Map<K, number> {
  const sums = new Map<K, number>();
  for (const source of sources) addTo(sums, keyOf(source), source.responses);
  return sums;
}

function versionsOf(sources: readonly Source[]): Detail['versions'] {
  const versions = new Map<string, Seen>();
  for (const source of sources) {
    if (source.version === null) continue;
    addSeen(
      entry(versions, source.version, () => seen(source)),
      source,
      source,
    );
  }
  return newestFirst(versions).filter(({ responses }) => responses > 0);
}

/** Number of distinct clients or operations of each server in a plan by one of these facets. */
function distinct(connection: Connection, plan: Plan): ReadonlyMap<number, number> {
  const found = new Map<number, Set<number>>();
  const none = () => new Set<number>();
  eachCell(connection, plan, { sums: 'responses' }, ({ server, value }) =>
    entry(found, server, none).add(value),
  );
  const callers = callersById(connection);
  // Of operations, 0 means none.
  const count = (ids: ReadonlySet<number>) =>
    plan.facet === 'caller' ? countClients(callers, ids) : ids.size - Number(ids.has(0));
  return new Map([...found].map(([server, ids]) => [server, count(ids)]));
}
