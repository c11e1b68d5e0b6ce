export type Cell = string | number | boolean | null | undefined;

/**
 * One line of CSV (RFC 4180), its line break included. A text that a spreadsheet would run as a formula gets an
 * apostrophe before it: what was captured is not trusted.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
