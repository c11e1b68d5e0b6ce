import { isObject, type JsonObject } from '../../json.ts';
import { envelopeOf, haltedIn, keyOf, partsOf, type SessionCheck } from '../../sessions/observed.ts';
import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';

/** A confirmation token that the same server issued before (confirmation-tokens 2). */
const across: SessionCheck = (observed, memory) =>
  partsOf(observed.reading).flatMap((part) => {
    const envelope = envelopeOf(part);
    const halted = haltedIn(envelope);
    const issued = [
      ...tokensOf(envelope, part.pointer),
      ...(halted === undefined ? [] : tokensOf(halted, `${part.pointer}/halted_at/result`)),
    ];
    return issued.flatMap(({ pointer, token }) => {
      const key = keyOf(6, observed, observed.hash(token));
      const earlier = memory.recall(key);
      memory.remember(key, { ref: observed.ref, value: '', known: earlier?.known ?? [] });
      if (earlier === undefined || earlier.ref === observed.ref) return [];
      const message = 'The confirmation token was issued in an earlier response too.';
      return [{ pointer, message, responses: [earlier.ref, observed.ref] }];
    });
  });

interface Issued {
  readonly pointer: string;
  readonly token: string;
}

/** The token of `confirmation`, else of the error's details. */
function tokensOf({ confirmation, error }: JsonObject, prefix: string): readonly Issued[] {
  const token = isObject(confirmation) ? confirmation.token : undefined;
  if (typeof token === 'string' && token !== '') return [{ pointer: `${prefix}/confirmation/token`, token }];
  const details = isObject(error) && isObject(error.details) ? error.details : {};
  const { confirmation_token: told } = details;
  if (typeof told !== 'string' || told === '') return [];
  return [{ pointer: `${prefix}/error/details/confirmation_token`, token: told }];
}

function confirmation(token: string) {
  return failed({
    code: 'CONFIRMATION_REQUIRED',
    message: 'This operation requires confirmation',
    details: { confirmation_token: token, expires_at: '2026-11-21T00:05:00Z' },
  });
}

export const rule: Rule = {
  id: 'SES-06',
  level: 'info',
  dialects: ['mcp-aql'],
  scope: 'cross-response',
  title: 'A confirmation token is given once',
  condition: 'The same confirmation token is given out in two responses.',
  reason: 'A token stands for one question to the user; given twice, one answer confirms two operations.',
  source: 'docs/security/confirmation-tokens.md 2',
  pointer: '/error/details/confirmation_token',
  inSeeds: false,
  good: [{ exchange: [confirmation('c1'), confirmation('c2')] }],
  bad: [
    {
      exchange: [confirmation('c1'), confirmation('c1')],
      pointer: '/error/details/confirmation_token',
    },
  ],
  across,
};
