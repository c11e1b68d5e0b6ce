import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Series } from '../../../shared/api/series.ts';
import { WARNING_CODES } from '../../../shared/codes.ts';
import { classOf } from '../../../shared/warnings.ts';
import { isNarrowed } from '../../lib/filter.ts';
import { ms } from '../../lib/times.ts';
import { useFilter, useSetSearch } from '../../lib/use-filter.ts';
import { BucketChoice } from '../../ui/bucket-choice.tsx';
import { Segments } from '../../ui/button.tsx';
import { ChartPanel } from '../../ui/chart/chart-panel.tsx';
import type { ChartData } from '../../ui/chart/model.ts';
import type { Answer } from '../../ui/data-panel.tsx';
import { ownColors } from '../../ui/own-colors.ts';
import type { Stack } from './search.ts';

/** In the order of the stack, high at the base. */
const SEVERITY_COLORS: ReadonlyMap<string, string> = new Map([
  ['high', 'var(--bad)'],
  ['medium', 'var(--warn)'],
  ['low', 'var(--low)'],
]);
const CLASS_COLORS: ReadonlyMap<string, string> = new Map([
  ['rate_limit', 'var(--cat-rate_limit)'],
  ['deprecation', 'var(--cat-conflict)'],
  ['validation', 'var(--cat-validation)'],
  ['performance', 'var(--cat-token)'],
]);
/** Standard codes have the colour of their class, others their own. */
const STANDARD_COLORS = new Map(
  [...WARNING_CODES.keys()].map((code) => [code, CLASS_COLORS.get(classOf(code))] as const),
);
const OTHER_COLORS = [
  'var(--cat-not_found)',
  'var(--cat-permission)',
  'var(--cat-schema)',
  'var(--series-1)',
  'var(--series-2)',
];
const REST = 'other';

function colorsOf(stack: Stack, keys: readonly string[]): ReadonlyMap<string, string | undefined> {
  if (stack === 'severity') return SEVERITY_COLORS;
  if (stack === 'class') return CLASS_COLORS;
  const others = keys.filter((key) => key !== REST && !STANDARD_COLORS.has(key));
  return new Map([...STANDARD_COLORS, ...ownColors(others, OTHER_COLORS)]);
}

function inOrder(stack: Stack, series: Series['series']): Series['series'] {
  if (stack !== 'severity') return series;
  const order = [...SEVERITY_COLORS.keys()];
  return series.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
}

function chartOf(stack: Stack, { from, to, bucket_ms, series }: Series): ChartData {
  const colors = colorsOf(
    stack,
    series.map(({ key }) => key),
  );
  return {
    name: `Warnings by ${stack}`,
    from: ms(from),
    to: ms(to),
    bucketMs: bucket_ms,
    lanes: [
      {
        key: 'warnings',
        height: 220,
        series: inOrder(stack, series).map(({ key, points }) => ({
          key,
          label: stack === 'class' ? key.replaceAll('_', ' ') : key,
          color: colors.get(key) ?? 'var(--cat-unknown)',
          kind: 'bar',
          points,
        })),
      },
    ],
  };
}

/** Warnings over time, weighted by number of occurrences, at or above the threshold. */
export function Trend({ query }: { query: Answer<Series> }) {
  const { stack = 'code' } = useSearch({ from: '/warnings' });
  const filter = useFilter();
  const setSearch = useSetSearch();
  const chart = useCallback((data: Series) => chartOf(stack, data), [stack]);
  return (
    <>
      <BucketChoice shown={query.data?.bucket_ms} />
      <ChartPanel
        title="Warnings over time"
        name="trend"
        query={query}
        height={242}
        chart={chart}
        empty={({ series }) =>
          series.every(({ points }) => points.every(([, n]) => n === 0)) ? 'warnings' : undefined
        }
        goodWhenEmpty={!isNarrowed(filter)}
        actions={
          <Segments<Stack>
            label="Stacked by"
            value={stack}
            choices={[
              { value: 'code', label: 'Code' },
              { value: 'class', label: 'Class' },
              { value: 'severity', label: 'Severity' },
            ]}
            onChoose={(next) => setSearch({ stack: next === 'code' ? undefined : next })}
          />
        }
      />
    </>
  );
}
