import { OVERFLOW } from '../../../../shared/overflow.ts';
import type { Severity } from '../../../../shared/severity.ts';
import type { Dimension } from '../../answers/selection.ts';
import { kindsWhere, sumOfKinds } from '../cells/kind-cells.ts';
import { compose, minuteAtOrAfter, minuteOf, type Segment } from '../cells/segments.ts';
import { eachTraffic, type TrafficSelection } from '../cells/traffic-cells.ts';
import type { Connection } from '../file/connection.ts';
import { and, LIST, list, type Sql, within } from '../file/sql.ts';
import { SUCCESS } from '../file/words.ts';
import { type Facet, placesOf, WIDEST } from '../packed/cell-tables.ts';
import type { Ids } from '../rows/filters.ts';

/** Maximum number of key streams that one walk merges; an index that needs more does not lead. */
const MOST_STREAMS = 64;
/** Messages that match a search, and uses of a deprecated item, are counted up to this many. */
const MOST_COUNTED = 20_000;

/** Responses; batch members too, if the filter selects failures; or quarantined responses, by arrival. */
export type Among = 'responses' | 'members' | 'quarantined';

/** What to look for: rows in `[from, to)` that match `ids` in all `dimensions`. */
export interface Sought {
  readonly ids: Ids;
  readonly dimensions: ReadonlySet<Dimension>;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly among: Among;
  /** Failure kinds, of which a row must have one; if absent, any row may be found. */
  readonly failures?: readonly number[];
  /** Deprecated items, of which a row must have used one; if absent, any row may be found. */
  readonly items?: readonly number[];
}

/** An index that yields keys newest first, as streams to merge, and how many the rollups expect of it. */
interface Lead {
  /** Each is a SELECT of `id` that ends with its bounds `>= ? AND < ?`. */
  readonly streams: readonly Sql[];
  readonly expected: () => number;
  /** The dimension that all its rows match, if checking it again would be expensive. */
  readonly holds?: Dimension;
  /** True if it does not contain batch members. */
  readonly withoutMembers?: true;
}

const EVERYTHING: Lead = {
  streams: [{ text: 'SELECT id FROM responses WHERE id >= ? AND id < ?', values: [] }],
  expected: () => Number.POSITIVE_INFINITY,
};

/** No other index has them, and nothing counts them. */
const QUARANTINED: Lead = {
  streams: [
    {
      text: 'SELECT id FROM responses INDEXED BY responses_quarantined WHERE place = 2 AND id >= ? AND id < ?',
      values: [],
    },
  ],
  expected: () => Number.POSITIVE_INFINITY,
};

/** The index that leaves the fewest rows to examine; undefined if the rollups prove that there are none. */
export function chooseLead(connection: Connection, sought: Sought): Lead | undefined {
  if (sought.among === 'quarantined') return QUARANTINED;
  const all = leadsOf(connection, sought);
  if (all.some(({ streams }) => streams.length === 0)) return undefined;
  const leads = all.filter(
    ({ streams, withoutMembers }) =>
      streams.length <= MOST_STREAMS && !(withoutMembers && sought.among === 'members'),
  );
  const [only = EVERYTHING, ...others] = leads;
  if (others.length === 0) return only;
  let [best, fewest] = [only, Number.POSITIVE_INFINITY];
  for (const lead of leads) {
    const count = lead.expected();
    if (count === 0) return undefined;
    if (count < fewest) [best, fewest] = [lead, count];
  }
  return best;
}

/** One stream per value of a column that an index begins with, of the rows that it holds. */
function byColumn(column: string, values: readonly number[], where: string): readonly Sql[] {
  return values.map((value) => ({
    text: `SELECT id FROM responses INDEXED BY responses_${column} WHERE ${column} = ? AND ${where} AND id >= ? AND id < ?`,
    values: [value],
  }));
}

function leadsOf(
  connection: Connection,
  { ids, dimensions, from, to, failures, items }: Sought,
): readonly Lead[] {
  const segments = compose(connection, minuteOf(from), minuteAtOrAfter(to), WIDEST);
  const leads: Lead[] = [];
  if (failures !== undefined)
    leads.push({
      streams: byColumn('failure', failures, 'failure IS NOT NULL'),
      expected: () => sumOfKinds(connection, { of: 'failure', segments, kinds: failures }),
    });
  const ofResponses = (lead: Lead) => leads.push({ ...lead, withoutMembers: true });
  if (items !== undefined) ofResponses(uses(connection, items));
  const traffic =
    (facet: Facet, selection: TrafficSelection, places = placesOf('responses')) =>
    () => {
      let sum = 0;
      eachTraffic(connection, facet, segments, selection, 1 + Math.max(...places), (_, { sums }) => {
        for (const place of places) sum += sums[place] ?? 0;
      });
      return sum;
    };
  const named = (column: string, values: readonly number[], facet: Facet, selection: TrafficSelection) =>
    ofResponses({ streams: byColumn(column, values, 'place = 0'), expected: traffic(facet, selection) });
  if (ids.server && dimensions.has('server')) named('server', ids.server, 'source', { servers: ids.server });
  if (ids.operation && dimensions.has('operation'))
    named('operation', ids.operation, 'operation', { values: ids.operation });
  if (ids.caller && dimensions.has('client')) named('caller', ids.caller, 'caller', { values: ids.caller });
  // The index omits successes.
  if (ids.outcome && dimensions.has('outcome') && !ids.outcome.includes(SUCCESS))
    ofResponses({
      streams: byColumn('outcome', ids.outcome, 'place = 0 AND outcome <> 0'),
      expected: traffic('source', { outcomes: ids.outcome }),
    });
  const warnedUpTo = (most: Severity) =>
    ofResponses({
      streams: byColumn(
        'severity',
        [0, 1, 2].filter((severity) => severity <= most),
        'place = 0 AND severity IS NOT NULL',
      ),
      expected: traffic('source', {}, placesOf('warned', most)),
    });
  if (ids.warning?.length === 0 && dimensions.has('warning')) leads.push({ streams: [], expected: () => 0 });
  else if (ids.severityMax !== undefined && dimensions.has('severityMax')) warnedUpTo(ids.severityMax);
  else if (ids.warning !== undefined && dimensions.has('warning')) warnedUpTo(2);
  if (ids.fault && (dimensions.has('category') || dimensions.has('code')))
    leads.push({
      streams: byColumn('fault', ids.fault, 'failure IS NOT NULL'),
      expected: kinds(connection, segments, 'failure', 'fault', [
        ...ids.fault,
        ...overflowFaults(connection),
      ]),
    });
  if (ids.rule && (dimensions.has('rule') || dimensions.has('level')))
    ofResponses({
      streams: violationStreams(connection, ids.rule, ids.server),
      expected: kinds(connection, segments, 'violation', 'rule', ids.rule),
    });
  if (ids.match !== undefined && dimensions.has('q')) leads.push(matches(connection, ids.match));
  return leads;
}

/** A server's failures are counted under these, whatever their code, once it has too many kinds. */
function overflowFaults(connection: Connection): readonly number[] {
  return connection.numbers('SELECT id FROM faults WHERE code = ?', OVERFLOW);
}

function violationStreams(
  connection: Connection,
  rules: readonly number[],
  servers: readonly number[] | undefined,
): readonly Sql[] {
  const broken = and([...within('rule', rules), ...within('server', servers)]);
  return connection
    .all<{ server: number; rule: number }>(
      `SELECT DISTINCT server, rule FROM violation_kinds WHERE ${broken.text}`,
      ...broken.values,
    )
    .map(({ server, rule }) => ({
      text: 'SELECT response AS id FROM violations WHERE server = ? AND rule = ? AND response >= ? AND response < ?',
      values: [server, rule],
    }));
}

function matches(connection: Connection, match: string): Lead {
  if (match === '') return { streams: [], expected: () => 0 };
  return {
    holds: 'q',
    streams: [
      {
        text: 'SELECT rowid AS id FROM messages WHERE messages MATCH ? AND rowid >= ? AND rowid < ?',
        values: [match],
      },
    ],
    expected: () =>
      connection.number(
        'SELECT count(*) FROM (SELECT 1 FROM messages WHERE messages MATCH ? LIMIT ?)',
        match,
        MOST_COUNTED,
      ),
  };
}

function uses(connection: Connection, items: readonly number[]): Lead {
  return {
    streams: items.map((item) => ({
      text: 'SELECT response AS id FROM uses WHERE item = ? AND response >= ? AND response < ?',
      values: [item],
    })),
    expected: () =>
      connection.number(
        `SELECT count(*) FROM (SELECT 1 FROM uses WHERE item IN ${LIST} LIMIT ?)`,
        list(items),
        MOST_COUNTED,
      ),
  };
}

function kinds(
  connection: Connection,
  segments: readonly Segment[],
  of: 'failure' | 'violation',
  column: 'fault' | 'rule',
  values: readonly number[],
): () => number {
  return () =>
    sumOfKinds(connection, { of, segments, kinds: kindsWhere(connection, of, within(column, values)) });
}
