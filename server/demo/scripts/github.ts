import { DAY } from '../../../shared/time/units.ts';
import { type AqlWarning, type Deprecated, errors, failure, warnings } from '../aql.ts';
import { type Meter, metered } from '../meter.ts';
import {
  answered,
  aql,
  type Endpoint,
  failing,
  list,
  type Reply,
  type Scene,
  type Script,
  STORY_DAYS,
  took,
} from '../script.ts';

const CALLS: Meter = {
  metric: 'requests_per_hour',
  window: 'hour',
  warn: 3500,
  pause: 4750,
  hardStop: 5000,
  target: 0.86,
  peaks: [0.3, 1.02],
  decimals: 0,
};

const listRepos = (end: number): Deprecated => ({
  type: 'operation',
  item: 'list_repos',
  replacement: 'list_repositories',
  removal: end - 17 * DAY,
});
const since: Deprecated = { type: 'parameter', item: 'search_issues.since', replacement: 'updated_after' };

const SEARCH_THRESHOLD = 1000;
const PAGE = 100;
/** Somebody cuts a release, and the quota fills faster than usual. */
const RELEASE_DAYS = 0.06;

const repository = (scene: Scene) =>
  scene.random.pick(['acme/widgets', 'acme/storefront', 'acme/ledger', 'acme/infra', 'acme/handbook']);

/** A call that uses quota: refused, with a warning, or plain. */
function call(
  scene: Scene,
  endpoint: Endpoint,
  operation: string,
  params: Record<string, unknown>,
  data: unknown,
  ms: number,
  warned: readonly AqlWarning[] = [],
): Reply {
  const quota = metered(CALLS, scene);
  if ('refused' in quota) return aql(endpoint, operation, params, quota.refused, took(scene, 6));
  return answered(scene, ms, endpoint, operation, params, data, [...quota.warned, ...warned]);
}

const issue = (scene: Scene) => ({
  number: scene.random.int(120, 4200),
  title: scene.random.pick([
    'Checkout button does nothing on Safari',
    'Retry failed webhooks',
    'Document the export format',
    'Flaky ledger test',
  ]),
  state: scene.random.chance(0.7) ? 'open' : 'closed',
  assignee: scene.random.chance(0.4) ? 'mara' : null,
});

function getFile(scene: Scene): Reply {
  const path = scene.random.pick(['README.md', 'package.json', 'docs/export.md', 'src/ledger/lock.ts']);
  const params = { repository: repository(scene), path, ref: 'main' };
  const file = { path, sha: scene.random.hex(40), size: scene.random.int(300, 9000), encoding: 'base64' };
  return call(scene, 'read', 'get_file', params, { file }, took(scene, 210));
}

function listIssues(scene: Scene): Reply {
  const total = Math.round(scene.random.around(70, 0.7));
  const warned = total > PAGE ? [warnings.truncation('issues', total, PAGE)] : [];
  const data = { issues: list(6, () => issue(scene)), total_count: total };
  const params = { repository: repository(scene) };
  return call(scene, 'read', 'list_issues', params, data, took(scene, 300), warned);
}

function searchCode(scene: Scene): Reply {
  const ms = took(scene, scene.ago < 0.2 ? 1150 : 610, 0.55);
  const hints = ['Add a repository filter', 'Search a single language'];
  const warned = ms > SEARCH_THRESHOLD ? [warnings.slow('search_code', ms, SEARCH_THRESHOLD, hints)] : [];
  const matches = list(4, () => ({
    repository: repository(scene),
    path: 'src/ledger/lock.ts',
    line: scene.random.int(3, 300),
  }));
  return call(scene, 'read', 'search_code', { query: 'acquireLock' }, { matches }, ms, warned);
}

function searchIssues(scene: Scene): Reply {
  const old = scene.client === undefined && scene.random.chance(0.8);
  const params = {
    query: 'is:open label:bug',
    ...(old ? { since: '2026-01-01' } : { updated_after: '2026-01-01' }),
  };
  const warned = old ? [warnings.deprecation(since, scene.at)] : [];
  const data = { issues: list(5, () => issue(scene)) };
  return call(scene, 'read', 'search_issues', params, data, took(scene, 380), warned);
}

const repositories = (scene: Scene) => ({
  repositories: list(5, () => ({ name: repository(scene), stars: scene.random.int(0, 900) })),
});

function listReposOld(scene: Scene): Reply {
  const warned = [warnings.deprecation(listRepos(scene.end), scene.at, scene.random.chance(0.1) ? 3 : 1)];
  return call(scene, 'read', 'list_repos', { owner: 'acme' }, repositories(scene), took(scene, 260), warned);
}

/** Two codes for one condition: version 1.18.2 uses the registered one, earlier ones do not. */
function conflict(scene: Scene): Reply {
  const error = errors.alreadyExists('label', 'bug');
  const named = scene.version === '1.18.2' ? error : { ...error, code: 'CONFLICT_EXISTS' };
  return aql('create', 'create_label', { name: 'bug' }, failure(named), took(scene, 190));
}

export const github: Script = {
  server: 'github-adapter',
  transport: 'stdio',
  daily: 480,
  extra: (ago) => (ago < RELEASE_DAYS ? 70 : 0),
  versions: { '1.17.0': 40, '1.18.2': 13.3 },
  clients: [
    ['claude-code', 6],
    ['cursor', 3],
    ['vscode', 2],
    ['ops-bot', 0.8],
    [undefined, 0.6],
  ],
  acts: [
    { weight: 30, play: getFile },
    { weight: 22, play: listIssues },
    { weight: 12, play: searchCode },
    { weight: 8, play: searchIssues },
    {
      weight: 10,
      play: (s) => {
        const pull = { number: s.random.int(100, 900), state: 'open', mergeable: s.random.chance(0.8) };
        const params = { repository: repository(s), number: pull.number };
        return call(s, 'read', 'get_pull_request', params, { pull }, took(s, 240));
      },
    },
    {
      weight: 5,
      play: (s) => {
        const params = { repository: repository(s), title: 'Flaky test' };
        return call(s, 'create', 'create_issue', params, { issue: issue(s) }, took(s, 430));
      },
    },
    {
      weight: 4,
      play: (s) => call(s, 'read', 'list_repositories', { owner: 'acme' }, repositories(s), took(s, 260)),
    },
    {
      weight: (s) =>
        s.client === 'claude-code' || s.client === 'ops-bot'
          ? 0.35 + 2.2 * Math.max(0, s.ago / STORY_DAYS)
          : 0,
      play: listReposOld,
    },
    failing('create', 'create_issue', 0.9, 30, { title: 'Flaky test' }, () =>
      errors.missingParam('repository', 'create_issue'),
    ),
    {
      weight: 0.7,
      play: (s) => {
        const id = `acme/widgets#${s.random.int(5000, 9000)}`;
        const error = errors.notFound('pull_request', id);
        return aql('read', 'get_pull_request', { id }, failure(error), took(s, 180));
      },
    },
    failing('read', 'search_code', 0.5, 90, { query: 'acquireLock' }, (s) =>
      errors.rateLimited(30, 'minute', s.at, s.random.int(5, 55)),
    ),
    {
      weight: 0.3,
      play: (s) => {
        const params = { repository: repository(s), branch: 'main' };
        const error = errors.denied('branch main is protected', 'delete_branch');
        return aql('delete', 'delete_branch', params, failure(error), took(s, 120));
      },
    },
    { weight: 0.25, play: conflict },
    {
      weight: 0.4,
      play: (s) => {
        const operations = list(3, (i) => ({
          name: ['get_file', 'list_issues', 'search_code'][i] ?? 'get_file',
          endpoint: 'READ',
          description: 'Reads from GitHub',
        }));
        const data = { operations, _protocol: { name: 'MCP-AQL', version: '1.0.0-draft', mode: 'semantic' } };
        return answered(s, took(s, 4), 'read', 'introspect', { query: 'operations' }, data);
      },
    },
  ],
};
