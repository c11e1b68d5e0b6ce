import { harmless } from '../../shared/report/harmless.ts';

/** Says one line on stderr. Whatever it repeats of a file or a server, it stays one line and steers no terminal. */
export function tell(line: string): void {
  process.stderr.write(`${harmless(line)}\n`);
}
