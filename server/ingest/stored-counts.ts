import { entry } from '../../shared/collections/entry.ts';
import { saidWarnings } from '../../shared/said-warnings.ts';
import { SEVERITY_WORDS } from '../../shared/severity.ts';
import type { ResponseRecord } from '../store/record.ts';
import type { StoredCount } from './ingest.ts';

/** Counts what a commit stored, for whoever watches the whole rather than its rows. */
export function storedCounts(records: readonly ResponseRecord[]): readonly StoredCount[] {
  const counts = new Map<string, { -readonly [K in keyof StoredCount]: StoredCount[K] }>();
  const count = (server: string, by: StoredCount['by'], value: string, times = 1) => {
    const key = `${by} ${value} ${server}`;
    entry(counts, key, () => ({ server, by, value, count: 0 })).count += times;
  };
  for (const { facts, verdict, groups } of records) {
    const { server } = facts;
    count(server, 'outcome', verdict.outcome);
    for (const { member } of groups) {
      const said = member === null ? verdict : verdict.members[member];
      count(server, 'category', said?.category ?? 'unknown');
    }
    for (const { warning } of saidWarnings(verdict))
      count(server, 'severity', SEVERITY_WORDS[warning.severity], warning.occurrences);
    for (const { level } of verdict.violations) count(server, 'level', level);
  }
  return [...counts.values()];
}
