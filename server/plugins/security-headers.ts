import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * No cache keeps an answer whose route does not say so: it may show what only a token opens. Pages load nothing from
 * elsewhere and cannot be framed. Nothing forces https: the server speaks plain HTTP,
 * and a page told to upgrade its requests would be blank.
 */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store');
  });
  await app.register(helmet, {
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
  });
}
