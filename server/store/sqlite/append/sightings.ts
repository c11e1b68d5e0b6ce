import type { Warning } from '../../../../shared/verdict.ts';
import type { ResponseRecord } from '../../record.ts';
import type { RecordFindings } from '../cells/counting.ts';
import type { Connection } from '../file/connection.ts';
import { wellFormedOrNull } from '../file/words.ts';

interface Sighting {
  first: number;
  last: number;
  /** Server version at the first sighting. */
  version: string | null;
}

const TABLES = ['sources', 'callers', 'items', 'warning_kinds', 'violation_kinds'] as const;
type Table = (typeof TABLES)[number];

/** First and last sightings of an append, and the newest warning about each deprecated item. */
export class Sightings {
  readonly #seen: Readonly<Record<Table, Map<number, Sighting>>> = {
    sources: new Map(),
    callers: new Map(),
    items: new Map(),
    warning_kinds: new Map(),
    violation_kinds: new Map(),
  };
  readonly #items = new Map<number, { readonly at: number; readonly warning: Warning }>();
  readonly #proven = new Set<number>();

  add(
    { facts }: ResponseRecord,
    { source, caller }: { readonly source: number; readonly caller: number },
    { counts, items }: RecordFindings,
  ): void {
    const at = facts.observed_at;
    const version = wellFormedOrNull(facts.server_version);
    this.#see('sources', source, at, version);
    this.#see('callers', caller, at, version);
    for (const [kind] of counts.warnings) this.#see('warning_kinds', kind, at, version);
    for (const [kind] of counts.violations) this.#see('violation_kinds', kind, at, version);
    for (const { item, warning } of items) {
      this.#see('items', item, at, version);
      if (at >= (this.#items.get(item)?.at ?? 0)) this.#items.set(item, { at, warning });
    }
  }

  /** Records that the server proved its dialect. */
  prove(server: number): void {
    this.#proven.add(server);
  }

  #see(table: Table, id: number, at: number, version: string | null): void {
    const seen = this.#seen[table].get(id);
    if (seen === undefined) this.#seen[table].set(id, { first: at, last: at, version });
    else {
      if (at < seen.first) {
        seen.first = at;
        seen.version = version;
      }
      seen.last = Math.max(seen.last, at);
    }
  }

  write(connection: Connection): void {
    for (const [item, { at, warning }] of this.#items) {
      const { reading, severity } = warning;
      if (reading?.kind !== 'deprecation') continue;
      connection.run(
        `UPDATE items SET replacement = ?, migration_guide = ?, removal_date = ?, removal_at = ?, severity = ?
         WHERE id = ? AND last_seen <= ?`,
        wellFormedOrNull(reading.replacement),
        wellFormedOrNull(reading.migration_guide),
        wellFormedOrNull(reading.removal_date),
        reading.removal_at,
        severity,
        item,
        at,
      );
    }
    for (const table of TABLES)
      for (const [id, { first, last, version }] of this.#seen[table])
        if (table === 'violation_kinds')
          connection.run(
            `UPDATE violation_kinds SET first_version = iif(? < first_seen, ?, first_version),
               first_seen = min(first_seen, ?), last_seen = max(last_seen, ?) WHERE id = ?`,
            first,
            version,
            first,
            last,
            id,
          );
        else
          connection.run(
            `UPDATE ${table} SET first_seen = min(first_seen, ?), last_seen = max(last_seen, ?)
             WHERE id = ? AND (first_seen > ? OR last_seen < ?)`,
            first,
            last,
            id,
            first,
            last,
          );
    for (const server of this.#proven)
      connection.run('UPDATE servers SET proven = 1 WHERE id = ? AND proven = 0', server);
  }
}
