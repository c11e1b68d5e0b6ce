import Fastify, { type FastifyInstance, type FastifyReply, type FastifyServerOptions } from 'fastify';
import { bodyTooLarge, envelopeOf, Failure, foreseen, internal, unknownOperation } from './errors.ts';
import { parametersOf, readBody, readQuery } from './parameters.ts';
import { compression } from './plugins/compression.ts';
import { dashboard } from './plugins/dashboard.ts';
import { health } from './plugins/health.ts';
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
    disableRequestLogging: true,
    requestTimeout: REQUEST_TIMEOUT,
    forceCloseConnections: 'idle',
    // Captured JSON may hold any key; JSON.parse makes these own members, and no code here merges objects.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    routerOptions: { maxParamLength: LONGEST_PARAM },
    frameworkErrors: (error, _request, reply) => {
      send(reply, foreseen(error, clock()) ?? internal('the request cannot be read'));
    },
  });
  checkByContract(app);
  app.setErrorHandler((error, request, reply) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      return send(
        reply,
        bodyTooLarge(request.routeOptions.bodyLimit ?? 0, request.headers['content-length']),
      );
    }
    const failure = foreseen(error, clock());
    if (failure !== undefined) return send(reply, failure);
    request.log.error(error);
    return send(reply, internal(`the request failed here; the server's log says why, under ${request.id}`));
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    return send(reply, unknownOperation(`${request.method} ${path}`));
  });

  await securityHeaders(app);
  ownHosts(app, config.host, config.allowHosts);
  await tokens(app, config.tokens);
  await compression(app);
  await openapi(app, config.version);
  const ingest = metrics(app, services.ingest);
  health(app, store);
  routes(app, { ...services, ingest });
  await dashboard(app, config.webFolder, config.tokens.length > 0);
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

function send(reply: FastifyReply, failure: Failure): FastifyReply {
  return reply
    .code(failure.statusCode)
    .headers(failure.headers)
    .type('application/json; charset=utf-8')
    .send(envelopeOf(failure));
}
