import { Link } from '@tanstack/react-router';
import type { ServerScore } from '../../../shared/api/conformance.ts';
import type { Level } from '../../../shared/verdict.ts';
import { count, percent } from '../../lib/numbers.ts';
import { Captured } from '../../ui/captured.tsx';
import { Count, NONE, ResponseCount, responsesColumn } from '../../ui/columns.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Score, scoreChange } from './score.tsx';

/** Number and share of the server's responses that break a rule of the level. */
function Broken({ server, level, n, share }: { server: string; level: Level; n: number; share: number }) {
  return n === 0 ? (
    <Count n={0} />
  ) : (
    <span className="nowrap">
      <ResponseCount n={n} change={{ server: [server], level: [level], rule: undefined }} />{' '}
      <span className="muted">· {percent(share)}</span>
    </span>
  );
}

/** Bottom of the scale unless a score is lower: most are between here and 100. */
const LOW_SCORE = 90;

/** Nothing without scores: a line at the bottom would look like the lowest. */
function ScoreTrend({ scores }: { scores: readonly (number | null)[] }) {
  const known = scores.filter((score) => score !== null);
  if (known.length === 0) return null;
  return <Sparkline kind="line" values={scores} scale={[Math.min(LOW_SCORE, ...known), 100]} height={20} />;
}

type Trend = ServerScore['trend'];

/** Returns a function that puts a trend on the time axis of all servers: null where it had no responses. */
function alignedOver(rows: readonly ServerScore[], bucketMs: number) {
  const starts = [...new Set(rows.flatMap(({ trend }) => trend.map(([start]) => start)))];
  const first = Math.min(...starts);
  const size = (Math.max(...starts) - first) / bucketMs + 1;
  return (trend: Trend): (number | null)[] => {
    const scores = new Map(trend);
    return Array.from({ length: size }, (_, bucket) => scores.get(first + bucket * bucketMs) ?? null);
  };
}

const columns = (aligned: (trend: Trend) => (number | null)[]): readonly Column<ServerScore>[] => [
  {
    key: 'server',
    head: 'Server',
    cell: (row) => (
      <>
        <Link className="b" to="/conformance" search={(held) => ({ ...held, server: [row.server] })}>
          <Captured text={row.server} />
        </Link>{' '}
        <span className="muted">
          <Captured text={row.version} />
        </span>
      </>
    ),
    sort: (row) => row.server,
    wide: true,
  },
  {
    key: 'dialect',
    head: 'Dialect',
    cell: (row) => row.dialect,
    hide: 'm',
  },
  {
    key: 'score',
    head: 'Score',
    cell: (row) => <Score of={row} />,
    sort: (row) => row.score,
  },
  {
    key: 'change',
    head: 'Change',
    cell: (row) => {
      const words = scoreChange(row.score, row.previous_score);
      return words === null ? NONE : <span className="muted">{words}</span>;
    },
    num: true,
  },
  {
    key: 'trend',
    head: 'Trend',
    cell: (row) => <ScoreTrend scores={aligned(row.trend)} />,
    hide: 's',
  },
  {
    key: 'must',
    head: 'Break a MUST',
    cell: (row) => <Broken server={row.server} level="must" n={row.must_responses} share={row.must_share} />,
    num: true,
    sort: (row) => row.must_share,
    label: 'MUST',
  },
  {
    key: 'should',
    head: 'Break a SHOULD',
    cell: (row) => (
      <Broken server={row.server} level="should" n={row.should_responses} share={row.should_share} />
    ),
    num: true,
    sort: (row) => row.should_share,
    label: 'SHOULD',
  },
  {
    key: 'info',
    head: 'INFO',
    cell: (row) => <span className="muted">{count(row.info)}</span>,
    num: true,
    sort: (row) => row.info,
    hide: 'm',
  },
  // Scores are by all rules, whatever the filter.
  responsesColumn((row) => ({ server: [row.server], level: undefined, rule: undefined })),
];

/** One row per server, lowest score first. */
export function ServerScores({ rows, bucketMs }: { rows: readonly ServerScore[]; bucketMs: number }) {
  return (
    <Table
      name="scores"
      caption="Scores by server"
      columns={columns(alignedOver(rows, bucketMs))}
      rows={rows}
      rowKey={(row) => row.server}
      initialSort={{ key: 'score', down: false }}
    />
  );
}
