import { ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { iso } from '../../../shared/time/instant.ts';
import { rangeOf } from '../../../shared/time/range.ts';
import { DAY, MINUTE } from '../../../shared/time/units.ts';
import { serverNow } from '../../lib/now.ts';
import { isOpenEnded } from '../../lib/range.ts';
import { useFilter, useSetSearch } from '../../lib/use-filter.ts';
import { Button } from '../button.tsx';
import { DataPanel, type DataPanelProps } from '../data-panel.tsx';
import { SaveButton } from '../save-button.tsx';
import { SkeletonBars } from '../states.tsx';
import { ChartOrTable, TableButton, useAsTable } from './chart-or-table.tsx';
import { chartFile } from './chart-table.tsx';
import { Legend } from './legend.tsx';
import type { ChartData } from './model.ts';

interface ChartPanelProps<T>
  extends Pick<DataPanelProps<T>, 'query' | 'height' | 'note' | 'empty' | 'goodWhenEmpty'> {
  readonly title: string;
  /** Name under which the URL keeps how the chart is shown. */
  readonly name: string;
  readonly actions?: ReactNode;
  /** Must be stable: another function draws the chart anew. */
  readonly chart: (data: T) => ChartData;
}

/** Vertical padding of a panel's body, px: the table fills it, the chart does not. */
const BODY_PADDING = 12;
/** Height of the line that is reserved for the legend, px. */
const LEGEND_HEIGHT = 24;
/** Shortest and longest range that the buttons zoom to, ms. */
const SHORTEST_MS = MINUTE;
const LONGEST_MS = 366 * DAY;

/** Zooms in to the newer half of the page's range, or doubles the range, for those who do not drag. */
function ZoomButtons() {
  const filter = useFilter();
  const setSearch = useSetSearch();
  const zoom = (by: number) => {
    const { from, to } = rangeOf(filter, serverNow());
    // A longer range that was typed is not shortened by zooming out.
    const longest = by > 1 ? Math.max(LONGEST_MS, to - from) : LONGEST_MS;
    const length = Math.max(SHORTEST_MS, Math.min(longest, (to - from) * by));
    const end = isOpenEnded(filter) || by < 1 ? to : Math.min(serverNow(), to + (length - (to - from)) / 2);
    setSearch({ from: iso(end - length), to: isOpenEnded(filter) ? undefined : iso(end) });
  };
  return (
    <>
      <Button
        kind="ghost"
        icon
        aria-label="Zoom in: the newer half of the range"
        title="Zoom in"
        onClick={() => zoom(0.5)}
      >
        <ZoomIn size={14} aria-hidden="true" />
      </Button>
      <Button
        kind="ghost"
        icon
        aria-label="Zoom out: twice the range"
        title="Zoom out"
        onClick={() => zoom(2)}
      >
        <ZoomOut size={14} aria-hidden="true" />
      </Button>
    </>
  );
}

/** A panel with a chart, its legend, its table and its CSV. */
export function ChartPanel<T>({ name, chart, actions, ...panel }: ChartPanelProps<T>) {
  const [table] = useAsTable(name);
  const { data } = panel.query;
  const drawn = useMemo(() => (data === undefined ? undefined : chart(data)), [chart, data]);
  return (
    <DataPanel
      {...panel}
      skeleton={<SkeletonBars height={panel.height} />}
      padded={!table}
      actions={
        <span className="row wrap no-print">
          {actions}
          <span className="row" style={{ gap: 0 }}>
            <ZoomButtons />
            <SaveButton title={panel.title} csv={drawn && (() => chartFile(drawn))} />
          </span>
          <TableButton name={name} />
        </span>
      }
      footer={drawn ? <Legend name={name} data={drawn} /> : <span style={{ height: LEGEND_HEIGHT }} />}
    >
      {() => drawn && <ChartOrTable name={name} data={drawn} height={panel.height + 2 * BODY_PADDING} />}
    </DataPanel>
  );
}
