import { Download } from 'lucide-react';
import type { Deprecation } from '../../../shared/api/deprecations.ts';
import { csvOf } from '../../../shared/csv.ts';
import { DEPRECATION_COLUMNS } from '../../../shared/deprecation-columns.ts';
import { saveCsv } from '../../lib/download.ts';
import { Button } from '../../ui/button.tsx';
import { useShownRows } from '../../ui/table.tsx';
import { itemsTable } from './items.tsx';

/** Saves the items as CSV, in the order of their table. */
export function Save({ items, length }: { items: readonly Deprecation[]; length: string }) {
  const shown = useShownRows(itemsTable(items, length));
  const save = () => saveCsv('deprecations.csv', csvOf(DEPRECATION_COLUMNS, shown));
  return (
    <Button className="end no-print" disabled={items.length === 0} onClick={save}>
      <Download size={14} aria-hidden="true" /> CSV
    </Button>
  );
}
