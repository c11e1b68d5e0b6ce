import type { Status } from '../../../shared/api/status.ts';
import type { Exchange } from '../../../shared/exchange.ts';
import { inspect } from '../../../shared/inspect.ts';
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

/** The verdict on a response, by the same engine as on the server and the command line; nothing is sent. */
export function judge(exchange: Exchange, text: string, { rules, redact }: Standard): Verdict {
  return withoutSecretsIn(inspect(exchange, rules), redact, redact(text));
}
