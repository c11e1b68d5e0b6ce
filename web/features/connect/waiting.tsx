import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { goneSince, send } from '../../lib/api.ts';
import { basePath } from '../../lib/base-path.ts';
import { useNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { statusQuestion } from '../../lib/questions.ts';
import { useStore } from '../../lib/store.ts';
import { QUARANTINED } from '../../lib/view.ts';
import { Captured } from '../../ui/captured.tsx';
import type { Answer } from '../../ui/data-panel.tsx';
import { Icon } from '../../ui/mark.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Failure } from '../../ui/states.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { GREETERS } from './greeters.tsx';
import { EVERY_MS, TEST_TOOL } from './queries.ts';
import type { Way } from './ways.ts';

function Check({ done, children, when }: { done: boolean; children: ReactNode; when: ReactNode }) {
  return (
    <li className={done ? undefined : 'muted'}>
      <Icon name={done ? 'tick' : 'waiting'} tone={done ? 'ok' : 'muted'} />
      <span className="break">
        {children}
        {done && <span className="vh">: done</span>}
      </span>
      <span className="sm muted nowrap">{when}</span>
    </li>
  );
}

function Elapsed({ since }: { since: number }) {
  const seconds = Math.max(0, Math.floor((useNow(1000) - since) / 1000));
  return (
    <span className="sm muted end">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  );
}

function TestResponse({ server, ready }: { server: string; ready: boolean }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      send('POST /api/v1/responses', {
        body: {
          server,
          tool: TEST_TOOL,
          response: { success: true, data: { message: 'A test response from the Connect page.' } },
        },
      }),
    onError: (error) => toast({ message: error.message }),
  });
  return (
    <button type="button" className="link" disabled={!ready} onClick={() => isPending || mutate()}>
      Send a test response
    </button>
  );
}

/** Shows how far the connection got, so that a failure can be located. */
export function Waiting({
  server,
  any,
  since,
  way,
  ready,
  query,
}: {
  server: string;
  any: boolean;
  since: number;
  way: Way;
  /** Whether it is known what had arrived before, so that the next response counts. */
  ready: boolean;
  /** The question for what arrived, which may have failed. */
  query: Pick<Answer<unknown>, 'error' | 'refetch'>;
}) {
  const { data: status } = useQuery({ ...statusQuestion(), refetchInterval: EVERY_MS });
  const quarantined = status?.stored.quarantined ?? 0;
  const [before] = useState(quarantined);
  const gone = useStore(goneSince) !== null;
  const greeter = GREETERS[way];
  const heard = status?.hellos.filter((hello) => any || hello.server === server) ?? [];
  const connected = heard[0];
  const initialized = heard.find(({ stage }) => stage === 'initialized');
  return (
    <div className="panel connect-card">
      <div className="row">
        <span className="row" style={{ flex: 'none' }} aria-hidden="true">
          {[1, 2, 3].map((dot) => (
            <i key={dot} className="skeleton" style={{ width: 6, height: 6, background: 'var(--accent)' }} />
          ))}
        </span>
        <div role="status">
          <h2>Waiting for the first response…</h2>
          {quarantined > before && (
            <p className="sm">
              <Link to="/traffic" search={QUARANTINED} className="link">
                {counted(quarantined - before, 'response')} arrived with an untrusted time
              </Link>
              . Check the sender’s clock.
            </p>
          )}
        </div>
        <Elapsed since={since} />
      </div>
      {query.error !== null && query.error.status !== 0 && (
        <Failure error={query.error} retry={() => void query.refetch()} height={0} />
      )}
      <ul className="connect-checks">
        <Check done={!gone} when={gone ? 'not responding' : 'ready'}>
          Mailroom is listening on <code>{location.host + basePath}</code>
        </Check>
        {greeter !== undefined && (
          <>
            <Check
              done={connected !== undefined}
              when={connected === undefined ? 'not yet' : <RelativeTime at={connected.at} ago />}
            >
              {greeter.name} {connected === undefined ? 'connects' : 'connected'} as{' '}
              <b>
                <Captured text={connected?.server ?? server} />
              </b>
            </Check>
            <Check
              done={initialized !== undefined}
              when={initialized === undefined ? 'not yet' : <RelativeTime at={initialized.at} ago />}
            >
              {initialized === undefined ? (
                'Server initializes'
              ) : (
                <>
                  Server initialized:{' '}
                  <code>
                    <Captured text={initialized.name ?? initialized.server} />{' '}
                    <Captured text={initialized.version} />
                  </code>
                  {initialized.tools !== null && `, ${counted(initialized.tools, 'tool')}`}
                </>
              )}
            </Check>
          </>
        )}
        <Check done={false} when="not yet">
          {greeter !== undefined ? (
            <>
              First response to <code>tools/call</code>
            </>
          ) : (
            'First response'
          )}
        </Check>
      </ul>
      <footer>
        <span>Nothing after a minute?</span>
        {greeter !== undefined && (
          <Popover className="link" label={`Troubleshoot the ${greeter.name.toLowerCase()}`}>
            {() => (
              <ul className="connect-help">
                <greeter.Help />
              </ul>
            )}
          </Popover>
        )}
        <TestResponse server={server} ready={ready} />
      </footer>
    </div>
  );
}
