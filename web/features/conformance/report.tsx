import { Download } from 'lucide-react';
import { addressOf } from '../../lib/api.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Popover } from '../../ui/popover.tsx';

const FORMATS = [
  { format: 'markdown', name: 'Markdown' },
  { format: 'json', name: 'JSON' },
  { format: 'sarif', name: 'SARIF 2.1.0' },
  { format: 'junit', name: 'JUnit XML' },
] as const;

/** Offers the report of what is on screen for download. */
export function Report() {
  const filter = useFilter();
  return (
    <Popover
      label={
        <>
          <Download size={14} aria-hidden="true" /> Report
        </>
      }
    >
      {(close) => (
        <>
          {FORMATS.map(({ format, name }) => (
            <a
              key={format}
              className="menu-item"
              href={addressOf('GET /api/v1/conformance', { query: { ...filter, format } }).url}
              download
              onClick={close}
            >
              {name}
            </a>
          ))}
          <hr />
          <h3>
            In CI: <code>mailroom lint</code>
          </h3>
        </>
      )}
    </Popover>
  );
}
