import { addTo } from '../../../../shared/collections/add-to.ts';
import { errorMessage } from '../../../../shared/text/words.ts';
import { DAY } from '../../../../shared/time/units.ts';
import { isStoreFault, StoreDamaged } from '../../faults.ts';
import type { Diagnosis } from '../../store.ts';
import { removedBefore } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { storeError } from '../file/faults.ts';
import { readMeta } from '../file/meta.ts';
import { versionOf } from '../file/schema.ts';
import { LIST, list } from '../file/sql.ts';
import { idsBeingForgotten } from '../rows/forgotten.ts';
import { maxShift, timeOf } from '../rows/ids.ts';
import { PLACES } from '../rows/insert.ts';
import { SHARED } from '../rows/mentions.ts';
import { Evidence } from './evidence.ts';
import { faultOf } from './fault.ts';
import { isoDay, Recount } from './recount.ts';

/** Maximum number of faults named per kind. */
const NAMED = 20;

/** Kinds of data, and the tables and indexes that hold them. */
const KINDS: readonly (readonly [kind: string, names: RegExp])[] = [
  ['captures', /^(?:payloads|blocks)$/],
  ['responses', /^(?:responses|counts|violations|uses|arrivals|sessions)/],
  ['rollups', /_cells$/],
  ['search', /^messages/],
];

/**
 * Checks that the file is intact, that each response has its own capture and is stored as that was judged, and that the
 * rollups and indexes equal a recount.
 * Each part is a question of its own, so that no state of the file is held for long. A part that cannot be read
 * is a fault, and the others are checked all the same.
 */
export function diagnose(connection: Connection, progress: (share: number) => void = () => {}): Diagnosis {
  const faults: string[] = [];
  const look = <T>(what: string, part: () => T, otherwise: T): T => {
    try {
      return connection.ask(part);
    } catch (error) {
      const told = storeError(error);
      // Anything else is of what was read: packed counts, say, that make no sense.
      if (isStoreFault(told) && !(told instanceof StoreDamaged)) throw told;
      faults.push(`cannot read ${what}: ${errorMessage(error)}`);
      return otherwise;
    }
  };
  progress(0);
  faults.push(...look('the file', () => wholeness(connection), []));
  faults.push(...look('the table of responses', () => orphans(connection), []));
  faults.push(...look('the names', () => unmentioned(connection), []));
  const evidence = new Evidence(connection);
  const compared = () => look('the captures', () => evidence.next(), undefined);
  for (let share = compared(); share !== undefined; share = compared()) progress(share / 2);
  faults.push(...evidence.faults());
  const recount = new Recount(connection);
  const days = look('the table of responses', () => daysOf(connection), []);
  for (const [index, day] of days.entries()) {
    progress((1 + index / days.length) / 2);
    faults.push(...look(`the responses of ${isoDay(day)}`, () => recount.day(day), []));
  }
  faults.push(...look('the violations and error groups', () => recount.findings(), []));
  for (const name of recount.partlyForgotten)
    faults.push(`${name} is only partly deleted; a running dashboard deletes the rest`);
  return {
    faults,
    recounted: recount.count,
    sizes: look('the table sizes', () => sizesOf(connection), []),
    schema: versionOf(connection.db),
    catalogues: look('the table of responses', () => cataloguesOf(connection), []),
    keepMs: look('the retention settings', () => readMeta(connection, 'keep_ms') || null, null),
    removedBefore: look('the retention settings', () => removedBefore(connection) || null, null),
  };
}

function wholeness({ db }: Connection): readonly string[] {
  const found = db.prepare<[], { integrity_check: string }>(`PRAGMA integrity_check(${NAMED})`).all();
  return found.map((row) => row.integrity_check).filter((text) => text !== 'ok');
}

/** What rows refer to: what is missing, and of which rows. */
const REFERENCES = [
  [
    'responses without bytes',
    'responses',
    'block IS NULL AND parent IS NULL AND id NOT IN (SELECT response FROM payloads)',
  ],
  ['responses without a block', 'responses', 'block IS NOT NULL AND block NOT IN (SELECT id FROM blocks)'],
  [
    'responses without a batch',
    'responses',
    'parent IS NOT NULL AND parent NOT IN (SELECT id FROM responses)',
  ],
  ['responses without a server', 'responses', 'server NOT IN (SELECT id FROM servers)'],
  ['responses without a source', 'responses', 'source NOT IN (SELECT id FROM sources)'],
  [
    'responses without an operation',
    'responses',
    'operation <> 0 AND operation NOT IN (SELECT id FROM operations)',
  ],
  ['responses without a caller', 'responses', 'caller NOT IN (SELECT id FROM callers)'],
  ['responses without a context', 'responses', 'context NOT IN (SELECT id FROM contexts)'],
  [
    'responses without a session',
    'responses',
    'session IS NOT NULL AND session NOT IN (SELECT id FROM sessions)',
  ],
  ['responses without a category', 'responses', 'fault <> 0 AND fault NOT IN (SELECT id FROM faults)'],
  [
    'responses whose words cannot be found',
    'responses',
    `message IS NOT NULL AND place <> ${PLACES.quarantined} AND id NOT IN (SELECT id FROM messages_docsize)`,
  ],
  ['kinds of failures without an error group', 'failure_kinds', 'group_id NOT IN (SELECT id FROM groups)'],
  ['kinds of violations without a rule', 'violation_kinds', 'rule NOT IN (SELECT id FROM rules)'],
  [
    'kinds of warnings without a deprecated item',
    'warning_kinds',
    'item <> 0 AND item NOT IN (SELECT id FROM items)',
  ],
] as const;

/** What no table may have: what is wrong, and the rows that are. */
const STRANGE = [
  [
    'blocks of captures that count their responses wrong',
    `blocks b LEFT JOIN (SELECT block, count(*) AS n FROM responses WHERE block IS NOT NULL GROUP BY 1) r ON r.block = b.id
     WHERE b.live <> ifnull(r.n, 0)`,
  ],
  ['bytes of no response', 'payloads WHERE response NOT IN (SELECT id FROM responses)'],
  ['counts of no response', 'counts WHERE response NOT IN (SELECT id FROM responses)'],
  ['versions of no error group', 'group_versions WHERE group_id NOT IN (SELECT id FROM groups)'],
  ['changes of no error group', 'group_history WHERE group_id NOT IN (SELECT id FROM groups)'],
  [
    'error groups in another state than their last change says',
    `groups g LEFT JOIN group_history h ON h.id = (SELECT max(id) FROM group_history WHERE group_id = g.id)
     WHERE (g.state, g.regressed) IS NOT (ifnull(h.to_state, 0), ifnull(h.regressed, 0))`,
  ],
  [
    'sessions that would be removed before their newest response',
    `sessions s WHERE newest <
       (SELECT max(id) FROM responses r WHERE r.session = s.id AND r.session IS NOT NULL AND r.place = 0)`,
  ],
  [
    'servers that proved their dialect and do not say so',
    `servers s WHERE proven = 0 AND EXISTS
       (SELECT 1 FROM mentions m JOIN contexts x ON x.id = m.entry AND x.proven = 1
        WHERE m.server = s.id AND m.dictionary = ${SHARED.indexOf('contexts')}
          AND EXISTS (SELECT 1 FROM responses r WHERE r.server = s.id AND r.context = x.id AND r.place = 0))`,
  ],
  ['quotas of no condition', 'quota_cells WHERE condition NOT IN (SELECT id FROM conditions)'],
  [
    'gaps in the order of arrival, by which pages that are open catch up',
    `(SELECT length(ids) <> 8 * count OR lead(ordinal) OVER (ORDER BY ordinal) <> ordinal + count AS wrong FROM arrivals
      UNION ALL SELECT NOT EXISTS (SELECT 1 FROM arrivals) FROM (SELECT 1 FROM responses LIMIT 1)) WHERE wrong`,
  ],
] as const;

/** Finds rows that refer to something missing, unless their server is being forgotten, rows that contradict others, and a wrong total. */
function orphans(connection: Connection): readonly string[] {
  const rows = connection.number('SELECT count(*) FROM responses WHERE parent IS NULL');
  const counted = readMeta(connection, 'responses') ?? 0;
  const forgotten = list(idsBeingForgotten(connection));
  return [
    ...REFERENCES.flatMap(([what, table, where]) => {
      const text = `SELECT count(*) FROM ${table} WHERE server NOT IN ${LIST} AND ${where}`;
      return faultOf(what, connection.number(text, forgotten));
    }),
    ...STRANGE.flatMap(([what, where]) => faultOf(what, connection.number(`SELECT count(*) FROM ${where}`))),
    ...(rows === counted ? [] : [`stored responses: ${rows}, but ${counted} were counted`]),
  ];
}

/** Of each dictionary that servers share: the column of responses that refers to it, and what its entries are. */
const SHARED_BY = {
  callers: ['caller', 'clients'],
  contexts: ['context', 'contexts'],
  faults: ['fault', 'codes'],
} as const;

/** Finds entries that servers have without a mention, so that they would go with another server. */
function unmentioned(connection: Connection): readonly string[] {
  return SHARED.flatMap((dictionary, number) => {
    const [column, entries] = SHARED_BY[dictionary];
    const n = connection.number(
      `SELECT count(*) FROM (SELECT DISTINCT server, ${column} AS entry FROM responses) r
       WHERE r.entry <> 0 AND NOT EXISTS
         (SELECT 1 FROM mentions m WHERE m.server IN (0, r.server) AND m.dictionary = ? AND m.entry = r.entry)`,
      number,
    );
    return faultOf(`${entries} of servers that do not mention them`, n);
  });
}

/** The days, in epoch ms, of which every response is still stored. */
function daysOf(connection: Connection): readonly number[] {
  const first = connection.first('SELECT min(id) FROM responses WHERE place = 0');
  const last = connection.first('SELECT max(id) FROM responses WHERE place = 0');
  if (first === undefined || last === undefined) return [];
  const start = Math.max(
    Math.floor((timeOf(first) - maxShift(connection)) / DAY) * DAY,
    Math.ceil(removedBefore(connection) / DAY) * DAY,
  );
  const days = Math.max(0, Math.floor((timeOf(last) - start) / DAY) + 1);
  return Array.from({ length: days }, (_, index) => start + index * DAY);
}

function cataloguesOf(connection: Connection): Diagnosis['catalogues'] {
  return connection.all<Diagnosis['catalogues'][number]>(
    'SELECT catalogue, count(*) AS responses FROM responses WHERE parent IS NULL GROUP BY 1 ORDER BY 1 DESC',
  );
}

function sizesOf(connection: Connection): Diagnosis['sizes'] {
  const sizes = new Map<string, number>();
  for (const { name, bytes } of connection.all<{ name: string; bytes: number }>(
    'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name',
  )) {
    const [kind] = KINDS.find(([, names]) => names.test(name)) ?? ['names and states'];
    addTo(sizes, kind, bytes);
  }
  return [...sizes].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes);
}
