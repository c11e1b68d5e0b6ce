import { ChartColumn, Table2 } from 'lucide-react';
import { useMemo } from 'react';
import { useView } from '../../lib/use-view.ts';
import { Button } from '../button.tsx';
import { SaveButton } from '../save-button.tsx';
import { Chart } from './chart.tsx';
import { ChartTable, chartFile } from './chart-table.tsx';
import { useHidden } from './legend.tsx';
import { type ChartData, visible } from './model.ts';

/** The choice in the URL that shows the chart as a table. */
const TABLE = 'table';

/** Whether a chart is shown as its table, which the URL keeps under the chart's name; and the change to the other. */
export function useAsTable(name: string): readonly [table: boolean, toggle: () => void] {
  const [form, setForm] = useView(name);
  const table = form.includes(TABLE);
  return [table, () => setForm(table ? [] : [TABLE])];
}

/** Changes between a chart and its table; `icon` leaves out the word. */
export function TableButton({ name, icon = false }: { name: string; icon?: boolean }) {
  const [table, toggle] = useAsTable(name);
  const Sign = table ? ChartColumn : Table2;
  const word = table ? 'Chart' : 'Table';
  return (
    <Button kind="ghost" icon={icon} aria-label={word} onClick={toggle}>
      <Sign size={14} aria-hidden="true" />
      {!icon && <span className="hide-s">{word}</span>}
    </Button>
  );
}

interface NamedChart {
  /** Name under which the URL keeps how the chart is shown. */
  readonly name: string;
  readonly data: ChartData;
}

/** The buttons of a chart without a panel of its own, for its heading, which they do not make higher. */
export function ChartButtons({ name, title, data }: NamedChart & { title: string }) {
  return (
    <span className="row no-print" style={{ gap: 0, marginBlock: -4 }}>
      <SaveButton title={title} csv={() => chartFile(data)} />
      <TableButton name={name} icon />
    </span>
  );
}

/** A chart, or its table, `height` px high, without the hidden series. Draws anew if `data` is another object. */
export function ChartOrTable({ name, data, height }: NamedChart & { height: number }) {
  const [table] = useAsTable(name);
  const [hidden] = useHidden(name);
  const shown = useMemo(() => visible(data, hidden), [data, hidden]);
  return table ? <ChartTable data={shown} height={height} /> : <Chart data={shown} />;
}
