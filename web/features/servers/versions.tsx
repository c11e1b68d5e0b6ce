import { ChevronDown } from 'lucide-react';
import type { Clients } from '../../../shared/api/clients.ts';
import { count, counted, percent } from '../../lib/numbers.ts';
import { useZone } from '../../lib/preferences.ts';
import { exact } from '../../lib/times.ts';
import { Captured } from '../../ui/captured.tsx';
import { Popover } from '../../ui/popover.tsx';
import { RelativeTime } from '../../ui/time.tsx';

/** What a server and a client have alike. */
type Versioned = Pick<Clients['items'][number], 'responses' | 'versions'>;

/** The newest version, and all of several with the time when each was first seen and its error rate. */
export function Versions({ of: { responses: all, versions } }: { of: Versioned }) {
  const zone = useZone();
  const [first, ...others] = versions;
  if (first === undefined) return <span className="faint">{all === 0 ? '–' : 'not reported'}</span>;
  if (others.length === 0)
    return (
      <code title={`First seen ${exact(first.first_seen, zone)}`}>
        <Captured text={first.version} />
      </code>
    );
  return (
    <Popover
      className="servers-button"
      name={`${first.version} +${counted(others.length, 'other version')}`}
      label={
        <>
          <code className="ell" style={{ maxWidth: 144 }} title={first.version}>
            <Captured text={first.version} />
          </code>
          <span className="muted">+{others.length}</span>
          <ChevronDown size={12} className="faint" aria-hidden="true" />
        </>
      }
    >
      {() => (
        <ul className="servers-panel kv">
          {versions.map(({ version, first_seen, responses, failures }) => (
            <li key={version}>
              <code>
                <Captured text={version} />
              </code>
              <span className="row">
                <span className="muted">
                  first seen <RelativeTime at={first_seen} ago />
                </span>
                <span className="num end">
                  <b>{percent(failures / responses)}</b>{' '}
                  <span className="muted">of {count(responses)} failed</span>
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
