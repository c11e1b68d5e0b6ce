import type { Exchange } from '../../shared/exchange.ts';
import { inspect } from '../../shared/inspect.ts';
import { contentsOf, namesOf } from '../../shared/recording/responses.ts';
import { redactor } from '../../shared/redact.ts';
import { withoutSecretsIn } from '../../shared/redact-verdict.ts';
import { invalidType } from '../../shared/refusal.ts';
import { BodyUnreadable, type Inspecting, type Settings } from './ingest.ts';
import { readJsonBody } from './json-body.ts';
import type { Limits } from './limits.ts';
import { notCapture } from './refusals.ts';

interface InspectorOptions extends Settings {
  readonly limits: Limits;
}

/** Judges single values, whatever is stored. */
export function inspector({ rules, secretKeys, limits }: InspectorOptions): Inspecting {
  const redact = redactor(secretKeys);
  return {
    inspect: async ({ buffer, byteOffset, length }) => {
      const { text, value } = readJsonBody(Buffer.from(buffer, byteOffset, length), limits);
      return withoutSecretsIn(inspect(exchangeIn(text, value), rules), redact, redact(text));
    },
  };
}

/** The one response that a value is or holds. Throws BodyUnreadable. */
function exchangeIn(text: string, value: unknown): Exchange {
  const { found, others } = contentsOf(text, value);
  const [one, more] = found;
  if (one?.errors !== undefined) throw new BodyUnreadable(400, notCapture(one.errors));
  if (one?.exchange !== undefined && more === undefined) return one.exchange;
  const got = more === undefined ? (one?.reason ?? namesOf(others)) : `${found.length} responses`;
  throw new BodyUnreadable(400, invalidType('body', 'a capture or a response', got));
}
