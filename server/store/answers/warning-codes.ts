import type { Warnings } from '../../../shared/api/warnings.ts';
import { WARNING_CODES } from '../../../shared/codes.ts';
import { entry } from '../../../shared/collections/entry.ts';
import type { Severity } from '../../../shared/severity.ts';
import { iso } from '../../../shared/time/instant.ts';
import type { WarningClass } from '../../../shared/verdict.ts';
import { addBuckets } from './grid.ts';
import { byName } from './order.ts';

type Row = Warnings['codes'][number];

/** How often warnings were counted that differ only in their responses. `S` identifies a server. */
export interface WarningCount<S> {
  readonly code: string | null;
  readonly class: WarningClass;
  readonly severity: Severity;
  /** Whether their severity is the default, used because it was missing or invalid. */
  readonly defaulted: boolean;
  readonly server: S;
  /** Epoch ms, regardless of the range. */
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly count: number;
  /** Responses in which they are the most urgent with their code. */
  readonly responses: number;
  /** `count` by part of the range. */
  readonly parts: readonly number[];
}

/** Sums for one code. */
interface CodeSum<S> {
  readonly row: Omit<Row, 'servers' | 'share' | 'first_seen' | 'last_seen'>;
  first: number;
  last: number;
  readonly servers: Set<S>;
}

/**
 * Warnings by code, most first, then by code. Severities are counted at any threshold, everything else only at or above it;
 * a code without a warning there is omitted. `parts` is the number of a sparkline's parts.
 */
export function warningCodes<S>(
  counted: Iterable<WarningCount<S>>,
  threshold: Severity,
  parts: number,
): Pick<Warnings, 'total' | 'by_severity' | 'defaulted' | 'codes'> {
  const codes = new Map<string | null, CodeSum<S>>();
  const bySeverity = { '0': 0, '1': 0, '2': 0 };
  let defaulted = 0;
  for (const one of counted) {
    const sum = entry(codes, one.code, () => emptySum(one, parts));
    const { row } = sum;
    row.by_severity[one.severity] += one.count;
    bySeverity[one.severity] += one.count;
    sum.first = Math.min(sum.first, one.firstSeen);
    sum.last = Math.max(sum.last, one.lastSeen);
    if (one.severity > threshold) continue;
    row.count += one.count;
    row.responses += one.responses;
    addBuckets(row.sparkline, one.parts);
    sum.servers.add(one.server);
    if (one.defaulted) {
      row.defaulted += one.count;
      defaulted += one.count;
    }
  }
  const found = [...codes.values()].filter(({ row }) => row.count > 0);
  const total = found.reduce((sum, { row }) => sum + row.count, 0);
  return {
    total,
    by_severity: bySeverity,
    defaulted,
    codes: found
      .map(({ row, first, last, servers }) => ({
        ...row,
        first_seen: iso(first),
        last_seen: iso(last),
        servers: servers.size,
        share: row.count / total,
      }))
      .sort((a, b) => b.count - a.count || byName(a.code, b.code)),
  };
}

function emptySum<S>(one: WarningCount<S>, parts: number): CodeSum<S> {
  return {
    row: {
      code: one.code,
      class: one.class,
      standard: one.code !== null && WARNING_CODES.has(one.code),
      count: 0,
      by_severity: { '0': 0, '1': 0, '2': 0 },
      defaulted: 0,
      responses: 0,
      sparkline: Array<number>(parts).fill(0),
    },
    first: one.firstSeen,
    last: one.lastSeen,
    servers: new Set(),
  };
}
