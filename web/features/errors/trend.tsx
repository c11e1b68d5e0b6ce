import { useMemo } from 'react';
import type { ErrorGroupDetail } from '../../../shared/api/error-groups.ts';
import { count } from '../../lib/numbers.ts';
import { ms, span } from '../../lib/times.ts';
import { spelled } from '../../ui/captured.tsx';
import { categoryColor } from '../../ui/category.ts';
import { ChartButtons, ChartOrTable } from '../../ui/chart/chart-or-table.tsx';
import type { ChartData } from '../../ui/chart/model.ts';

/** A group's failures over time, with the first one in each server version. */
export function Trend({ group }: { group: ErrorGroupDetail }) {
  const data = useMemo((): ChartData => {
    const [from, to] = [ms(group.from), ms(group.to)];
    return {
      name: `${group.code ?? 'group'} over time`,
      from,
      to,
      bucketMs: group.bucket_ms,
      lanes: [
        {
          key: 'failures',
          height: 96,
          series: [
            {
              key: 'failures',
              label: 'Failures',
              color: categoryColor(group.category),
              kind: 'bar',
              points: group.trend,
            },
          ],
        },
      ],
      markers: group.versions
        .map(({ version, first_seen }) => ({
          at: ms(first_seen),
          label: `first in ${spelled(version)}`,
        }))
        .filter(({ at }) => at > from && at < to),
    };
  }, [group]);
  return (
    <section>
      <h3 className="row">
        Trend
        <span className="row">
          <span>
            {count(group.count)}
            {group.previous_count !== null && `, was ${count(group.previous_count)}`} ·{' '}
            {span(group.bucket_ms)} buckets
          </span>
          <ChartButtons name="trend" title="Trend" data={data} />
        </span>
      </h3>
      <ChartOrTable name="trend" data={data} height={200} />
    </section>
  );
}
