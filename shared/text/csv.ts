type Cell = string | number | boolean | null | undefined;

/**
 * One line of CSV (RFC 4180), including its line break. A string that a spreadsheet would run as a formula is prefixed
 * with an apostrophe: what was captured is not trusted.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Items as CSV: a header with the names of the columns, then these members of each item. */
export function csvOf<K extends string>(
  columns: readonly K[],
  items: readonly Readonly<Record<K, Cell>>[],
): string {
  const rows = items.map((item) => csvLine(columns.map((column) => item[column])));
  return csvLine(columns) + rows.join('');
}

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell);
  const text = /^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
