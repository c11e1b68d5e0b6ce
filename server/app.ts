import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { countChanges } from './changes.ts';
import { Failure } from './errors.ts';
import { parametersOf, readBody, readQuery } from './parameters.ts';
import { compression } from './plugins/compression.ts';
import { draining } from './plugins/draining.ts';
import { answerMalformed, failureOf, failures, LONGEST_PARAM, sendFailure } from './plugins/failures.ts';
import { jsonBodies } from './plugins/json-bodies.ts';
import { metrics } from './plugins/metrics.ts';
import { openapi } from './plugins/openapi.ts';
import { ownHosts } from './plugins/own-hosts.ts';
import { probes } from './plugins/probes.ts';
import { saysRefusing } from './plugins/refusing.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import { tokens } from './plugins/tokens.ts';
import { webFiles } from './plugins/web-files.ts';
import type { Services } from './routes/route.ts';
import { routes } from './routes/routes.ts';

/** Time for a request to arrive completely, ms: a slow sender must not hold its connection for ever. */
const REQUEST_TIMEOUT = 120_000;

/** Builds the HTTP server; never listens. The caller closes the store and ingestion after it. */
export async function buildApp(
  services: Omit<Services, 'changes'>,
  logger: FastifyServerOptions['logger'] = false,
): Promise<FastifyInstance> {
  const { store, config, clock } = services;
  const app: FastifyInstance = Fastify({
    logger,
    requestTimeout: REQUEST_TIMEOUT,
    // Routes do not know the base path. A proxy may have stripped it already.
    rewriteUrl: ({ url = '/' }: IncomingMessage) =>
      url.startsWith(`${config.basePath}/`) ? url.slice(config.basePath.length) : url,
    routerOptions: { maxParamLength: LONGEST_PARAM },
    clientErrorHandler: answerMalformed,
    frameworkErrors: (error, request, reply) => sendFailure(reply, failureOf(error, request, clock())),
  });
  checkByContract(app);
  failures(app, clock);
  jsonBodies(app, services.limits);
  draining(app);
  await securityHeaders(app);
  ownHosts(app, config.host, config.allowHosts);
  await tokens(app, config);
  await compression(app);
  await openapi(app, config.version, config.basePath);
  const ingest = metrics(app, saysRefusing(services.ingest));
  probes(app, store);
  routes(app, { ...services, ingest, changes: countChanges(app) });
  await webFiles(app, config);
  return app;
}

/** Validates requests against the contract's schemas; coerces only query strings and removes nothing. */
function checkByContract(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, method, url, httpPart }) => {
    const parameters = parametersOf(schema);
    const read = httpPart === 'body' || httpPart === 'params' ? readBody : readQuery;
    return (sent: unknown) => {
      const values = read(parameters, sent, `${method} ${url}`);
      return values instanceof Failure ? { error: values } : { value: values };
    };
  });
  // A compiled serialiser would coerce values and drop members it does not know.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
}
