import { once } from 'node:events';
import { harmless } from '../../shared/report/harmless.ts';

/** Writes one line to stderr. Whatever it quotes from a file or a server, it stays one line and cannot control the terminal. */
export function tell(line: string): void {
  process.stderr.write(`${harmless(line)}\n`);
}

/** Waits until what was told is read, where that is much. */
export async function heard(): Promise<void> {
  // A failing stderr affects neither the work nor its exit code.
  if (process.stderr.writableNeedDrain) await once(process.stderr, 'drain').catch(() => {});
}
