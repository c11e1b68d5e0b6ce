import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { readDeprecationsSearch } from '../features/deprecations/search.ts';
import { readErrorsSearch } from '../features/errors/search.ts';
import { overviewQuestion } from '../features/overview/queries.ts';
import { readPlaygroundSearch } from '../features/playground/search.ts';
import { readTrafficSearch } from '../features/traffic/search.ts';
import { readWarningsSearch } from '../features/warnings/search.ts';
import { searchText } from '../lib/api.ts';
import { basePath } from '../lib/base-path.ts';
import { readBucketSearch } from '../lib/bucket.ts';
import { type Dimension, parseSearch, readFilter } from '../lib/filter.ts';
import { lazyPart } from '../lib/part.ts';
import { DEPRECATIONS_FROM } from '../lib/range.ts';
import { readView } from '../lib/view.ts';
import { queryClient } from './query-client.ts';
import { PageFault } from './shell/page-fault.tsx';
import { PagePending } from './shell/page-pending.tsx';
import { Shell } from './shell/shell.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Name of the page in the window title. */
    readonly title?: string;
    /** Dimensions that the filter bar offers beside server, client and operation; undefined for no bar. */
    readonly dimensions?: readonly Dimension[];
    /** True if of a filter only the shared part applies: time, and where the traffic came from. */
    readonly shared?: boolean;
    /** True if the page has nothing to show before the first response. */
    readonly waits?: boolean;
    /** Start of the page's range if its address names none; by default that of the API, 24 h. */
    readonly from?: string;
  }
}

const rootRoute = createRootRoute({
  validateSearch: (search: Record<string, unknown>) => ({ ...readFilter(search), ...readView(search) }),
  component: Shell,
  notFoundComponent: lazyPart(() => import('./shell/not-found.tsx'), 'NotFound'),
});
const getParentRoute = () => rootRoute;

const FAILURES: readonly Dimension[] = ['category', 'code', 'dialect'];

const home = createRoute({
  getParentRoute,
  path: '/',
  validateSearch: readBucketSearch,
  component: lazyPart(() => import('../features/overview/page.tsx'), 'OverviewPage'),
  // Requested while the page's chunk is loading.
  loaderDeps: ({ search }) => ({ ...readFilter(search), ...readBucketSearch(search) }),
  loader: ({ deps }) => void queryClient.prefetchQuery(overviewQuestion(deps)),
  staticData: { title: 'Overview', dimensions: ['severity_max', 'dialect'], waits: true },
});
const errors = createRoute({
  getParentRoute,
  path: '/errors',
  validateSearch: readErrorsSearch,
  component: lazyPart(() => import('../features/errors/page.tsx'), 'ErrorsPage'),
  staticData: { title: 'Errors', dimensions: FAILURES, waits: true },
});
const errorGroup = createRoute({ getParentRoute: () => errors, path: '$group' });
const warnings = createRoute({
  getParentRoute,
  path: '/warnings',
  validateSearch: readWarningsSearch,
  component: lazyPart(() => import('../features/warnings/page.tsx'), 'WarningsPage'),
  staticData: { title: 'Warnings', dimensions: ['severity_max', 'warning', 'dialect'], waits: true },
});
const deprecations = createRoute({
  getParentRoute,
  path: '/deprecations',
  validateSearch: readDeprecationsSearch,
  component: lazyPart(() => import('../features/deprecations/page.tsx'), 'DeprecationsPage'),
  staticData: { title: 'Deprecations', dimensions: [], from: DEPRECATIONS_FROM, shared: true, waits: true },
});
const deprecation = createRoute({ getParentRoute: () => deprecations, path: '$item' });
const conformance = createRoute({
  getParentRoute,
  path: '/conformance',
  component: lazyPart(() => import('../features/conformance/page.tsx'), 'ConformancePage'),
  staticData: { title: 'Conformance', dimensions: ['rule', 'level', 'dialect'] },
});
// Where an address of a rule leads without its end.
const rules = createRoute({
  getParentRoute,
  path: '/rules',
  beforeLoad: () => {
    throw redirect({ to: '/conformance', search: true, replace: true });
  },
});
const rule = createRoute({
  getParentRoute,
  path: '/rules/$id',
  component: lazyPart(() => import('../features/rules/page.tsx'), 'RulePage'),
  staticData: { title: 'Rules', dimensions: [], shared: true },
});
const traffic = createRoute({
  getParentRoute,
  path: '/traffic',
  validateSearch: readTrafficSearch,
  component: lazyPart(() => import('../features/traffic/page.tsx'), 'TrafficPage'),
  staticData: {
    title: 'Traffic',
    dimensions: ['outcome', 'rule', 'category', 'code', 'severity_max', 'warning', 'level', 'dialect'],
    waits: true,
  },
});
const response = createRoute({ getParentRoute: () => traffic, path: '$response' });
const servers = createRoute({
  getParentRoute,
  path: '/servers',
  component: lazyPart(() => import('../features/servers/page.tsx'), 'ServersPage'),
  staticData: { title: 'Servers and clients', dimensions: ['dialect'], waits: true },
});
const playground = createRoute({
  getParentRoute,
  path: '/playground',
  validateSearch: readPlaygroundSearch,
  component: lazyPart(() => import('../features/playground/page.tsx'), 'PlaygroundPage'),
  staticData: { title: 'Playground' },
});
const connect = createRoute({
  getParentRoute,
  path: '/connect',
  component: lazyPart(() => import('../features/connect/page.tsx'), 'ConnectPage'),
  staticData: { title: 'Connect' },
});

const routeTree = rootRoute.addChildren([
  home,
  errors.addChildren([errorGroup]),
  warnings,
  deprecations.addChildren([deprecation]),
  conformance,
  rules,
  rule,
  traffic.addChildren([response]),
  servers,
  playground,
  connect,
]);

export const router = createRouter({
  routeTree,
  basepath: basePath,
  parseSearch,
  stringifySearch: searchText,
  defaultPreload: 'intent',
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageFault,
  defaultStructuralSharing: true,
  scrollRestoration: true,
});
