import { harmless } from '../../shared/report/harmless.ts';

/** Writes one line to stderr. Whatever it quotes from a file or a server, it stays one line and cannot control the terminal. */
export function tell(line: string): void {
  process.stderr.write(`${harmless(line)}\n`);
}
