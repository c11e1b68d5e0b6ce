import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { clock, dateTime, short } from '../../lib/format.ts';
import { useZone } from '../../lib/preferences.ts';
import { useStore } from '../../lib/store.ts';
import { Swatch } from '../swatch.tsx';
import { crosshair } from './crosshair.ts';
import { AXIS_WIDTH, scaleOf } from './geometry.ts';
import { type ChartData, incomplete, type Row, valueKey } from './model.ts';

export interface OverlayProps {
  readonly id: string;
  readonly data: ChartData;
  readonly rows: readonly Row[];
  readonly width: number;
  readonly height: number;
  readonly zoom: (from: number, to: number) => void;
}

/** Pointer travel in px from which a press is a drag. */
const DRAG = 5;

function figures(data: ChartData, row: Row): { key: string; label: string; color: string; value: number }[] {
  return data.lanes.flatMap((lane) =>
    [
      ...lane.series.filter(({ previous }) => previous !== true).toReversed(),
      ...lane.series.filter(({ previous }) => previous === true),
    ].flatMap((series) => {
      const value = row.values.get(valueKey(lane, series));
      const shown = value !== undefined && (value !== 0 || lane.series.length === 1);
      return shown ? [{ key: valueKey(lane, series), label: series.label, color: series.color, value }] : [];
    }),
  );
}

/** What moves over a chart: crosshair, figures of the bucket, and the stretch that is being dragged. */
export function Overlay({ id, data, rows, width, height, zoom }: OverlayProps) {
  const zone = useZone();
  const at = useStore(crosshair);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const scale = scaleOf(data, width);
  const format = data.format ?? short;
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
  const told = row !== undefined && at?.owner === id ? figures(data, row) : [];
  return (
    <div
      className="overlay"
      role="slider"
      tabIndex={0}
      aria-label={`${data.name}: bucket by bucket with the arrow keys, Enter zooms in`}
      aria-valuemin={0}
      aria-valuemax={rows.length - 1}
      aria-valuenow={Math.max(0, index)}
      aria-valuetext={
        row === undefined
          ? 'none'
          : `${wordsOf(row)}: ${
              figures(data, row)
                .map(({ label, value }) => `${label} ${format(value)}`)
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
        <div className="told" style={x > width / 2 ? { right: width - x + 10 } : { left: x + 10 }}>
          <p className="sm muted">{wordsOf(row)}</p>
          {told.length === 0 && <p>Nothing</p>}
          {told.map(({ key, label, color, value }) => (
            <p key={key} className="row">
              <Swatch color={color} />
              <span className="grow">{label}</span>
              <b>{format(value)}</b>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
