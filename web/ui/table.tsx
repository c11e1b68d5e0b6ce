import { type ReactNode, type MouseEvent as RowEvent, useState } from 'react';
import { focusLast } from '../lib/focus.ts';
import { count } from '../lib/numbers.ts';
import { useShortcuts } from '../lib/shortcuts.ts';
import { useView } from '../lib/use-view.ts';
import './table.css';

export interface Column<T> {
  readonly key: string;
  readonly head: ReactNode;
  readonly cell: (row: T) => ReactNode;
  /** Aligns numbers to the right. */
  readonly num?: boolean;
  /** Sort value of a row, null for none, which is last in either order; without it, the column is not sortable. */
  readonly sort?: (row: T) => number | string | null;
  /** Takes the remaining width; on a card, the first line. */
  readonly wide?: boolean;
  /** On a card, stands at the end of the first line: what acts on the row as a whole. */
  readonly corner?: boolean;
  /** Hides the column below 1240 px (`m`) or 960 px (`s`), so that it is not on cards either. */
  readonly hide?: 'm' | 's';
  /** Label of the value on a card, below 960 px, instead of a `head` in words; null if the value explains itself. */
  readonly label?: string | null;
}

interface Sorting {
  readonly key: string;
  readonly down: boolean;
}

interface Order<T> {
  /** Name under which the URL keeps the order of the rows; unique on the page. */
  readonly name: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  /** The order until the user chooses one; without it, rows stay in the given order. */
  readonly initialSort?: Sorting;
}

export interface TableProps<T> extends Order<T> {
  /** What the table contains, for screen readers. */
  readonly caption: string;
  readonly rowKey: (row: T) => string;
  /** Key of the open row. */
  readonly selected?: string | undefined;
  readonly className?: string;
}

/** Rows rendered at first, and added per click: a table of thousands appears as fast as one of ten. */
const FIRST = 100;
const MORE = 1000;

/** Moves the focus through the rows of the page's tables with j and k; Enter is left to the link. */
export function useRowKeys(): void {
  const step = (by: number) => {
    const links = [...document.querySelectorAll('main tbody tr')].flatMap(
      (row) => row.querySelector('a') ?? [],
    );
    const held = document.activeElement?.closest('tr') ?? document.querySelector('tr[data-selected]');
    const at = links.findIndex((link) => link.closest('tr') === held);
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  useShortcuts({ j: () => step(1), k: () => step(-1) });
}

function labelOf<T>({ head, label, wide }: Column<T>): string | undefined {
  if (label !== undefined || wide) return label ?? undefined;
  return typeof head === 'string' ? head : undefined;
}

function compare(a: number | string, b: number | string): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
}

function sorted<T>({ rows, columns }: Order<T>, sorting: Sorting | undefined): readonly T[] {
  const by = columns.find(({ key }) => key === sorting?.key)?.sort;
  if (by === undefined || sorting === undefined) return rows;
  const sign = sorting.down ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)];
    return a === null || b === null ? Number(a === null) - Number(b === null) : sign * compare(a, b);
  });
}

function classOf<T>({ num, wide, corner, hide }: Column<T>): string | undefined {
  const classes = [num && 'num', wide && 'wide', corner && 'corner', hide && `hide-${hide}`].filter(Boolean);
  return classes.length === 0 ? undefined : classes.join(' ');
}

/** What a row contains that is clicked for itself, also where React's tree alone puts it into the row. */
const INNER = 'a,button,input,label,dialog,[popover]';

/** Follows the row's first link on a click beside it, into a new tab or window if the click asks for one. */
function followLink({ target, currentTarget, nativeEvent }: RowEvent<HTMLElement>): void {
  const isInner = target instanceof Element && target.closest(INNER) !== null;
  if (isInner || getSelection()?.isCollapsed === false) return;
  currentTarget.querySelector('a')?.dispatchEvent(new MouseEvent('click', nativeEvent));
}

/** The order of a table, in the URL: a column's key, with a leading `-` for descending. */
function useSorting<T>({ name, columns, initialSort }: Order<T>) {
  const [[chosen = ''], choose] = useView(name);
  const down = chosen.startsWith('-');
  const key = down ? chosen.slice(1) : chosen;
  const isColumn = columns.some((column) => column.key === key && column.sort !== undefined);
  const sorting = isColumn ? { key, down } : initialSort;
  const sort = (next: Sorting) => {
    const isInitial = next.key === initialSort?.key && next.down === initialSort.down;
    choose(isInitial ? [] : [`${next.down ? '-' : ''}${next.key}`]);
  };
  return [sorting, sort] as const;
}

/** The rows in the order in which the table shows them. */
export function useShownRows<T>(order: Order<T>): readonly T[] {
  const [sorting] = useSorting(order);
  return sorted(order, sorting);
}

/** Rows under sortable heads; a click on one follows its first link. Below 960 px, each is a card with labels. */
export function Table<T>(props: TableProps<T>) {
  const { caption, columns, rows, rowKey, selected, className = '' } = props;
  const [sorting, sort] = useSorting(props);
  const [most, setMost] = useState(FIRST);
  const left = rows.length - most;
  return (
    <div className="scroll">
      <table className={`table ${className}`}>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => {
              const active = sorting?.key === column.key && column.sort !== undefined;
              return (
                <th
                  key={column.key}
                  scope="col"
                  className={classOf(column)}
                  aria-sort={active ? (sorting.down ? 'descending' : 'ascending') : undefined}
                >
                  {column.sort === undefined ? (
                    column.head
                  ) : (
                    <button
                      type="button"
                      onClick={() =>
                        sort({ key: column.key, down: active ? !sorting.down : column.num === true })
                      }
                    >
                      {column.head}
                      {active && <span aria-hidden="true">{sorting.down ? ' ↓' : ' ↑'}</span>}
                    </button>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {sorted(props, sorting)
            .slice(0, most)
            .map((row) => {
              const key = rowKey(row);
              return (
                <tr key={key} data-selected={key === selected || undefined} onClick={followLink}>
                  {columns.map((column) => (
                    <td key={column.key} className={classOf(column)} data-label={labelOf(column)}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              );
            })}
        </tbody>
      </table>
      {left > 0 && (
        <p className="more">
          <span className="muted">
            {count(most)} of {count(rows.length)}
          </span>
          <button
            type="button"
            className="link no-print"
            onClick={({ currentTarget }) => {
              focusLast(currentTarget);
              setMost(most + MORE);
            }}
          >
            {left > MORE ? `Show ${count(MORE)} more` : `Show all ${count(rows.length)}`}
          </button>
        </p>
      )}
    </div>
  );
}
