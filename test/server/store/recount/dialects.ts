import { expect } from 'vitest';
import type { ServerRow } from '../../../../shared/api/servers.ts';
import { serverOf } from './figures.ts';
import { type History, type Stored, timeOf } from './history.ts';

const dialectOf = ({ record }: Stored) => record.verdict.dialect;

/**
 * Expects what a server speaks, and whether that is proven, from all that it ever said and from its pin. Of a
 * range that ended before its newest response, only part of that follows.
 */
export function expectDialect(
  history: History,
  to: number,
  name: string,
  row: Pick<ServerRow, 'dialect' | 'proven' | 'version'>,
): void {
  const pinned = history.pins.get(name) ?? null;
  const all = history.responses.filter((one) => serverOf(one) === name);
  const newestOf = (some: readonly Stored[]) =>
    some.filter((one) => timeOf(one) === Math.max(...some.map(timeOf)));
  const isProven = pinned !== null || all.some((one) => !one.quarantined && one.record.verdict.proven);
  if (isProven || !history.isReinspected) expect(row.proven).toBe(isProven);
  if (pinned !== null) expect(row.dialect).toBe(pinned);
  if (history.isReinspected || all.some((one) => timeOf(one) >= to)) return;
  const isEnvelope = (one: Stored) => dialectOf(one) !== 'plain' && dialectOf(one) !== 'jsonrpc-error';
  const envelopes = newestOf(all.filter(isEnvelope)).map(dialectOf);
  const wordless = all.map(dialectOf).includes('plain') ? 'plain' : 'jsonrpc-error';
  if (pinned === null) expect(envelopes.length === 0 ? [wordless] : envelopes).toContain(row.dialect);
  expect(newestOf(all).map(({ said }) => said.given.server_version ?? null)).toContain(row.version);
}
