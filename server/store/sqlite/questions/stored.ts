import { createHash } from 'node:crypto';
import type { Status } from '../../../../shared/api/status.ts';
import { iso } from '../../../../shared/time/instant.ts';
import type { Connection } from '../file/connection.ts';
import { readMeta } from '../file/meta.ts';
import { lastOrdinal } from '../rows/arrivals.ts';
import { timesForgotten } from '../rows/forgotten.ts';
import { observedAt } from '../rows/ids.ts';
import { QUARANTINED } from '../rows/insert.ts';

/** What the file holds. */
export function stored(connection: Connection): Status['stored'] {
  const end = (order: 'ASC' | 'DESC') => {
    const row = connection.get<{ id: number; shift: number }>(
      `SELECT id, shift FROM responses WHERE place = 0 ORDER BY id ${order} LIMIT 1`,
    );
    return row === undefined ? null : iso(observedAt(row));
  };
  // As retention limits them.
  const pages = connection.pages();
  const quarantined = connection.number(`SELECT count(*) FROM responses WHERE ${QUARANTINED}`);
  return {
    responses: (readMeta(connection, 'responses') ?? 0) - quarantined,
    bytes: pages.all * pages.size,
    oldest: end('ASC'),
    newest: end('DESC'),
    ordinal: lastOrdinal(connection),
    identity: identityOf(connection),
    quarantined,
    servers: connection.number('SELECT count(*) FROM servers'),
  };
}

/** Derived from the salt, which must stay secret, and from how often a server was forgotten. */
function identityOf(connection: Connection): string {
  const hash = createHash('sha256')
    .update(readMeta(connection, 'salt') ?? new Uint8Array())
    .update(String(timesForgotten(connection)));
  return hash.digest('hex').slice(0, 12);
}
