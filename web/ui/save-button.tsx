import { Download } from 'lucide-react';
import { saveCsv } from '../lib/download.ts';
import { Button } from './button.tsx';

/** Saves figures as CSV: `csv` returns the name of the file and its content, and is undefined until they are known. */
export function SaveButton({
  title,
  csv,
}: {
  title: string;
  csv: (() => readonly [name: string, content: string]) | undefined;
}) {
  return (
    <Button
      kind="ghost"
      icon
      aria-label={`${title} as CSV`}
      title="CSV"
      disabled={csv === undefined}
      onClick={() => csv && saveCsv(...csv())}
    >
      <Download size={14} aria-hidden="true" />
    </Button>
  );
}
