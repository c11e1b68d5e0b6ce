import { segment } from '../../json/pointer.ts';
import { isObject, type JsonObject } from '../../json/value.ts';
import { leakIn } from '../../leaks.ts';
import { flagged } from '../examples.ts';
import type { Rule, Scene } from '../rule.ts';
import { quoted } from '../show.ts';

/** Exactly the keys of the rule; redaction hides more (`x-api-key`). */
const SECRET_KEY = /pass(?:word|wd)?$|secret|token|api_?key|authorization|credential/i;

/** Number of levels of `params` that are searched; bounds the recursion. */
const DEEPEST = 64;

/** Longest pointer, in characters, of what is searched: it is repeated for every secret within. */
const LONGEST = 2_000;

function judgeParams(value: unknown, pointer: string, depth: number, scene: Scene): void {
  if (typeof value !== 'object' || value === null || depth === DEEPEST || pointer.length > LONGEST) return;
  for (const [name, item] of Object.entries(value)) {
    const at = pointer + segment(name);
    if (typeof item !== 'string') judgeParams(item, at, depth + 1, scene);
    else if (item !== '' && SECRET_KEY.test(name)) {
      scene.breach(at, `The value of ${quoted(name)} looks like a secret.`);
    }
  }
}

function judgeStack({ stack }: JsonObject, pointer: string, scene: Scene): void {
  if (stack !== undefined && stack !== null) scene.breach(`${pointer}/stack`, 'The error exposes a stack.');
}

export const rule: Rule = {
  id: 'FLG-05',
  level: 'must',
  dialects: ['error-flag'],
  title: 'The error exposes nothing sensitive',
  condition:
    '`stack` is present at the root or in `details`, the message leaks internals as in MSG-02, or `params` has a non-empty string under a key that names a secret (password, secret, token, API key, authorization, credential).',
  reason: 'Errors reach models, logs and screens; what they carry cannot be taken back.',
  source: 'otel-mcp-server docs/adr/006-error-handling-philosophy.md Constraints',
  pointer: '/params/<key>, /message, /stack, /details/stack',
  presence: true,
  inSeeds: true,
  good: [
    { exchange: flagged({ error: true, type: 'X', message: 'm', params: { index: 'logs-*' } }) },
    { exchange: flagged({ error: true, type: 'X', message: 'm', params: { 'x-api-key': 'abc' } }) },
  ],
  bad: [
    {
      exchange: flagged({ error: true, type: 'X', message: 'm', params: { api_key: 'abc' } }),
      pointer: '/params/api_key',
    },
    {
      exchange: flagged({
        error: true,
        type: 'X',
        message: 'm',
        params: {},
        details: { stack: 'Error: m' },
      }),
      pointer: '/details/stack',
    },
    {
      exchange: flagged({ error: true, type: 'X', message: 'TypeError: x is undefined', params: {} }),
      pointer: '/message',
    },
  ],
  check: {
    envelope(envelope, scene) {
      const { details, message, params } = envelope;
      judgeStack(envelope, '', scene);
      if (isObject(details)) judgeStack(details, '/details', scene);
      const leak = typeof message === 'string' ? leakIn(message) : undefined;
      if (leak !== undefined) scene.breach('/message', `message leaks ${quoted(leak)}.`);
      judgeParams(params, '/params', 0, scene);
    },
  },
};
