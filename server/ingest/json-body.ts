import { isUtf8 } from 'node:buffer';
import { parseJson } from '../../shared/json/value.ts';
import { missingParam } from '../../shared/refusal.ts';
import { BodyUnreadable } from './ingest.ts';
import type { Limits } from './limits.ts';
import { badEncoding, unparsable } from './refusals.ts';
import { faultOf, markLength } from './split.ts';

/**
 * Reads a body of one JSON value as it is: `__proto__` is an ordinary member, and invalid UTF-8 is not repaired. The value
 * has the limits of a capture: to parse millions of levels would take seconds. Throws BodyUnreadable.
 */
export function readJsonBody(
  sent: Buffer,
  limits: Limits,
): { readonly text: string; readonly value: unknown } {
  const body = sent.subarray(markLength(sent));
  if (body.length === 0) throw new BodyUnreadable(400, missingParam('body'));
  if (!isUtf8(body)) throw new BodyUnreadable(400, badEncoding('the body is not UTF-8'));
  const tooMuch = faultOf(body, limits);
  if (tooMuch !== undefined) throw new BodyUnreadable(413, tooMuch);
  const text = body.toString('utf8');
  try {
    return { text, value: parseJson(text) };
  } catch {
    throw new BodyUnreadable(400, unparsable('body', body));
  }
}
