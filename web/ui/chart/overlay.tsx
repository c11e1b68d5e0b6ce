import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { iso } from '../../../shared/time/instant.ts';
import { DAY } from '../../../shared/time/units.ts';
import { useZone } from '../../lib/preferences.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { clockOnce } from '../../lib/times.ts';
import { useSetSearch } from '../../lib/use-filter.ts';
import { BucketFigures, figuresOf, figuresWords } from './bucket-figures.tsx';
import { AXIS_WIDTH, scaleOf, timeIn } from './geometry.ts';
import { type ChartData, incomplete, type Row } from './model.ts';

interface OverlayProps {
  readonly id: string;
  readonly data: ChartData;
  readonly rows: readonly Row[];
  readonly width: number;
  readonly height: number;
}

/** The time pointed at, and on which chart: every chart on the page marks it, only that one shows figures. */
const crosshair = createStore<{ readonly t: number; readonly owner: string } | null>(null);

/** Pointer travel in px that turns a press into a drag. */
const DRAG = 5;

/** Position of the figures of the bucket at `x`: next to it, on the wider side, as far as there is room. */
const besideOf = (x: number, width: number) =>
  x > width / 2
    ? { left: 0, transform: `translateX(max(0px, ${x - 10}px - 100%))` }
    : { right: 0, transform: `translateX(min(0px, 100% - ${width - x - 10}px))` };

/** Distance of the pointer from the left edge of the chart, px. */
const xOf = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
  clientX - currentTarget.getBoundingClientRect().left;

/** What moves over a chart: crosshair, figures of the bucket, and the range being dragged. */
export function Overlay({ id, data, rows, width, height }: OverlayProps) {
  const zone = useZone();
  const setSearch = useSetSearch();
  const at = useStore(crosshair);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const scale = scaleOf(data, width);
  const index = at === null ? -1 : Math.floor((at.t - scale.start) / data.bucketMs);
  const row = rows[index];
  // The bucket from which arrow keys move.
  const heldAt = row === undefined ? rows.length - 1 : index;
  const held = rows[heldAt];
  const endOf = (end: number) => (data.bucketMs < DAY ? clockOnce(end, zone) : timeIn(data, end, zone));
  const wordsOf = (one: Row) =>
    `${timeIn(data, one.t, zone)} – ${endOf(one.t + data.bucketMs)}${incomplete(one, data) ? ', incomplete' : ''}`;

  useEffect(
    () => () => {
      if (crosshair.get()?.owner === id) crosshair.set(null);
    },
    [id],
  );

  const point = (bucket: number) => crosshair.set({ t: scale.start + bucket * data.bucketMs, owner: id });
  const zoomTo = (a: number, b: number) =>
    setSearch({
      from: iso(scale.start + Math.min(a, b) * data.bucketMs),
      to: iso(scale.start + (Math.max(a, b) + 1) * data.bucketMs),
    });
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const to = xOf(event);
    const bucket = scale.bucketAt(to);
    if (at?.owner !== id || bucket !== index) point(bucket);
    if (drag !== null) setDrag({ ...drag, to });
  };
  const onUp = (event: PointerEvent<HTMLElement>) => {
    const to = xOf(event);
    if (drag !== null && Math.abs(to - drag.from) > DRAG)
      zoomTo(scale.bucketAt(drag.from), scale.bucketAt(to));
    setDrag(null);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    // With a modifier, arrows are the browser's: Back and Forward.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = new Map([
      ['ArrowLeft', heldAt - 1],
      ['ArrowRight', heldAt + 1],
      ['Home', 0],
      ['End', rows.length - 1],
    ]).get(event.key);
    if (to !== undefined) point(Math.max(0, Math.min(rows.length - 1, to)));
    else if (event.key === 'Enter' && heldAt >= 0) zoomTo(heldAt, heldAt);
    else return;
    event.preventDefault();
  };

  const x = row === undefined ? 0 : scale.x(row.t + data.bucketMs / 2);
  return (
    <div
      className="overlay"
      role="slider"
      tabIndex={0}
      aria-label={`${data.name}: arrow keys move between buckets, Enter zooms in`}
      aria-valuemin={0}
      aria-valuemax={rows.length - 1}
      aria-valuenow={Math.max(0, heldAt)}
      aria-valuetext={
        held === undefined ? 'none' : `${wordsOf(held)}: ${figuresWords(figuresOf(data, held))}`
      }
      style={{ height }}
      onPointerMove={onMove}
      onPointerDown={(event) => {
        if (event.button !== 0 || event.pointerType === 'touch') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const from = xOf(event);
        setDrag({ from, to: from });
      }}
      onPointerUp={onUp}
      onPointerCancel={() => setDrag(null)}
      onPointerLeave={() => crosshair.set(null)}
      onBlur={() => crosshair.set(null)}
      onKeyDown={onKey}
    >
      {row !== undefined && <i className="crosshair" style={{ left: x }} />}
      {drag !== null && (
        <i
          className="stretch"
          style={{
            left: Math.max(AXIS_WIDTH, Math.min(drag.from, drag.to)),
            width: Math.abs(drag.to - drag.from),
          }}
        />
      )}
      {row !== undefined && at?.owner === id && (
        <BucketFigures time={wordsOf(row)} lanes={figuresOf(data, row)} style={besideOf(x, width)} />
      )}
    </div>
  );
}
