import type { ServerRow } from '../../shared/api/servers.ts';
import { DEGRADED_RATE, FAILING_RATE, LEAST_FAILURES } from '../../shared/health.ts';
import type { StateLook } from './looks.ts';
import { Mark } from './mark.tsx';

const FAILING = `${FAILING_RATE * 100} %`;
const DEGRADED = `${DEGRADED_RATE * 100} %`;

const HEALTHS: Readonly<Record<NonNullable<ServerRow['health']>, StateLook & { readonly why: string }>> = {
  failing: {
    name: 'high',
    tone: 'bad',
    word: 'Failing',
    why: `An incident is ongoing, or at least ${FAILING} of the newest responses failed`,
  },
  degraded: {
    name: 'medium',
    tone: 'warn',
    word: 'Degraded',
    why: `At least ${DEGRADED} of responses failed or broke a MUST (${FAILING} if fewer than ${LEAST_FAILURES} failed)`,
  },
  healthy: {
    name: 'tick',
    tone: 'ok',
    word: 'Healthy',
    why: `Less than ${DEGRADED} of responses failed (${FAILING} if fewer than ${LEAST_FAILURES} failed)`,
  },
  silent: { name: 'dashes', tone: 'muted', word: 'Silent', why: 'No responses in this range and filter' },
};

/** The health of a server in a word, with its meaning as a tooltip; null if it cannot be told from these responses. */
export function Health({ health }: { health: ServerRow['health'] }) {
  if (health === null)
    return (
      <span className="faint" title="A filter selects responses by what they say">
        –
      </span>
    );
  const { why, ...look } = HEALTHS[health];
  return (
    <span title={why}>
      <Mark {...look} />
    </span>
  );
}
