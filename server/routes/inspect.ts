import type { FastifyInstance } from 'fastify';
import { readExchange } from '../../shared/capture.ts';
import { inspect } from '../../shared/inspect.ts';
import { redactor, withoutSecretsIn } from '../../shared/redact.ts';
import { Failure } from '../errors.ts';
import { answer, type Services } from './route.ts';

export function inspectRoutes(app: FastifyInstance, { rules, secretKeys, limits }: Services): void {
  const redact = redactor(secretKeys);
  answer(
    app,
    'POST /api/v1/inspect',
    async ({ request }) => {
      const { exchange, errors } = readExchange(request.body);
      if (exchange !== undefined) return withoutSecretsIn(inspect(exchange, rules), redact);
      const [first, ...more] = errors;
      if (first === undefined) throw new TypeError('A capture was refused without a reason');
      const also = more.length === 0 ? {} : { also: more.map((error) => error.message) };
      throw new Failure(400, first.code, first.message, { ...first.details, ...also });
    },
    { bodyLimit: limits.itemBytes },
  );
}
