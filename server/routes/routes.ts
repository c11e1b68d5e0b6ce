import type { FastifyInstance } from 'fastify';
import { clientsRoutes } from './clients.ts';
import { conformanceRoutes } from './conformance.ts';
import { deprecationsRoutes } from './deprecations.ts';
import { errorGroupsRoutes } from './error-groups.ts';
import { errorsRoutes } from './errors.ts';
import { facetsRoutes } from './facets.ts';
import { ingestRoutes } from './ingest.ts';
import { inspectRoutes } from './inspect.ts';
import { liveRoutes } from './live.ts';
import { overviewRoutes } from './overview.ts';
import { quotasRoutes } from './quotas.ts';
import { reinspectionRoutes } from './reinspection.ts';
import { responsesRoutes } from './responses.ts';
import type { Services } from './route.ts';
import { rulesRoutes } from './rules.ts';
import { seriesRoutes } from './series.ts';
import { serversRoutes } from './servers.ts';
import { statusRoutes } from './status.ts';
import { violationsRoutes } from './violations.ts';
import { warningsRoutes } from './warnings.ts';

/** All resources, in the order of the documentation. */
const RESOURCES: readonly ((app: FastifyInstance, services: Services) => void)[] = [
  ingestRoutes,
  responsesRoutes,
  overviewRoutes,
  seriesRoutes,
  errorsRoutes,
  errorGroupsRoutes,
  warningsRoutes,
  deprecationsRoutes,
  quotasRoutes,
  rulesRoutes,
  violationsRoutes,
  conformanceRoutes,
  serversRoutes,
  clientsRoutes,
  facetsRoutes,
  inspectRoutes,
  reinspectionRoutes,
  statusRoutes,
  liveRoutes,
];

export function routes(app: FastifyInstance, services: Services): void {
  for (const resource of RESOURCES) resource(app, services);
}
