import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { goneSince, send } from '../../lib/api.ts';
import { basePath } from '../../lib/base-path.ts';
import { useNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { statusQuestion } from '../../lib/questions.ts';
import { useStore } from '../../lib/store.ts';
import type { Answer } from '../../ui/data-panel.tsx';
import { Icon } from '../../ui/mark.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Failure } from '../../ui/states.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { EVERY_MS } from './queries.ts';
import { TEST_TOOL } from './test-tool.ts';
import type { Way } from './ways.ts';

/** The part of Mailroom that connects before the first response, and what to check if it does not. */
const GREETERS: Readonly<Partial<Record<Way, { readonly name: string; readonly Help: () => ReactNode }>>> = {
  stdio: { name: 'Tap', Help: TapHelp },
  http: { name: 'Proxy', Help: ProxyHelp },
  middleware: { name: 'Middleware', Help: MiddlewareHelp },
};

function TapHelp() {
  return (
    <>
      <li>Restart the client. Most clients read their configuration only at startup.</li>
      <li>
        Check that <code>mailroom --version</code> works in the client’s environment. If not, use its full
        path.
      </li>
      <li>Look for the tap’s messages in the server’s stderr, in the client’s log.</li>
      <li>
        A tap on another machine needs <code>--to</code> with an address it can reach, and a token.
      </li>
    </>
  );
}

function ProxyHelp() {
  return (
    <>
      <li>Restart the client. Most clients read their configuration only at startup.</li>
      <li>Check that the client uses the proxy’s URL, and look for messages in the proxy’s terminal.</li>
      <li>For a server that requires OAuth, use the middleware instead.</li>
      <li>
        A proxy on another machine needs <code>--to</code> with an address it can reach, and a token.
      </li>
    </>
  );
}

function MiddlewareHelp() {
  return (
    <>
      <li>Restart the server and reconnect a client to it.</li>
      <li>
        Check that <code>mcp-mailroom</code> is installed where the server runs.
      </li>
      <li>
        Pass <code>onTrouble</code> to see what goes wrong.
      </li>
      <li>
        A server on another machine needs <code>to</code> with an address it can reach, and a token.
      </li>
    </>
  );
}

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
    <button type="button" className="link" disabled={isPending || !ready} onClick={() => mutate()}>
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
  failed,
}: {
  server: string;
  any: boolean;
  since: number;
  way: Way;
  /** Whether it is known what had arrived before, so that the next response counts. */
  ready: boolean;
  /** The question for what arrived, which may have failed. */
  failed: Pick<Answer<unknown>, 'error' | 'refetch'>;
}) {
  const { data: status } = useQuery({ ...statusQuestion(), refetchInterval: EVERY_MS });
  const quarantined = status?.stored.quarantined ?? 0;
  const [before] = useState(quarantined);
  const gone = useStore(goneSince) !== null;
  const greeter = GREETERS[way];
  const heard = status?.hellos.filter((hello) => any || hello.server === server) ?? [];
  const tapped = heard[0];
  const greeted = heard.find(({ stage }) => stage === 'initialized');
  return (
    <div className="panel connect-card">
      <div className="row">
        <span className="row" aria-hidden="true">
          {[1, 2, 3].map((dot) => (
            <i key={dot} className="skeleton" style={{ width: 6, height: 6, background: 'var(--accent)' }} />
          ))}
        </span>
        <div role="status">
          <h2>Waiting for the first response…</h2>
          {quarantined > before && (
            <p className="sm">
              <Link to="/traffic" search={{ from: '0', view: ['log.quarantined'] }} className="link">
                {counted(quarantined - before, 'response')} arrived with an untrusted time
              </Link>
              . Check the sender’s clock.
            </p>
          )}
        </div>
        <Elapsed since={since} />
      </div>
      {failed.error !== null && failed.error.status !== 0 && (
        <Failure error={failed.error} retry={() => void failed.refetch()} height={0} />
      )}
      <ul className="connect-checks">
        <Check done={!gone} when={gone ? 'not responding' : 'ready'}>
          Mailroom is listening on <code>{location.host + basePath}</code>
        </Check>
        {greeter !== undefined && (
          <>
            <Check
              done={tapped !== undefined}
              when={tapped === undefined ? 'not yet' : <RelativeTime at={tapped.at} ago />}
            >
              {greeter.name} {tapped === undefined ? 'connects' : 'connected'} as{' '}
              <b>{tapped?.server ?? server}</b>
            </Check>
            <Check
              done={greeted !== undefined}
              when={greeted === undefined ? 'not yet' : <RelativeTime at={greeted.at} ago />}
            >
              {greeted === undefined ? (
                'Server initializes'
              ) : (
                <>
                  Server initialized:{' '}
                  <code>
                    {greeted.name ?? greeted.server} {greeted.version}
                  </code>
                  {greeted.tools !== null && `, ${counted(greeted.tools, 'tool')}`}
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
