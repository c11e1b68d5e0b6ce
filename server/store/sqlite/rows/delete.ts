import type { Connection } from '../file/connection.ts';
import { LIST, list } from '../file/sql.ts';

/**
 * Deletes responses with their members, counts and search words; what other tables hold of them stays. Call it in a
 * transaction.
 */
export function deleteRows(connection: Connection, keys: readonly number[]): void {
  const doomed = list(keys);
  for (const from of [
    `messages WHERE rowid IN (SELECT id FROM responses WHERE parent IN ${LIST})`,
    `messages WHERE rowid IN ${LIST}`,
    `responses WHERE parent IN ${LIST}`,
    `responses WHERE id IN ${LIST}`,
    `counts WHERE response IN ${LIST}`,
  ])
    connection.run(`DELETE FROM ${from}`, doomed);
}
