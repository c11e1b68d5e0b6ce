import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { Failure } from './errors.ts';
import { parametersOf, readBody, readQuery } from './parameters.ts';
import { compression } from './plugins/compression.ts';
import { dashboard } from './plugins/dashboard.ts';
import { draining } from './plugins/draining.ts';
import { answerMalformed, failureOf, failures, sendFailure } from './plugins/failures.ts';
import { health } from './plugins/health.ts';
import { jsonBodies } from './plugins/json-bodies.ts';
import { metrics } from './plugins/metrics.ts';
import { openapi } from './plugins/openapi.ts';
import { ownHosts } from './plugins/own-hosts.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import { tokens } from './plugins/tokens.ts';
import type { Services } from './routes/route.ts';
import { routes } from './routes/routes.ts';

/** A path's parameter longer than this cannot name anything: a server's name is at most 200 characters, escaped. */
const LONGEST_PARAM = 2_500;

/** Time for a request to arrive whole, ms: a slow sender must not hold its connection for ever. */
const REQUEST_TIMEOUT = 120_000;

/** Builds the HTTP server over a store and a way in; never listens. The caller closes store and ingest after it. */
export async function buildApp(
  services: Services,
  logger: FastifyServerOptions['logger'] = false,
): Promise<FastifyInstance> {
  const { store, config, clock } = services;
  const app: FastifyInstance = Fastify({
    logger,
    requestTimeout: REQUEST_TIMEOUT,
    // No route knows of the base path. Where a proxy takes it off itself, addresses come as they are.
    rewriteUrl: ({ url = '/' }: IncomingMessage) =>
      url.startsWith(`${config.basePath}/`) ? url.slice(config.basePath.length) : url,
    routerOptions: { maxParamLength: LONGEST_PARAM },
    clientErrorHandler: answerMalformed,
    frameworkErrors: (error, request, reply) => sendFailure(reply, failureOf(error, request, clock())),
  });
  checkByContract(app);
  // A connection that falls idle while the server closes is closed at once: it would hold up the end for a minute.
  app.addHook('preClose', async () => {
    app.server.keepAliveTimeout = 1;
  });
  failures(app, clock);
  jsonBodies(app);
  draining(app);
  await securityHeaders(app);
  ownHosts(app, config.host, config.allowHosts);
  await tokens(app, config.tokens, config.basePath);
  await compression(app);
  await openapi(app, config.version, config.basePath);
  const ingest = metrics(app, services.ingest);
  health(app, store);
  routes(app, { ...services, ingest });
  await dashboard(app, config);
  return app;
}

/** Requests are held against the contract's schemas; nothing is coerced but a query string's texts, nothing removed. */
function checkByContract(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, method, url, httpPart }) => {
    const parameters = parametersOf(schema);
    const read = httpPart === 'body' || httpPart === 'params' ? readBody : readQuery;
    return (sent: unknown) => {
      const values = read(parameters, sent, `${method} ${url}`);
      return values instanceof Failure ? { error: values } : { value: values };
    };
  });
  // A compiled serialiser would coerce and drop members that it does not know.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
}
