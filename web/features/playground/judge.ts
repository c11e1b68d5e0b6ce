import type { Status } from '../../../shared/api/status.ts';
import { readExchange } from '../../../shared/capture.ts';
import { inspect } from '../../../shared/inspect.ts';
import { parseJson } from '../../../shared/json/value.ts';
import { redactor } from '../../../shared/redact.ts';
import { withoutSecretsIn } from '../../../shared/redact-verdict.ts';
import { NO_SETTINGS, type RuleSettings } from '../../../shared/rules/settings.ts';
import type { Verdict } from '../../../shared/verdict.ts';

/** What a verdict depends on besides the response. */
interface Standard {
  readonly rules: RuleSettings;
  readonly redact: ReturnType<typeof redactor>;
}

/** The server's configuration or, while that is unknown, the defaults. */
export function standardOf(configuration: Status['configuration'] | undefined): Standard {
  if (configuration === undefined) return { rules: NO_SETTINGS, redact: redactor() };
  const { rules, secret_keys } = configuration;
  return {
    rules: new Map(Object.entries(rules)),
    redact: redactor(secret_keys.map((pattern) => new RegExp(pattern, 'i'))),
  };
}

export type Judged =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly problems: readonly string[] }
  | { readonly kind: 'judged'; readonly verdict: Verdict; readonly isCapture: boolean };

/** The verdict on pasted text, by the same engine as on the server and the command line; nothing is sent. */
export function judge(text: string, { rules, redact }: Standard): Judged {
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
  const verdict = withoutSecretsIn(inspect(read.exchange, rules), redact, redact(text));
  return { kind: 'judged', verdict, isCapture: read.isCapture };
}
