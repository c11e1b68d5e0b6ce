import { Download } from 'lucide-react';
import type { Deprecation } from '../../../shared/api/deprecations.ts';
import { DEPRECATION_COLUMNS } from '../../../shared/deprecation-columns.ts';
import { csvOf } from '../../../shared/text/csv.ts';
import { saveCsv } from '../../lib/download.ts';
import { Button } from '../../ui/button.tsx';

export function Save({ items }: { items: readonly Deprecation[] }) {
  const save = () => saveCsv('deprecations.csv', csvOf(DEPRECATION_COLUMNS, items));
  return (
    <Button className="end no-print" disabled={items.length === 0} onClick={save}>
      <Download size={14} aria-hidden="true" /> CSV
    </Button>
  );
}
