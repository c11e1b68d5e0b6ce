import { entry } from '../../../../shared/collections/entry.ts';
import { OVERFLOW } from '../../../../shared/overflow.ts';
import { AHEAD } from '../../answers/retention.ts';
import type { Connection } from '../file/connection.ts';
import { faultOf } from './fault.ts';

/** The tables that say when something was first and last seen, and what their entries are. */
const TABLES = [
  ['sources', 'versions of servers'],
  ['callers', 'clients'],
  ['groups', 'error groups'],
  ['items', 'deprecated items'],
  ['warning_kinds', 'kinds of warnings'],
  ['violation_kinds', 'kinds of violations'],
] as const;
type Table = (typeof TABLES)[number][0];

interface Times {
  first: number;
  last: number;
}

/**
 * When something was seen by stored responses. It may have been seen earlier or later by others, and of what was
 * ahead of the clock only until then.
 */
export class Seen {
  readonly #times: Readonly<Record<Table, Map<number, Times>>> = {
    sources: new Map(),
    callers: new Map(),
    groups: new Map(),
    items: new Map(),
    warning_kinds: new Map(),
    violation_kinds: new Map(),
  };
  /** By error group, when it first failed in each version of its server. */
  readonly #versions = new Map<number, Map<number, number>>();

  add(table: Table, id: number, at: number): void {
    const times = entry(this.#times[table], id, () => ({ first: at, last: at }));
    times.first = Math.min(times.first, at);
    times.last = Math.max(times.last, at);
  }

  addVersion(group: number, source: number, at: number): void {
    const versions = entry(this.#versions, group, () => new Map());
    versions.set(source, Math.min(at, versions.get(source) ?? at));
  }

  faults(connection: Connection): readonly string[] {
    const seen = TABLES.flatMap(([table, what]) => {
      const times = this.#times[table];
      const wrong = connection
        .all<{ id: number; first_seen: number; last_seen: number }>(
          `SELECT id, first_seen, last_seen FROM ${table}`,
        )
        .filter(({ id, first_seen, last_seen }) => {
          const { first = first_seen, last = last_seen } = times.get(id) ?? {};
          return first_seen > first + AHEAD || last_seen < last - AHEAD || first_seen > last_seen;
        });
      return faultOf(`${what} that were seen before they say, or later`, wrong.length);
    });
    return [...seen, ...faultOf('versions missing from error groups', this.#lostVersions(connection))];
  }

  #lostVersions(connection: Connection): number {
    const names = new Map(
      connection.rows<readonly [number, string | null]>('SELECT id, version FROM sources'),
    );
    const known = new Map(
      connection.rows<readonly [string, number]>(
        "SELECT group_id || ' ' || version, first_seen FROM group_versions",
      ),
    );
    let lost = 0;
    for (const [group, versions] of this.#versions)
      for (const [source, first] of versions) {
        const name = names.get(source);
        // Under the name of all beyond the cap, another dialect's entry may have had the version.
        if (typeof name !== 'string' || name === OVERFLOW) continue;
        if ((known.get(`${group} ${name}`) ?? Number.POSITIVE_INFINITY) > first + AHEAD) lost++;
      }
    return lost;
  }
}
