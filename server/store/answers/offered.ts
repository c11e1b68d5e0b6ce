import type { Facets } from '../../../shared/api/facets.ts';
import { byName } from './order.ts';

/** Maximum number of values per list: the filter bar and the palette find no others by a part of their names. */
const OFFERED = 1000;

type Frequencies = ReadonlyMap<string, number>;

/** What the filter bar offers: the most frequent values of each list, ties by name, and the totals. */
export function offered({
  servers,
  clients,
  operations,
  codes,
  warnings,
}: Readonly<Record<keyof Facets['totals'], Frequencies>>): Omit<Facets, 'partial' | 'covered'> {
  return {
    servers: mostOf(servers),
    clients: mostOf(clients),
    operations: mostOf(operations),
    codes: mostOf(codes),
    warnings: mostOf(warnings),
    totals: {
      servers: servers.size,
      clients: clients.size,
      operations: operations.size,
      codes: codes.size,
      warnings: warnings.size,
    },
  };
}

function mostOf(counts: Frequencies): Facets['servers'] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || byName(a.value, b.value))
    .slice(0, OFFERED);
}
