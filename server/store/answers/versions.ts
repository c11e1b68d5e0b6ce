import type { Servers } from '../../../shared/api/servers.ts';
import { iso } from '../../../shared/time/instant.ts';
import { type FailureCounts, NO_RESPONSES } from './health.ts';
import { byName } from './order.ts';

/** Combined sightings of something and its counts in the filter. Times are epoch ms. */
export interface Seen extends FailureCounts {
  first: number;
  last: number;
}

interface Sighted {
  readonly first_seen: number;
  readonly last_seen: number;
}

/** A sighting for which no response is counted yet. */
export function seen({ first_seen, last_seen }: Sighted): Seen {
  return { first: first_seen, last: last_seen, ...NO_RESPONSES };
}

export function addSeen(
  sum: Seen,
  { first_seen, last_seen }: Sighted,
  { responses, failures }: Readonly<FailureCounts>,
): void {
  sum.responses += responses;
  sum.failures += failures;
  sum.first = Math.min(sum.first, first_seen);
  sum.last = Math.max(sum.last, last_seen);
}

/** Versions of a server or client, newest first; of those first seen at one time, the last by name. */
export function newestFirst(versions: ReadonlyMap<string, Seen>): Servers['items'][number]['versions'] {
  return [...versions]
    .sort(([one, a], [another, b]) => b.first - a.first || byName(another, one))
    .map(([version, { first, last, responses, failures }]) => ({
      version,
      first_seen: iso(first),
      last_seen: iso(last),
      responses,
      failures,
    }));
}
