import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../shared/json/value.ts';
import { type Deprecated, errors, warnings } from '../aql.ts';
import type { Context, Done, Operation } from './operations.ts';
import type { Parcel } from './shelf.ts';

const PAGE = 50;
const SEARCH_THRESHOLD_MS = 20;
const SEARCH_COST_MS = 45;

const LIST_ALL: Deprecated = {
  type: 'operation',
  item: 'list_all_parcels',
  replacement: 'list_parcels',
  removal: Date.UTC(2027, 5, 30),
};
const WEIGHT: Deprecated = { type: 'parameter', item: 'create_parcel.weight', replacement: 'weight_kg' };

/** Does something with the parcel that `id` names. */
const withParcel =
  (run: (parcel: Parcel, context: Context, params: JsonObject) => Done): Operation['run'] =>
  (params, context) => {
    const id = String(params.id);
    const parcel = context.shelf.get(id);
    return parcel === undefined ? { error: errors.notFound('parcel', id) } : run(parcel, context, params);
  };

function page({ shelf }: Context): Done {
  const all = [...shelf.values()];
  const items = all.slice(0, PAGE);
  const ends = { startCursor: items.at(0)?.id, endCursor: items.at(-1)?.id };
  const pageInfo = {
    hasNextPage: all.length > PAGE,
    hasPreviousPage: false,
    ...(items.length === 0 ? {} : ends),
    totalCount: all.length,
  };
  const cut = all.length > PAGE ? [warnings.truncation('items', all.length, PAGE)] : [];
  return { data: { items, pageInfo }, warnings: cut };
}

function create(params: JsonObject, { shelf, now }: Context): Done {
  const id = typeof params.id === 'string' ? params.id : `p-${String(shelf.size + 1).padStart(3, '0')}`;
  if (shelf.has(id)) return { error: errors.alreadyExists('parcel', id) };
  const weight = params.weight_kg ?? params.weight;
  const parcel: Parcel = {
    id,
    recipient: String(params.recipient),
    weight_kg: typeof weight === 'number' ? weight : 1,
    status: 'waiting',
    _version: 1,
  };
  shelf.set(id, parcel);
  return {
    data: { parcel },
    warnings: Object.hasOwn(params, 'weight') ? [warnings.deprecation(WEIGHT, now)] : [],
  };
}

function update(parcel: Parcel, { shelf }: Context, params: JsonObject): Done {
  if (typeof params.version === 'number' && params.version !== parcel._version) {
    return { error: errors.versionMismatch(parcel.id, params.version, parcel._version) };
  }
  const changed: Parcel = {
    ...parcel,
    recipient: typeof params.recipient === 'string' ? params.recipient : parcel.recipient,
    _version: parcel._version + 1,
  };
  shelf.set(parcel.id, changed);
  return { data: { parcel: changed } };
}

async function search(params: JsonObject, { shelf }: Context): Promise<Done> {
  const begun = performance.now();
  await sleep(SEARCH_COST_MS);
  const text = String(params.text).toLowerCase();
  const items = [...shelf.values()]
    .filter((parcel) => parcel.recipient.toLowerCase().includes(text))
    .slice(0, 5);
  const ms = Math.round(performance.now() - begun);
  const slow = warnings.slow('search_parcels', ms, SEARCH_THRESHOLD_MS, ['Get a parcel by its id instead']);
  return { data: { items }, warnings: ms > SEARCH_THRESHOLD_MS ? [slow] : [] };
}

/** The operations on parcels. */
export const PARCELS: readonly Operation[] = [
  {
    name: 'create_parcel',
    endpoint: 'create',
    description: 'Put a parcel on the shelf',
    params: {
      recipient: { type: 'string', required: true },
      id: { type: 'string' },
      weight_kg: { type: 'number' },
      weight: { type: 'number', deprecated: WEIGHT },
    },
    run: create,
  },
  {
    name: 'get_parcel',
    endpoint: 'read',
    description: 'Get a parcel by its id',
    params: { id: { type: 'string', required: true } },
    run: withParcel((parcel) => ({ data: { parcel } })),
  },
  {
    name: 'list_parcels',
    endpoint: 'read',
    description: `List the first ${PAGE} parcels`,
    params: {},
    run: (_, context) => page(context),
  },
  {
    name: 'list_all_parcels',
    endpoint: 'read',
    description: 'The old name of list_parcels',
    params: {},
    deprecated: LIST_ALL,
    run: (_, context) => page(context),
  },
  {
    name: 'search_parcels',
    endpoint: 'read',
    description: 'Find parcels by part of the recipient’s name; slow',
    params: { text: { type: 'string', required: true } },
    run: search,
  },
  {
    name: 'update_parcel',
    endpoint: 'update',
    description: 'Change the recipient; with `version`, only if nobody has changed the parcel since',
    params: {
      id: { type: 'string', required: true },
      recipient: { type: 'string' },
      version: { type: 'number' },
    },
    run: withParcel(update),
  },
  {
    name: 'open_parcel',
    endpoint: 'update',
    description: 'Look inside a parcel, unless it is sealed',
    params: { id: { type: 'string', required: true } },
    run: withParcel((parcel) =>
      parcel.status === 'sealed'
        ? { error: errors.denied('the parcel is sealed', 'open_parcel') }
        : { data: { parcel, contents: ['a letter'] } },
    ),
  },
  {
    name: 'delete_parcel',
    endpoint: 'delete',
    description: 'Throw a parcel away; requires confirmation',
    params: { id: { type: 'string', required: true } },
    requiresConfirmation: true,
    run: withParcel(({ id }, { shelf }) => {
      shelf.delete(id);
      return { data: { deleted: id } };
    }),
  },
  {
    name: 'send_parcel',
    endpoint: 'execute',
    description: 'Hand a parcel to the carrier; requires confirmation',
    params: { id: { type: 'string', required: true } },
    requiresConfirmation: true,
    run: withParcel((parcel, { shelf }) => {
      const sent: Parcel = { ...parcel, status: 'sent', _version: parcel._version + 1 };
      shelf.set(parcel.id, sent);
      return { data: { parcel: sent } };
    }),
  },
  {
    name: 'weigh_parcel',
    endpoint: 'execute',
    description: 'Weigh a parcel; the scale fails on p-007',
    params: { id: { type: 'string', required: true } },
    run: withParcel(({ id, weight_kg }) =>
      id === 'p-007'
        ? { error: errors.internal('the scale is not responding') }
        : { data: { id, weight_kg } },
    ),
  },
  {
    name: 'seal_shelf',
    endpoint: 'execute',
    description: 'Seal all parcels; denied, because it requires a higher trust level',
    params: {},
    run: () => ({ error: errors.dangerLevel('seal_shelf', 'destructive', 'standard', 'elevated') }),
  },
];
