import { readExchange } from '../../../shared/capture.ts';
import { inspect } from '../../../shared/inspect.ts';
import { parseJson } from '../../../shared/json.ts';
import { redactor, withoutSecretsIn } from '../../../shared/redact.ts';
import type { Verdict } from '../../../shared/verdict.ts';

const redact = redactor();

export type Judged =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly problems: readonly string[] }
  | { readonly kind: 'judged'; readonly verdict: Verdict; readonly isCapture: boolean };

/** The verdict on pasted text: the engine of the server and the command line, run here; nothing is sent. */
export function judge(text: string): Judged {
  if (text.trim() === '') return { kind: 'empty' };
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return { kind: 'unreadable', problems: [error instanceof Error ? error.message : 'This is not JSON'] };
  }
  const read = readExchange(value);
  if (read.exchange === undefined)
    return { kind: 'unreadable', problems: read.errors.map(({ message }) => message) };
  const verdict = withoutSecretsIn(inspect(read.exchange), redact);
  return { kind: 'judged', verdict, isCapture: read.isCapture };
}
