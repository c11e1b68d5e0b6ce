import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Series } from '../../../shared/api/series.ts';
import { SEVERITY_WORDS } from '../../../shared/severity.ts';
import { defined } from '../../lib/filter.ts';
import { ms } from '../../lib/format.ts';
import { BucketChoice } from '../../ui/bucket-choice.tsx';
import { Segments } from '../../ui/button.tsx';
import { ChartPanel } from '../../ui/chart/chart-panel.tsx';
import type { ChartData } from '../../ui/chart/model.ts';
import type { Answer } from '../../ui/data-panel.tsx';
import type { Stack } from './search.ts';

const SEVERITY_COLORS = ['var(--bad)', 'var(--warn)', 'var(--low)'];
const CLASS_COLORS = new Map([
  ['rate_limit', 'var(--cat-rate_limit)'],
  ['deprecation', 'var(--cat-conflict)'],
  ['validation', 'var(--cat-validation)'],
  ['performance', 'var(--cat-token)'],
  ['other', 'var(--cat-unknown)'],
]);
const CODE_COLORS = [
  'var(--cat-rate_limit)',
  'var(--cat-validation)',
  'var(--cat-conflict)',
  'var(--cat-token)',
  'var(--cat-not_found)',
  'var(--cat-permission)',
  'var(--series-1)',
  'var(--series-2)',
];

function colorOf(stack: Stack, key: string, index: number): string {
  if (key === 'other') return 'var(--cat-unknown)';
  if (stack === 'severity') return SEVERITY_COLORS[Number(key)] ?? 'var(--low)';
  if (stack === 'class') return CLASS_COLORS.get(key) ?? 'var(--cat-unknown)';
  return CODE_COLORS[index % CODE_COLORS.length] ?? 'var(--cat-unknown)';
}

function labelOf(stack: Stack, key: string): string {
  return stack === 'severity'
    ? (SEVERITY_WORDS[Number(key)] ?? key)
    : key.replaceAll('_', stack === 'class' ? ' ' : '_');
}

function chartOf(stack: Stack, { from, to, bucket_ms, series }: Series): ChartData {
  return {
    name: `warnings by ${stack}`,
    from: ms(from),
    to: ms(to),
    bucketMs: bucket_ms,
    lanes: [
      {
        key: 'warnings',
        height: 220,
        series: series.map(({ key, points }, index) => ({
          key,
          label: labelOf(stack, key),
          color: colorOf(stack, key, index),
          kind: 'bar',
          points,
        })),
      },
    ],
  };
}

/** Warnings over time, weighted by how often each happened, at or above the threshold. */
export function Trend({ query }: { query: Answer<Series> }) {
  const { stack = 'code' } = useSearch({ from: '/warnings' });
  const navigate = useNavigate({ from: '/warnings' });
  const chart = useCallback((data: Series) => chartOf(stack, data), [stack]);
  return (
    <>
      {query.data !== undefined && <BucketChoice shown={query.data.bucket_ms} />}
      <ChartPanel
        title="Warnings over time"
        name="trend"
        query={query}
        height={242}
        chart={chart}
        empty={({ series }) =>
          series.every(({ points }) => points.every(([, n]) => n === 0)) ? 'warnings' : undefined
        }
        actions={
          <Segments<Stack>
            label="Stacked by"
            value={stack}
            choices={[
              { value: 'code', label: 'Code' },
              { value: 'class', label: 'Class' },
              { value: 'severity', label: 'Severity' },
            ]}
            onChoose={(next) =>
              void navigate({
                search: (held) => defined({ ...held, stack: next === 'code' ? undefined : next }),
                resetScroll: false,
              })
            }
          />
        }
      />
    </>
  );
}
