import type { Facets } from '../../../shared/api/servers.ts';

/** Maximum number of values per list. */
const OFFERED = 200;

type Values = Facets['servers'];
type Lists<V> = Readonly<Record<'servers' | 'clients' | 'operations' | 'codes' | 'warnings', V>>;

/** What the filter bar offers: the most frequent values of each list, ties by name, and the totals. */
export function offered(counts: Lists<ReadonlyMap<string, number>>): Omit<Facets, 'partial' | 'covered'> {
  const lists = {
    servers: listed(counts.servers),
    clients: listed(counts.clients),
    operations: listed(counts.operations),
    codes: listed(counts.codes),
    warnings: listed(counts.warnings),
  };
  return {
    servers: lists.servers.slice(0, OFFERED),
    clients: lists.clients.slice(0, OFFERED),
    operations: lists.operations.slice(0, OFFERED),
    codes: lists.codes.slice(0, OFFERED),
    warnings: lists.warnings.slice(0, OFFERED),
    totals: {
      servers: lists.servers.length,
      clients: lists.clients.length,
      operations: lists.operations.length,
      codes: lists.codes.length,
      warnings: lists.warnings.length,
    },
  };
}

function listed(counts: ReadonlyMap<string, number>): Values {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
