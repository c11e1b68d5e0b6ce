import { oneLine } from '../../../../shared/json/one-line.ts';
import { standalone } from '../../../../shared/standalone.ts';
import { iso } from '../../../../shared/time/instant.ts';
import type { Connection } from '../file/connection.ts';
import { keyOf, observedAt } from '../rows/ids.ts';
import { type Lodged, MOST_UNPACKED, Unpacked } from '../rows/payloads.ts';
import { lost } from './response.ts';

interface HeldRow extends Lodged {
  readonly shift: number;
  readonly server: string;
}

/** The captures of the first of these responses, up to {@link MOST_UNPACKED}; undefined for one that is not stored. */
export function captures(connection: Connection, ids: readonly string[]): readonly (string | undefined)[] {
  const unpacked = new Unpacked(connection);
  const found: (string | undefined)[] = [];
  for (const id of ids) {
    found.push(captureOf(connection, id, unpacked));
    if (unpacked.bytes > MOST_UNPACKED) break;
  }
  return found;
}

function captureOf(connection: Connection, id: string, unpacked: Unpacked): string | undefined {
  const row = connection.get<HeldRow>(
    `SELECT r.id, r.shift, r.block, r.slot, s.name AS server
      FROM responses r JOIN servers s ON s.id = r.server WHERE r.id = ?`,
    keyOf(id) ?? null,
  );
  if (row === undefined) return undefined;
  const payload = unpacked.read(row.id, row);
  if (payload === undefined) throw lost(`The bytes of response ${id} are not stored`);
  const raw = Buffer.from(payload.bytes).toString('utf8');
  return oneLine(standalone({ raw, server: row.server, observed_at: iso(observedAt(row)) }));
}
