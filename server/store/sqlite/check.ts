import type { Check } from '../store.ts';
import type { Connection } from './connection.ts';
import { DAY } from './grid.ts';
import { keyAt, maxShift, timeOf } from './ids.ts';
import { CELL_TABLES, type CellTable, Tally, TIERS } from './rollups.ts';
import { countedRows } from './scan.ts';
import { minuteOf, oldestMinute } from './segments.ts';

/** Faults named of one kind at most. */
const NAMED = 20;

/** Looks whether the file is whole and its rollups equal a recount. */
export function check(connection: Connection): Check {
  const faults = [...wholeness(connection), ...orphans(connection)];
  const { recounted, differences } = recount(connection);
  return { faults: [...faults, ...differences], recounted, sizes: sizesOf(connection) };
}

function wholeness({ db }: Connection): readonly string[] {
  const found = db.prepare<[], { integrity_check: string }>(`PRAGMA integrity_check(${NAMED})`).all();
  return found.map((row) => row.integrity_check).filter((text) => text !== 'ok');
}

/** Rows that point at nothing. */
function orphans(connection: Connection): readonly string[] {
  const missing = [
    ['bytes', 'block IS NULL AND parent IS NULL AND id NOT IN (SELECT response FROM payloads)'],
    ['a block', 'block IS NOT NULL AND block NOT IN (SELECT id FROM blocks)'],
    ['a batch', 'parent IS NOT NULL AND parent NOT IN (SELECT id FROM responses)'],
    ['a server', 'server NOT IN (SELECT id FROM servers)'],
    ['a source', 'source NOT IN (SELECT id FROM sources)'],
    ['a caller', 'caller NOT IN (SELECT id FROM callers)'],
  ] as const;
  return missing.flatMap(([what, where]) => {
    const n = connection.get<{ n: number }>(`SELECT count(*) AS n FROM responses WHERE ${where}`)?.n ?? 0;
    return n === 0 ? [] : [`${n} responses lack ${what}`];
  });
}

/** Counts every response again, a day at a time, and compares with the cells of each tier that is still kept. */
function recount(connection: Connection): {
  readonly recounted: number;
  readonly differences: readonly string[];
} {
  const ends = connection.get<{ first: number | null; last: number | null }>(
    'SELECT min(id) AS first, max(id) AS last FROM responses WHERE place = 0',
  );
  if (ends?.first === null || ends?.first === undefined || ends.last === null)
    return { recounted: 0, differences: [] };
  const removed =
    connection.get<{ value: number }>("SELECT value FROM meta WHERE name = 'removed_before'")?.value ?? 0;
  const shift = maxShift(connection);
  const start = Math.max(
    Math.floor((timeOf(ends.first) - shift) / DAY) * DAY,
    Math.ceil(removed / DAY) * DAY,
  );
  const differences: string[] = [];
  let recounted = 0;
  for (let day = start; day <= timeOf(ends.last); day += DAY) {
    const tally = new Tally();
    for (const row of countedRows(connection, keysBetween(connection, day, day + DAY + shift)))
      if (row.at >= day && row.at < day + DAY) {
        tally.add(row);
        recounted++;
      }
    for (let tier = 0; tier < TIERS.length; tier++)
      if (oldestMinute(connection, tier) <= minuteOf(day))
        differences.push(...compare(connection, tally, tier, day));
  }
  return { recounted, differences: differences.slice(0, NAMED) };
}

function keysBetween(connection: Connection, from: number, to: number): readonly number[] {
  return connection
    .all<{ id: number }>(
      'SELECT id FROM responses WHERE id >= ? AND id < ? AND place = 0 ORDER BY id',
      keyAt(from),
      keyAt(to),
    )
    .map(({ id }) => id);
}

function compare(connection: Connection, tally: Tally, tier: number, day: number): readonly string[] {
  const number = connection.nextScan();
  tally.flushScan(connection, number, tier);
  return CELL_TABLES.flatMap((table) => {
    const columns = columnsOf(connection, table);
    const stored = `SELECT ${columns} FROM ${table} WHERE tier = ? AND ${timeOfCell(table)} >= ? AND ${timeOfCell(table)} < ?`;
    const counted = `SELECT ${columns} FROM scratch_${table} WHERE tier = ?`;
    const unit = table === 'quota_cells' ? 1 : 60_000;
    const range = [tier, day / unit, (day + DAY) / unit];
    const count = (text: string, ...values: readonly unknown[]) =>
      connection.get<{ n: number }>(`SELECT count(*) AS n FROM (${text})`, ...values)?.n ?? 0;
    const wrong =
      count(`${stored} EXCEPT ${counted}`, ...range, number) +
      count(`${counted} EXCEPT ${stored}`, number, ...range);
    connection.run(`DELETE FROM scratch_${table}`);
    const on = new Date(day).toISOString().slice(0, 10);
    return wrong === 0 ? [] : [`${wrong} cells of ${table}, tier ${tier}, differ from a recount of ${on}`];
  });
}

function timeOfCell(table: CellTable): string {
  return table === 'quota_cells' ? 'at' : 'minute';
}

function columnsOf(connection: Connection, table: CellTable): string {
  return connection
    .all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
    .map(({ name }) => name)
    .filter((name) => name !== 'tier')
    .join(', ');
}

function sizesOf(connection: Connection): Check['sizes'] {
  return connection.all<{ name: string; bytes: number }>(
    'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC',
  );
}
