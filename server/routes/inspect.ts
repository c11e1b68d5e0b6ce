import type { FastifyInstance } from 'fastify';
import { readExchange } from '../../shared/capture.ts';
import { inspect } from '../../shared/inspect.ts';
import { redactor } from '../../shared/redact.ts';
import { withoutSecretsIn } from '../../shared/redact-verdict.ts';
import { Failure } from '../errors.ts';
import { notCapture } from '../ingest/refusals.ts';
import { answer, type Services } from './route.ts';

export function inspectRoutes(app: FastifyInstance, { rules, secretKeys, limits }: Services): void {
  const redact = redactor(secretKeys);
  answer(
    app,
    'POST /api/v1/inspect',
    async ({ request }) => {
      const { exchange, errors } = readExchange(request.body);
      if (exchange === undefined) throw new Failure(400, notCapture(errors));
      return withoutSecretsIn(inspect(exchange, rules), redact, redact(JSON.stringify(request.body)));
    },
    { bodyLimit: limits.itemBytes },
  );
}
