import { isObject, type JsonObject } from '../../json/value.ts';
import { MARKER } from '../../secrets.ts';
import { again } from '../../sessions/contradictions.ts';
import type { SessionScene } from '../../sessions/note.ts';
import { failed, UNCONFIRMED } from '../examples.ts';
import type { Rule } from '../rule.ts';

/** Notes the token that an envelope issues, in `confirmation` or else in the error's details. */
function issue({ confirmation, error }: JsonObject, place: string, scene: SessionScene): void {
  const details = isObject(error) ? error.details : undefined;
  const token = isObject(confirmation) ? confirmation.token : undefined;
  const told = isObject(details) ? details.confirmation_token : undefined;
  if (isToken(token)) scene.note([scene.hash(token)], '', `${place}/confirmation/token`);
  else if (isToken(told)) scene.note([scene.hash(told)], '', `${place}/error/details/confirmation_token`);
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== MARKER;
}

function confirmation(token: string) {
  return failed({
    ...UNCONFIRMED,
    details: { confirmation_token: token, expires_at: '2026-11-21T00:05:00Z' },
  });
}

export const rule: Rule = {
  id: 'SES-06',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'A confirmation token is issued once',
  condition: 'Two responses issue the same confirmation token.',
  reason: 'A token stands for one question to the user; issued twice, one answer confirms two operations.',
  source: 'docs/security/confirmation-tokens.md 2',
  pointer: '/error/details/confirmation_token',
  good: [{ exchange: [confirmation('c1'), confirmation('c2')] }],
  bad: [
    {
      exchange: [confirmation('c1'), confirmation('c1')],
      pointer: '/error/details/confirmation_token',
    },
  ],
  across: {
    notes: {
      envelope(envelope, scene) {
        issue(envelope, '', scene);
        const { halted_at: halted } = envelope;
        if (isObject(halted) && isObject(halted.result)) issue(halted.result, '/halted_at/result', scene);
      },
    },
    contradicts: again,
    hashes: true,
    says: () => 'The confirmation token was already issued in an earlier response.',
  },
};
