import type { Series } from '../../../../shared/api/series.ts';
import { entry } from '../../../../shared/collections/entry.ts';
import { SEVERITY_WORDS } from '../../../../shared/severity.ts';
import { UNIDENTIFIED } from '../../../../shared/unidentified.ts';
import { addAt, bucketsOf, type Grid, zeros } from '../../answers/grid.ts';
import { ALL, drawn, mergeRest, NONE } from '../../answers/series.ts';
import type { SeriesAsk } from '../../store.ts';
import { eachCallerCell, eachKindCell, type FindingKind, type Findings } from '../cells/kind-cells.ts';
import type { Connection } from '../file/connection.ts';
import { categoryOf, classOf, outcomeOf } from '../file/words.ts';

type GroupBy = SeriesAsk['groupBy'];

/** SQL for a dimension's value of a kind or caller `k`; `word` turns a stored number into its word. */
interface Key {
  readonly text: string;
  readonly join?: string;
  readonly word?: (number: number) => string;
  readonly ofCaller?: true;
}

const NO_KEY: Key = { text: 'NULL' };

function keyFor(of: FindingKind, groupBy: GroupBy): Key {
  switch (groupBy) {
    case undefined:
      return { text: `'${ALL}'` };
    case 'server':
      return { text: 'n.name', join: 'JOIN servers n ON n.id = k.server' };
    case 'operation':
      return { text: 'n.name', join: 'LEFT JOIN operations n ON n.id = k.operation' };
    case 'client':
      return { text: `ifnull(k.client, '${UNIDENTIFIED}')`, ofCaller: true };
    case 'outcome':
      return { text: 'k.outcome', word: outcomeOf };
    case 'category':
      return of === 'failure'
        ? { text: 'n.category', join: 'JOIN faults n ON n.id = k.fault', word: categoryOf }
        : NO_KEY;
    case 'code':
      if (of === 'warning') return { text: 'k.code' };
      return of === 'failure' ? { text: 'n.code', join: 'JOIN faults n ON n.id = k.fault' } : NO_KEY;
    case 'class':
      return of === 'warning' ? { text: 'k.class', word: classOf } : NO_KEY;
    case 'severity':
      return of === 'warning'
        ? { text: 'k.severity', word: (number) => SEVERITY_WORDS[number] ?? NONE }
        : NO_KEY;
    case 'rule':
      return of === 'violation' ? { text: 'n.rule', join: 'JOIN rules n ON n.id = k.rule' } : NO_KEY;
  }
}

/** Findings over time, by a dimension. */
export function kindSeries(
  connection: Connection,
  findings: Findings,
  { groupBy, limit }: SeriesAsk,
  grid: Grid,
): Series['series'] {
  const { text, join = '', word, ofCaller } = keyFor(findings.of, groupBy);
  const counts = new Map<string, number[]>();
  const ofId: number[][] = [];
  const table = ofCaller ? 'callers' : `${findings.of}_kinds`;
  for (const [id, key] of connection.rows<readonly [number, string | number | null]>(
    `SELECT k.id, ${text} FROM ${table} k ${join}`,
  )) {
    const name = key === null ? NONE : typeof key === 'number' ? (word?.(key) ?? String(key)) : key;
    ofId[id] = entry(counts, name, () => zeros(grid));
  }
  const bucketOf = bucketsOf(grid);
  const add = (id: number, minute: number, n: number) => {
    const values = ofId[id];
    if (values !== undefined) addAt(values, bucketOf(minute), n);
  };
  if (ofCaller) eachCallerCell(connection, findings, ({ caller, minute, n }) => add(caller, minute, n));
  else eachKindCell(connection, findings, ({ kind, minute, n }) => add(kind, minute, n));
  const counted = new Map([...counts].filter(([, values]) => values.some((n) => n > 0)));
  if (groupBy === undefined && counted.size === 0) counted.set(ALL, zeros(grid));
  return drawn(grid, mergeRest(counted, limit).counts);
}
