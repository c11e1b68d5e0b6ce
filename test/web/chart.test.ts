import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HOUR } from '../../shared/time/units.ts';
import { barsOf } from '../../web/ui/chart/bars.ts';
import { figuresOf } from '../../web/ui/chart/bucket-figures.tsx';
import { chartCsv } from '../../web/ui/chart/chart-table.tsx';
import { markerPath, scaleOf, timeIn, timeTicks, valueTicks } from '../../web/ui/chart/geometry.ts';
import { type ChartData, incomplete, rowsOf, topOf, valueKey, visible } from '../../web/ui/chart/model.ts';

afterEach(() => void vi.unstubAllEnvs());

const FROM = Date.UTC(2026, 10, 18);

const lane = {
  key: 'all',
  title: 'All',
  height: 100,
  series: [
    {
      key: 'a',
      label: 'A',
      color: 'red',
      kind: 'bar',
      points: [
        [FROM, 1],
        [FROM + 2 * HOUR, 3],
      ],
    },
    { key: 'b', label: '=B', color: 'blue', kind: 'bar', points: [[FROM, 4]] },
  ],
} as const;
const data: ChartData = { name: 'Test', from: FROM, to: FROM + 2.5 * HOUR, bucketMs: HOUR, lanes: [lane] };

describe('a chart', () => {
  it('has a row for every bucket, and no value where there was none', () => {
    const rows = rowsOf(data);
    expect(rows.map(({ t }) => t)).toEqual([FROM, FROM + HOUR, FROM + 2 * HOUR]);
    expect(rows[1]?.values.get(valueKey(lane, lane.series[0]))).toBeUndefined();
  });

  it('marks a last bucket that the range cuts off', () => {
    expect(rowsOf(data).map((row) => incomplete(row, data))).toEqual([false, false, true]);
    const whole = { ...data, to: FROM + 3 * HOUR };
    expect(rowsOf(whole).map((row) => incomplete(row, whole))).toEqual([false, false, false]);
  });

  it('marks the bucket that the figures end in, where a forecast goes on', () => {
    const forecast = { ...data, to: FROM + 3 * HOUR, until: FROM + 1.5 * HOUR };
    expect(rowsOf(forecast).map((row) => incomplete(row, forecast))).toEqual([false, true, false]);
  });

  it('stacks its bars, but no line, for the height of its axis', () => {
    expect(topOf(lane, rowsOf(data))).toBe(5);
    const line = (value: number) =>
      ({ ...lane.series[0], key: 'line', kind: 'line', points: [[FROM, value]] }) as const;
    for (const [value, top] of [
      [4, 5],
      [6, 6],
    ] as const) {
      const lined = { ...lane, series: [...lane.series, line(value)] };
      expect(topOf(lined, rowsOf({ ...data, lanes: [lined] }))).toBe(top);
    }
    const empty = { ...lane, series: [{ ...lane.series[0], points: [] }] };
    expect(topOf(empty, rowsOf({ ...data, lanes: [empty] }))).toBe(0);
  });

  it('draws a series as one path of stacked bars, and a bar that the range cuts off separately', () => {
    const [below, above] = barsOf(data, lane, rowsOf(data), 352, 5).map(({ whole, cut }) => ({ whole, cut }));
    expect(below).toEqual({ whole: 'M44.5 93v-16.9h99v16.9z', cut: 'M244.5 93v-51.7h99v51.7z' });
    expect(above).toEqual({ whole: 'M44.5 75.6v-69.1h99v69.1z', cut: '' });
    // However narrow it is.
    expect(barsOf(data, lane, rowsOf(data), 54, 5)[0]?.whole).toBe('M44 93v-16.9h0.75v16.9z');
    const [one] = lane.series;
    const three = { ...lane, series: ['x', 'y', 'z'].map((key) => ({ ...one, key })) };
    const drawn = barsOf(data, three, rowsOf({ ...data, lanes: [three] }), 352, 9);
    expect(drawn.map(({ cut }) => /^M244\.5 ([\d.]+)/.exec(cut)?.[1])).toEqual(['93', '64', '35']);
  });

  it('marks a time down all of its lanes, but not through their titles', () => {
    const path = (x: number, ...lanes: ChartData['lanes']) => markerPath({ lanes }, x, 170);
    expect(path(170, lane, lane)).toBe('M170 4V120M170 140V240');
    expect(path(169, lane, lane)).toBe('M169 20V120M169 140V240');
    const { title: _, ...untitled } = lane;
    expect(path(300, untitled)).toBe('M300 4V100');
  });

  it('omits series switched off in the legend', () => {
    expect(visible(data, ['a']).lanes[0]?.series.map(({ key }) => key)).toEqual(['b']);
  });

  it('describes a bucket lane by lane in legend order, with a sum of the bars but not of the previous period', () => {
    const [first] = lane.series;
    const before = { ...first, key: 'before', label: 'Before', kind: 'line', previous: true } as const;
    const two = { ...data, lanes: [lane, { ...lane, key: 'other', series: [first, before] }] };
    const [row] = rowsOf(two);
    const told = row === undefined ? [] : figuresOf(two, row);
    expect(
      told.map(({ sum, figures }) => [sum, figures.map(({ series, value }) => `${series.label} ${value}`)]),
    ).toEqual([
      [5, ['A 1', '=B 4']],
      [null, ['A 1', 'Before 1']],
    ]);
  });

  it('exports its table as CSV, with empty gaps and no cell that a spreadsheet would execute', () => {
    expect(chartCsv(data)).toBe(
      [
        "from,to,A,'=B",
        '2026-11-18T00:00:00.000Z,2026-11-18T01:00:00.000Z,1,4',
        '2026-11-18T01:00:00.000Z,2026-11-18T02:00:00.000Z,,',
        '2026-11-18T02:00:00.000Z,2026-11-18T02:30:00.000Z,3,',
        '',
      ].join('\r\n'),
    );
  });

  it('exports two series of one label under the names of their lanes', () => {
    const [a] = lane.series;
    const lanes = [lane, { ...lane, key: 'other', title: 'Other', series: [a] }];
    expect(chartCsv({ ...data, lanes }).split('\r\n')[0]).toBe("from,to,A (all),'=B,A (other)");
  });

  it('begins with the bucket that the start of its range cuts', () => {
    const cut = { ...data, from: FROM + HOUR / 2 };
    expect(scaleOf(cut, 500)).toMatchObject({ start: FROM, buckets: 3 });
    expect(scaleOf(cut, 500).x(FROM)).toBe(scaleOf(data, 500).x(FROM));
  });

  it('finds the bucket at every point of its width', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 3000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (width, part) => {
          const scale = scaleOf(data, width);
          const bucket = scale.bucketAt(part * width);
          expect(bucket).toBeGreaterThanOrEqual(0);
          expect(bucket).toBeLessThan(scale.buckets);
          expect(scale.bucketAt(scale.x(FROM + bucket * HOUR) + 0.01)).toBe(bucket);
        },
      ),
    );
  });

  it('has round values on its axis, up to its top', () => {
    expect(valueTicks(281, 3)).toEqual([0, 100, 200, 300]);
    expect(valueTicks(0, 3)).toEqual([0, 1]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (top) => {
        const ticks = valueTicks(top, 3);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(top);
        expect(ticks.length).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('has few enough times on its axis to be readable', () => {
    for (const hours of [24, 24 * 365 * 10_000]) {
      const long = { ...data, to: FROM + hours * HOUR, bucketMs: (hours / 24) * HOUR };
      for (const width of [320, 800, 2000]) {
        const at = timeTicks(long, width, 'utc').map((tick) => scaleOf(long, width).x(tick.at));
        expect(at.length).toBeGreaterThan(1);
        for (const [index, x] of at.entries())
          if (index > 0) expect(x - (at[index - 1] ?? 0)).toBeGreaterThanOrEqual(76);
      }
    }
  });

  it('has the years on its axis and in its times if it is longer than one', () => {
    const year = { ...data, from: FROM, to: FROM + 365 * 24 * HOUR, bucketMs: 24 * HOUR };
    const longer = { ...year, to: year.to + 24 * HOUR };
    for (const { label } of timeTicks(year, 1200, 'utc')) expect(label).toMatch(/^\d+ \w+$/);
    for (const { label } of timeTicks(longer, 1200, 'utc')) expect(label).toMatch(/^\d+ \w+ 20\d\d$/);
    expect(timeIn(year, Date.UTC(2026, 10, 18, 13, 42), 'utc')).toBe('18 Nov 13:42');
    expect(timeIn(longer, Date.UTC(2026, 10, 18, 13, 42), 'utc')).toBe('18 Nov 2026 13:42');
  });

  it('tells apart in its times the hour that comes twice when summer time ends', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const times = [-1, 0, 1, 2].map((hour) => timeIn(data, Date.UTC(2026, 9, 25, hour), 'local'));
    expect(times).toEqual(['25 Oct 01:00', '25 Oct 02:00 CEST', '25 Oct 02:00 CET', '25 Oct 03:00']);
  });

  it('labels each day once at its local midnight, even across a change of the clocks', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const from = Date.UTC(2026, 9, 22);
    const days = timeTicks({ ...data, from, to: from + 8 * 24 * HOUR, bucketMs: 6 * HOUR }, 1200, 'local');
    expect(days.map(({ label }) => label)).toEqual([
      '23 Oct',
      '24 Oct',
      '25 Oct',
      '26 Oct',
      '27 Oct',
      '28 Oct',
      '29 Oct',
      '30 Oct',
    ]);
    expect(days.map(({ at }) => new Date(at).getHours())).toEqual(days.map(() => 0));
    const start = Date.UTC(2026, 9, 24, 12);
    const hours = timeTicks(
      { ...data, from: start, to: start + 48 * HOUR, bucketMs: HOUR },
      900,
      'local',
    ).map(({ label }) => label);
    expect(hours).toEqual(['18:00', '25 Oct', '06:00', '12:00', '18:00', '26 Oct', '06:00', '12:00']);
    const spring = Date.UTC(2026, 2, 28, 22);
    const near = timeTicks({ ...data, from: spring, to: spring + 6 * HOUR }, 900, 'local');
    expect(near.map(({ label }) => label)).toEqual(['23:00', '29 Mar', '01:00', '03:00', '04:00', '05:00']);
  });
});
