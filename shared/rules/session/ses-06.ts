import { isObject, type JsonObject } from '../../json.ts';
import type { SessionScene } from '../../sessions/observed.ts';
import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';

/** Remembers the token that an envelope issues, in `confirmation` or else in the error's details. */
function issue({ confirmation, error }: JsonObject, place: string, scene: SessionScene): void {
  const token = isObject(confirmation) ? confirmation.token : undefined;
  if (typeof token === 'string' && token !== '') {
    remember(token, `${place}/confirmation/token`, scene);
    return;
  }
  const details = isObject(error) ? error.details : undefined;
  const told = isObject(details) ? details.confirmation_token : undefined;
  if (typeof told === 'string' && told !== '') {
    remember(told, `${place}/error/details/confirmation_token`, scene);
  }
}

function remember(token: string, pointer: string, scene: SessionScene): void {
  const { memory, observed } = scene;
  const key = scene.key(observed.hash(token));
  const earlier = memory.recall(key);
  memory.remember(key, { ref: observed.ref, value: '', known: earlier?.known ?? [] });
  if (earlier === undefined || earlier.ref === observed.ref) return;
  scene.breach(pointer, 'The confirmation token was already issued in an earlier response.', earlier);
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
  title: 'A confirmation token is issued once',
  condition: 'Two responses issue the same confirmation token.',
  reason: 'A token stands for one question to the user; issued twice, one answer confirms two operations.',
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
  across: {
    envelope(envelope, scene) {
      issue(envelope, '', scene);
      const { halted_at: halted } = envelope;
      if (isObject(halted) && isObject(halted.result)) issue(halted.result, '/halted_at/result', scene);
    },
  },
};
