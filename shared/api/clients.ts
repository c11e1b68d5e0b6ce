import { type Static, Type } from 'typebox';
import { Count, Coverage, described, Nullable, Share, Sparkline, Time } from './contract.ts';
import { FilterQuery } from './filter.ts';
import { Versions } from './servers.ts';

const ClientRow = Type.Object({
  name: described(Nullable(Type.String()), 'Null for unidentified clients.'),
  versions: Versions,
  servers: Count,
  responses: Count,
  failures: Count,
  error_rate: Share,
  first_seen: Time,
  last_seen: Time,
  sparkline: Sparkline,
});

export const Clients = Type.Interface([Coverage], { items: Type.Array(ClientRow) });
export type Clients = Static<typeof Clients>;

export const clientsRoutes = {
  'GET /api/v1/clients': { summary: 'List clients', query: FilterQuery, data: Clients },
} as const;
