import { useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { usePrinting } from '../../lib/printing.ts';
import { useRowFocus, withFocusedRow } from '../row-focus.ts';
import { VirtualRows } from '../virtual-rows.tsx';
import { JsonLine, type JsonMark } from './json-line.tsx';
import type { JsonNode } from './json-tree.ts';
import { type JsonRow, jsonRows } from './rows.ts';
import './json.css';

interface JsonViewProps {
  readonly label: string;
  readonly node: JsonNode;
  readonly marks?: readonly JsonMark[];
  /** Pointer to scroll to and flash; another object makes the same pointer count again. */
  readonly target?: { readonly pointer: string } | undefined;
  /** Makes lines selectable by their number, and from there by arrow keys; receives the line's pointer. */
  readonly onLine?: (pointer: string) => void;
}

/** Number of rows from which only those on screen are rendered. */
const VIRTUAL_FROM = 500;
const ROW_PX = 21;
const NO_MARKS: readonly JsonMark[] = [];

/** Scrolls to a line and flashes it, even if it is still flashing. */
function flash(line: HTMLElement): void {
  line.scrollIntoView({ block: 'nearest' });
  line.classList.remove('flash');
  // Reading the layout restarts the animation.
  void line.offsetWidth;
  line.classList.add('flash');
}

/** JSON as it was written, one line per member, with marks at their pointers. */
export function JsonView({ label, node, marks = NO_MARKS, target, onLine }: JsonViewProps) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState(0);
  const rows = useMemo(
    () => jsonRows({ node, marked: marks.map(({ pointer }) => pointer), turned }),
    [node, marks, turned],
  );
  const frame = useRef<HTMLDivElement>(null);
  const name = useId();
  const printing = usePrinting();
  const virtual = rows.length > VIRTUAL_FROM && !printing;
  const lines = useVirtualizer({
    count: rows.length,
    enabled: virtual,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 30,
    rangeExtractor: withFocusedRow(frame),
  });
  const onKeyDown = useRowFocus(frame, lines);

  const reached = useRef<JsonViewProps['target']>(undefined);
  useEffect(() => {
    if (target === undefined || target === reached.current) return;
    const index = rows.findIndex(
      (row) => row.marks.includes(target.pointer) || row.pointer === target.pointer,
    );
    // It may be inside something that the user collapsed.
    if (index < 0 && turned.size > 0) {
      setTurned(new Set());
      return;
    }
    reached.current = target;
    if (index < 0) return;
    if (virtual) lines.scrollToIndex(index, { align: 'center' });
    requestAnimationFrame(() => {
      const line = frame.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
      if (line) flash(line);
    });
  }, [target, rows, turned, virtual, lines]);

  const turn = (pointer: string) =>
    setTurned((held) => {
      const next = new Set(held);
      if (!next.delete(pointer)) next.add(pointer);
      return next;
    });
  const line = (row: JsonRow, index: number) => (
    <JsonLine
      key={`${index}${row.pointer}`}
      id={`${name}-${index}`}
      row={row}
      index={index}
      marks={marks.filter(({ pointer }) => row.marks.includes(pointer))}
      turn={turn}
      isTabStop={index === Math.min(current, rows.length - 1)}
      isSelectable={onLine !== undefined}
    />
  );

  /** The line is chosen by what has the focus in it. */
  const choose = ({ target }: FocusEvent) => {
    const index = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row);
    const row = rows[index];
    if (row === undefined || row.text.kind === 'more') return;
    setCurrent(index);
    onLine?.(row.pointer);
  };

  return (
    <section
      className={`json${virtual ? ' tall' : ''}`}
      ref={frame}
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={choose}
      tabIndex={virtual ? 0 : onLine === undefined ? -1 : undefined}
    >
      {virtual ? (
        <VirtualRows lines={lines} rows={rows}>
          {line}
        </VirtualRows>
      ) : (
        rows.map(line)
      )}
    </section>
  );
}
