import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Warnings } from '../../../shared/api/warnings.ts';
import type { Severity } from '../../../shared/severity.ts';
import type { Filter } from '../../lib/filter.ts';
import { count, counted } from '../../lib/numbers.ts';
import { warningsQuestion } from '../../lib/questions.ts';
import { useFilter, useSetSearch } from '../../lib/use-filter.ts';
import { readable, useWarned } from '../../lib/warned.ts';
import { type Choice, Segments } from '../../ui/button.tsx';
import { DataPanel } from '../../ui/data-panel.tsx';
import { PageIsEmpty, SkeletonRows } from '../../ui/states.tsx';
import { useRowKeys } from '../../ui/table.tsx';
import { Codes } from './codes.tsx';
import { trendQuestion } from './queries.ts';
import { Slow } from './slow.tsx';
import { Trend } from './trend.tsx';
import { Truncations } from './truncations.tsx';
import './warnings.css';

const THRESHOLDS: readonly Choice<Severity>[] = [
  { value: 0, label: 'High' },
  { value: 1, label: 'High and medium' },
  { value: 2, label: 'All' },
];

/** `214 warnings in 190 responses, 12 medium by default`; null if there are none. */
function summary({ total, responses, defaulted }: Warnings): string | null {
  if (total === 0) return null;
  const words = `${counted(total, 'warning')} in ${counted(responses, 'response')}`;
  return defaulted === 0 ? words : `${words}, ${count(defaulted)} medium by default`;
}

/** Says which parts of the filter do not apply to the readings of slow and truncated answers. */
function beyond({ severity_max, code, not_code, warning }: Filter): string {
  const all = [
    ...(severity_max === undefined || severity_max === 2 ? [] : ['severities']),
    ...(code === undefined && not_code === undefined && warning === undefined ? [] : ['codes']),
  ];
  return all.length === 0 ? '' : `, all ${all.join(' and ')}`;
}

/** Warnings at or above the severity threshold: their trend, their codes, and what was slow or truncated. */
export function WarningsPage() {
  const filter = useFilter();
  const setSearch = useSetSearch();
  useRowKeys();
  const query = useQuery(warningsQuestion(filter));
  const trend = useQuery(trendQuestion(filter, useSearch({ from: '/warnings' })));
  const warned = {
    slow: useWarned('PERFORMANCE_SLOW_QUERY_WARNING'),
    truncation: useWarned('VALIDATION_TRUNCATED_WARNING'),
  };
  const ignored = beyond(filter);
  const threshold = filter.severity_max ?? 2;
  const isEmpty = query.data?.total === 0;
  return (
    <div className="page">
      <div className="pagehead">
        <h1>Warnings</h1>
        <span className="muted">{query.data !== undefined && summary(query.data)}</span>
        <span className="row end no-print">
          <span className="sm muted">Severity</span>
          <Segments
            label="Severity threshold"
            value={threshold}
            choices={THRESHOLDS}
            onChoose={(value) => setSearch({ severity_max: value === 2 ? undefined : value })}
          />
        </span>
      </div>
      <Trend query={trend} />
      {/* Their position depends on the answers above. Without warnings, the trend says so. */}
      {!trend.isPending && !isEmpty && (
        <DataPanel
          title="By code"
          members={['codes']}
          note={({ codes }) => counted(codes.length, 'code')}
          query={query}
          height={200}
          skeleton={<SkeletonRows rows={6} />}
        >
          {({ codes }) => <Codes rows={codes} threshold={threshold} />}
        </DataPanel>
      )}
      {!trend.isPending && !query.isPending && (
        <PageIsEmpty value={isEmpty}>
          <div className="warnings-two">
            <DataPanel
              title="Slow operations"
              members={['slow']}
              note={`latest duration against its threshold${ignored}`}
              query={query}
              height={160}
              skeleton={<SkeletonRows rows={4} />}
              empty={({ slow }) => (slow.length === 0 ? readable('slow operations', warned.slow) : undefined)}
              goodWhenEmpty={!warned.slow}
            >
              {({ slow }) => <Slow rows={slow} />}
            </DataPanel>
            <DataPanel
              title="Truncations"
              members={['truncations']}
              note={`items lost in the latest response${ignored}`}
              query={query}
              height={160}
              skeleton={<SkeletonRows rows={4} />}
              empty={({ truncations }) =>
                truncations.length === 0 ? readable('truncations', warned.truncation) : undefined
              }
              goodWhenEmpty={!warned.truncation}
            >
              {({ truncations }) => <Truncations rows={truncations} />}
            </DataPanel>
          </div>
        </PageIsEmpty>
      )}
    </div>
  );
}
