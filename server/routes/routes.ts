import type { FastifyInstance } from 'fastify';
import { conformanceRoutes } from './conformance.ts';
import { deprecationsRoutes } from './deprecations.ts';
import { errorGroupsRoutes } from './error-groups.ts';
import { ingestRoutes } from './ingest.ts';
import { inspectRoutes } from './inspect.ts';
import { liveRoutes } from './live.ts';
import { questionsRoutes } from './questions.ts';
import { reinspectionRoutes } from './reinspection.ts';
import { responsesRoutes } from './responses.ts';
import type { Services } from './route.ts';
import { rulesRoutes } from './rules.ts';
import { serversRoutes } from './servers.ts';
import { statusRoutes } from './status.ts';

/** All resources, in the order of the documentation. */
const RESOURCES: readonly ((app: FastifyInstance, services: Services) => void)[] = [
  ingestRoutes,
  responsesRoutes,
  questionsRoutes,
  errorGroupsRoutes,
  deprecationsRoutes,
  rulesRoutes,
  conformanceRoutes,
  serversRoutes,
  inspectRoutes,
  reinspectionRoutes,
  statusRoutes,
  liveRoutes,
];

export function routes(app: FastifyInstance, services: Services): void {
  for (const resource of RESOURCES) resource(app, services);
}
