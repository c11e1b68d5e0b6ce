import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { clock, dateTime, short } from '../../lib/format.ts';
import { useZone } from '../../lib/preferences.ts';
import { useStore } from '../../lib/store.ts';
import { crosshair } from './crosshair.ts';
import { AXIS_WIDTH, scaleOf } from './geometry.ts';
import { SeriesSign } from './legend.tsx';
import { type ChartData, type ChartSeries, incomplete, type Lane, type Row, valueKey } from './model.ts';

export interface OverlayProps {
  readonly id: string;
  readonly data: ChartData;
  readonly rows: readonly Row[];
  readonly width: number;
  readonly height: number;
  readonly zoom: (from: number, to: number) => void;
}

/** Pointer travel in px that turns a press into a drag. */
const DRAG = 5;

interface Told {
  readonly lane: Lane;
  /** Sum of its bars; null if it has only one bar series, or none. */
  readonly sum: number | null;
  readonly figures: readonly { readonly series: ChartSeries; readonly value: number }[];
}

/** The figures of a bucket, lane by lane in the order of the legend; empty ones are omitted. */
export function toldOf(data: ChartData, row: Row): Told[] {
  return data.lanes.flatMap((lane) => {
    const figures = lane.series.flatMap((series) => {
      const value = row.values.get(valueKey(lane, series));
      return value !== undefined && (value !== 0 || lane.series.length === 1) ? [{ series, value }] : [];
    });
    const bars = figures.filter(({ series }) => series.kind === 'bar');
    const several = lane.series.filter(({ kind }) => kind === 'bar').length > 1;
    const sum = several ? bars.reduce((all, { value }) => all + value, 0) : null;
    return figures.length === 0 ? [] : [{ lane, sum, figures }];
  });
}

/** Position of the figures of the bucket at `x`: next to it, on the wider side, as far as there is room. */
const besideOf = (x: number, width: number) =>
  x > width / 2
    ? { left: 0, transform: `translateX(max(0px, ${x - 10}px - 100%))` }
    : { right: 0, transform: `translateX(min(0px, 100% - ${width - x - 10}px))` };

/** What moves over a chart: crosshair, figures of the bucket, and the range being dragged. */
export function Overlay({ id, data, rows, width, height, zoom }: OverlayProps) {
  const zone = useZone();
  const at = useStore(crosshair);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const scale = scaleOf(data, width);
  const index = at === null ? -1 : Math.floor((at.t - scale.start) / data.bucketMs);
  const row = rows[index];
  const wordsOf = (one: Row) =>
    `${dateTime(one.t, zone)} – ${clock(one.t + data.bucketMs, zone)}${incomplete(one, data) ? ', incomplete' : ''}`;

  const point = (bucket: number) => crosshair.set({ t: scale.start + bucket * data.bucketMs, owner: id });
  const zoomTo = (a: number, b: number) =>
    zoom(scale.start + Math.min(a, b) * data.bucketMs, scale.start + (Math.max(a, b) + 1) * data.bucketMs);
  const bucketOf = (event: PointerEvent<HTMLElement>) =>
    scale.bucketAt(event.clientX - event.currentTarget.getBoundingClientRect().left);

  const onMove = (event: PointerEvent<HTMLElement>) => {
    const bucket = bucketOf(event);
    if (at?.owner !== id || bucket !== index) point(bucket);
    if (drag !== null) setDrag({ ...drag, to: event.clientX });
  };
  const onUp = (event: PointerEvent<HTMLElement>) => {
    if (drag !== null && Math.abs(event.clientX - drag.from) > DRAG) {
      const left = event.currentTarget.getBoundingClientRect().left;
      zoomTo(scale.bucketAt(drag.from - left), scale.bucketAt(event.clientX - left));
    }
    setDrag(null);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const held = row === undefined ? rows.length - 1 : index;
    const to = new Map([
      ['ArrowLeft', held - 1],
      ['ArrowRight', held + 1],
      ['Home', 0],
      ['End', rows.length - 1],
    ]).get(event.key);
    if (to !== undefined) point(Math.max(0, Math.min(rows.length - 1, to)));
    else if (event.key === 'Enter' && row !== undefined) zoomTo(index, index);
    else return;
    event.preventDefault();
  };

  const box =
    drag === null ? null : { left: Math.min(drag.from, drag.to), width: Math.abs(drag.to - drag.from) };
  const x = row === undefined ? 0 : scale.x(row.t + data.bucketMs / 2);
  const told = row === undefined ? [] : toldOf(data, row);
  return (
    <div
      className="overlay"
      role="slider"
      tabIndex={0}
      aria-label={`${data.name}: arrow keys move between buckets, Enter zooms in`}
      aria-valuemin={0}
      aria-valuemax={rows.length - 1}
      aria-valuenow={Math.max(0, index)}
      aria-valuetext={
        row === undefined
          ? 'none'
          : `${wordsOf(row)}: ${
              told
                .flatMap(({ lane, sum, figures }) => [
                  ...(sum === null ? [] : [`${lane.title ?? 'Total'} ${short(sum)}`]),
                  ...figures.map(({ series, value }) => `${series.label} ${short(value)}`),
                ])
                .join(', ') || 'nothing'
            }`
      }
      style={{ height }}
      onPointerMove={onMove}
      onPointerDown={(event) => {
        if (event.button !== 0 || event.pointerType === 'touch') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: event.clientX, to: event.clientX });
      }}
      onPointerUp={onUp}
      onPointerCancel={() => setDrag(null)}
      onPointerLeave={() => crosshair.set(null)}
      onBlur={() => crosshair.set(null)}
      onKeyDown={onKey}
    >
      {row !== undefined && <i className="crosshair" style={{ left: x }} />}
      {box !== null && (
        <i
          className="stretch"
          ref={(stretch) => {
            const left = stretch?.parentElement?.getBoundingClientRect().left ?? 0;
            if (stretch !== null) stretch.style.left = `${Math.max(AXIS_WIDTH, box.left - left)}px`;
          }}
          style={{ width: box.width }}
        />
      )}
      {row !== undefined && at?.owner === id && (
        <div className="told" style={besideOf(x, width)}>
          <p className="sm muted">{wordsOf(row)}</p>
          {told.length === 0 && <p>Nothing</p>}
          {told.map(({ lane, sum, figures }) => (
            <div key={lane.key}>
              {(lane.title !== undefined || sum !== null) && (
                <p className="row b">
                  <span className="grow">{lane.title ?? 'Total'}</span>
                  {sum !== null && <b className="num">{short(sum)}</b>}
                </p>
              )}
              {figures.map(({ series, value }) => (
                <p key={series.key} className="row">
                  <SeriesSign series={series} />
                  <span className="grow ell">{series.label}</span>
                  <b className="num">{short(value)}</b>
                </p>
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
