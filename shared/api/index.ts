import type { Static, TSchema } from 'typebox';
import { clientsRoutes } from './clients.ts';
import { conformanceRoutes } from './conformance.ts';
import { deprecationsRoutes } from './deprecations.ts';
import { errorGroupsRoutes } from './error-groups.ts';
import { errorsRoutes } from './errors.ts';
import { facetsRoutes } from './facets.ts';
import { inspectRoutes } from './inspect.ts';
import { overviewRoutes } from './overview.ts';
import { quotasRoutes } from './quotas.ts';
import { reinspectionRoutes } from './reinspection.ts';
import { responsesRoutes } from './responses.ts';
import { rulesRoutes } from './rules.ts';
import { seriesRoutes } from './series.ts';
import { serversRoutes } from './servers.ts';
import { statusRoutes } from './status.ts';
import { violationsRoutes } from './violations.ts';
import { warningsRoutes } from './warnings.ts';

/** The HTTP contract but for the live stream (`live.ts`), in the order of the documentation. Server and browser derive their types from it. */
export const api = {
  ...responsesRoutes,
  ...overviewRoutes,
  ...seriesRoutes,
  ...errorsRoutes,
  ...errorGroupsRoutes,
  ...warningsRoutes,
  ...deprecationsRoutes,
  ...quotasRoutes,
  ...rulesRoutes,
  ...violationsRoutes,
  ...conformanceRoutes,
  ...serversRoutes,
  ...clientsRoutes,
  ...facetsRoutes,
  ...inspectRoutes,
  ...reinspectionRoutes,
  ...statusRoutes,
};

type Api = typeof api;
export type RouteKey = keyof Api;

type Part<K extends RouteKey, P extends string> =
  Api[K] extends Readonly<Record<P, infer S>> ? (S extends TSchema ? Static<S> : never) : never;

/** `data` of a route's success envelope. */
export type Data<K extends RouteKey> = Part<K, 'data'>;
export type Query<K extends RouteKey> = Part<K, 'query'>;
export type Params<K extends RouteKey> = Part<K, 'params'>;
export type Body<K extends RouteKey> = Part<K, 'body'>;
