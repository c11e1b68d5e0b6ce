import { useMemo } from 'react';
import type { DeprecationDetail } from '../../../shared/api/deprecations.ts';
import { MINUTE } from '../../../shared/time/units.ts';
import { clientName } from '../../lib/client-name.ts';
import { useNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { useZone } from '../../lib/preferences.ts';
import { rangeSpan } from '../../lib/range.ts';
import { day, ms, span } from '../../lib/times.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { ChartButtons, ChartOrTable } from '../../ui/chart/chart-or-table.tsx';
import { Legend } from '../../ui/chart/legend.tsx';
import { type ChartData, type ChartSeries, total } from '../../ui/chart/model.ts';
import { ownColors } from '../../ui/own-colors.ts';
import { forecastOf } from './forecast.ts';

/** One per client with a series of its own; the others share one. */
const CLIENT_COLORS = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)'];
const REST_COLOR = 'var(--chart-base)';

type Burned = DeprecationDetail['burn_down'][number];

/** The busiest clients one by one, and the rest as one series. */
function drawnApart(burnDown: readonly Burned[]): ChartSeries[] {
  const busiest = burnDown.toSorted((a, b) => total(b.points) - total(a.points));
  const first = busiest.slice(0, CLIENT_COLORS.length);
  const colors = ownColors(
    first.map(({ client }) => client ?? ''),
    CLIENT_COLORS,
  );
  const apart = first.map(
    ({ client, points }): ChartSeries => ({
      key: client ?? '',
      label: clientName(client),
      color: colors.get(client ?? '') ?? REST_COLOR,
      kind: 'bar',
      points,
    }),
  );
  const rest = busiest.slice(CLIENT_COLORS.length);
  const [one] = rest;
  if (one === undefined) return apart;
  const points = one.points.map(
    ([t], bucket) => [t, rest.reduce((sum, other) => sum + (other.points[bucket]?.[1] ?? 0), 0)] as const,
  );
  const label = rest.length === 1 ? clientName(one.client) : counted(rest.length, 'other client');
  return [...apart, { key: 'others', label, color: REST_COLOR, kind: 'bar', points }];
}

/** Use by client over time, with a forecast until `zero_at`. */
export function BurnDown({ item }: { item: DeprecationDetail }) {
  const zone = useZone();
  const filter = useFilter();
  const now = useNow(MINUTE);
  const data = useMemo((): ChartData => {
    const forecast = forecastOf(item);
    const end = forecast.at(-1)?.[0];
    return {
      name: `${item.deprecated_item} by client`,
      from: ms(item.from),
      to: end === undefined ? ms(item.to) : end + item.bucket_ms,
      until: ms(item.to),
      bucketMs: item.bucket_ms,
      lanes: [
        {
          key: 'uses',
          height: 200,
          series: [
            ...drawnApart(item.burn_down),
            ...(end === undefined
              ? []
              : [
                  {
                    key: 'forecast',
                    label: 'Forecast',
                    color: 'var(--chart-prev)',
                    kind: 'line',
                    points: forecast,
                    previous: true,
                  } satisfies ChartSeries,
                ]),
          ],
        },
      ],
      markers: end === undefined ? [] : [{ at: end, label: `zero about ${day(end, zone)}` }],
    };
  }, [item, zone]);
  return (
    <div>
      <h3 className="row">
        Burn-down by client
        <span className="row">
          uses per {span(item.bucket_ms)}
          <ChartButtons name="burn-down" title="Burn-down" data={data} />
        </span>
      </h3>
      {item.count === 0 ? (
        <p className="muted">No uses in {rangeSpan(filter, now)}.</p>
      ) : (
        <>
          <ChartOrTable name="burn-down" data={data} height={240} />
          <Legend name="burn-down" data={data} />
        </>
      )}
    </div>
  );
}
