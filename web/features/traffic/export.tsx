import { Download } from 'lucide-react';
import { addressOf } from '../../lib/api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import type { LogQuery } from './queries.ts';

const FORMATS = [
  ['csv', 'Export as CSV'],
  ['json', 'Export as JSON'],
  ['ndjson', 'Export as NDJSON'],
  ['captures', 'Export captures'],
] as const;

/** Exports exactly what the filter on screen selects, as a file. */
export function Export({ query }: { query: LogQuery }) {
  return (
    <Popover
      className={buttonClass({ kind: 'ghost' })}
      name="Export"
      label={
        <>
          <Download size={14} aria-hidden="true" /> <span className="log-word">Export</span>
        </>
      }
    >
      {(close) =>
        FORMATS.map(([format, name]) => (
          <a
            key={format}
            className="menu-item"
            href={addressOf('GET /api/v1/responses', { query: { ...query, format } }).url}
            download
            onClick={close}
          >
            {name}
          </a>
        ))
      }
    </Popover>
  );
}
