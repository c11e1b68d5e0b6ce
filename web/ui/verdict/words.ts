import { daysTo } from '../../../shared/time/dates.ts';
import type { Verdict, Warning, WarningReading } from '../../../shared/verdict.ts';
import { count, counted, percent, times } from '../../lib/numbers.ts';
import { quotaFigure } from '../../lib/quota.ts';

/** How the dialect was determined, in a sentence. */
export function decidedWords({ decided_by, tool }: Pick<Verdict, 'decided_by' | 'tool'>): string {
  switch (decided_by) {
    case 'pinned':
      return 'Pinned for this server.';
    case 'tool':
      return `Detected from the tool: ${tool ?? 'its name'} is an MCP-AQL tool.`;
    case 'shape':
      return 'Detected from the shape of the response.';
  }
}

/** How the outcome was determined. */
export function outcomeWords({ dialect, carrier, outcome, is_error }: Verdict): string {
  // At the root of a result, `error` without `success` is an envelope too; whether it has one, isError says the same.
  if (dialect === 'success-flag' && carrier === 'root' && outcome === 'failure' && is_error === true)
    return 'from isError: true';
  const flag = is_error === null ? '' : `, isError is ${is_error}`;
  switch (dialect) {
    case 'mcp-aql':
    case 'result':
    case 'success-flag':
      return `${outcome === 'unknown' ? 'success is neither true nor false' : `from success: ${outcome === 'success'}`}${flag}`;
    case 'error-flag':
      return `from the error flag${flag}`;
    case 'jsonrpc-error':
      return 'from the JSON-RPC error';
    case 'plain':
      if (is_error === true) return 'from isError: true';
      return `${outcome === 'failure' ? 'from its text' : 'no sign of an error'}${flag}`;
  }
}

/** What the figures of a standard warning say. */
function readingWords(reading: WarningReading, at: number): string {
  switch (reading.kind) {
    case 'quota':
      return `${quotaFigure(reading.current)} of ${quotaFigure(reading.quota)}, ${percent(reading.ratio)}`;
    case 'deprecation': {
      if (reading.removal_at === null) return 'no removal date';
      const days = daysTo(reading.removal_at, at);
      if (days === 0) return 'removal today';
      return days < 0 ? `${counted(-days, 'day')} past removal` : `${counted(days, 'day')} to removal`;
    }
    case 'truncation':
      return `${count(reading.original_count - reading.truncated_count)} of ${count(reading.original_count)} items lost`;
    case 'slow':
      return `${times(reading.times)} its threshold of ${count(reading.threshold_ms)} ms`;
  }
}

/** `default severity, 3 times, 162 of 212 items lost`, or the parts of it that apply. */
export function warningSays({ defaulted, occurrences, reading }: Warning, at: number): string {
  return [
    defaulted && 'default severity',
    occurrences > 1 && `${count(occurrences)} times`,
    reading !== null && readingWords(reading, at),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** Where the envelope was, in words. */
export const CARRIER_WORDS: Readonly<Record<Verdict['carrier'], string>> = {
  structured: 'in structuredContent',
  text: 'as JSON text in the first content block',
  double: 'inside a CallToolResult serialised as text',
  root: 'at the root of the result',
  jsonrpc: 'a JSON-RPC error',
  bare: 'bare, not in a CallToolResult',
  none: 'none',
};
