import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJson } from '../../shared/json.ts';
import { checkCharset } from '../charset.ts';
import { Failure, missingParam } from '../errors.ts';
import type { Limits } from '../ingest/limits.ts';
import { badEncoding, unparsable } from '../ingest/refusals.ts';
import { faultOf, markLength } from '../ingest/split.ts';

/**
 * Accepts JSON only, as it is: `__proto__` is an ordinary member, and invalid UTF-8 is not repaired. A value has the
 * limits of a capture: to parse millions of levels would take seconds.
 */
export function jsonBodies(app: FastifyInstance, limits: Limits): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, sent: Buffer) => {
      checkCharset(headers['content-type']);
      const body = sent.subarray(markLength(sent));
      if (body.length === 0) throw missingParam('body');
      if (!isUtf8(body)) throw new Failure(400, badEncoding('the body is not UTF-8'));
      const tooMuch = faultOf(body, limits);
      if (tooMuch !== undefined) throw new Failure(413, tooMuch);
      try {
        return parseJson(body.toString('utf8'));
      } catch {
        throw new Failure(400, unparsable('body', body));
      }
    },
  );
}
