import type { Virtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import './virtual-rows.css';

/** The rows of a long list that are near its viewport, each at its position. */
export function VirtualRows<T extends object, F extends Element>({
  lines,
  rows,
  children,
}: {
  readonly lines: Virtualizer<F, Element>;
  readonly rows: readonly T[];
  readonly children: (row: T, index: number) => ReactNode;
}) {
  return (
    <div style={{ height: lines.getTotalSize(), position: 'relative' }}>
      {lines.getVirtualItems().map(({ index, start, key }) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={key}
              ref={lines.measureElement}
              data-index={index}
              className="slot"
              style={{ transform: `translateY(${start}px)` }}
            >
              {children(row, index)}
            </div>
          )
        );
      })}
    </div>
  );
}
