import type { FastifyInstance } from 'fastify';
import type { GroupPatch } from '../../shared/api/error-groups.ts';
import { PAGE_LIMIT } from '../../shared/api/filter.ts';
import { defined } from '../../shared/collections/defined.ts';
import { invalidParam, notFound, versionMismatch } from '../errors.ts';
import { opened, sealed } from './cursors.ts';
import { filterOf, momentOf } from './filter.ts';
import { answer, type Services } from './route.ts';

export function errorGroupsRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/error-groups', async ({ query }) => {
    const now = clock();
    const filter = filterOf(query, now);
    const { state, sort = 'count', news = false, limit = PAGE_LIMIT, cursor } = query;
    // As sent, since a relative range moves between two pages.
    const range = { from: query.from, to: query.to };
    const asked = { ...filter, ...range, state, sort, news };
    const ask = { sort, news, limit, ...defined({ state }), ...opened(asked, cursor) };
    return sealed(asked, await store.errorGroups(filter, ask, now));
  });

  answer(app, 'GET /api/v1/error-groups/:id', async ({ query, params }) => {
    const now = clock();
    const group = await store.errorGroup(params.id, filterOf(query, now), now);
    if (group === undefined) throw notFound('error group', params.id);
    return group;
  });

  answer(app, 'PATCH /api/v1/error-groups/:id', async ({ params, body, request }) => {
    const now = clock();
    checkTogether(body);
    const { state, until, until_count, regressed, version, changes } = body;
    const changed = await store.changeGroup(params.id, {
      state,
      by: request.by,
      at: now,
      ...defined({
        until: until === undefined ? undefined : untilOf(until, now),
        untilCount: until_count,
        regressed,
        version,
        changes,
      }),
    });
    if (changed === undefined) throw notFound('error group', params.id);
    if ('newest' in changed) {
      const versions = { expected: changes ?? changed.changes, actual: changed.changes };
      throw versionMismatch('error group', params.id, versions, changed.newest);
    }
    return changed;
  });
}

/** A member that belongs to another state is a mistake that would otherwise go unnoticed. */
function checkTogether({ state, until, until_count, regressed, version }: GroupPatch): void {
  if (state !== 'muted' && until !== undefined) throw invalidParam('until', 'state muted', `state ${state}`);
  if (state !== 'muted' && until_count !== undefined) {
    throw invalidParam('until_count', 'state muted', `state ${state}`);
  }
  if (state !== 'open' && regressed) throw invalidParam('regressed', 'state open', `state ${state}`);
  if (state !== 'resolved' && !regressed && version !== undefined) {
    throw invalidParam('version', 'state resolved', `state ${state}`);
  }
}

function untilOf(until: string | number, now: number): number {
  const at = momentOf('until', String(until), now, '+2h');
  if (at <= now) throw invalidParam('until', 'a time in the future', String(until));
  return at;
}
