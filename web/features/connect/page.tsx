import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { basePath } from '../../lib/base-path.ts';
import { isBlank, statusQuestion } from '../../lib/questions.ts';
import { useView } from '../../lib/use-view.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/mark.tsx';
import { Failure } from '../../ui/states.tsx';
import './connect.css';
import { Arrival } from './arrival.tsx';
import { GivenFields } from './given-fields.tsx';
import { SnippetTabs } from './snippet-tabs.tsx';
import { type Given, WAYS, type Way } from './ways.ts';

const HEADINGS: Readonly<Record<Way, string>> = {
  stdio: 'Use this instead of your server’s command',
  http: 'Start the proxy and point your client at it',
  middleware: 'Wrap the transport',
  post: 'Send a response',
  import: 'Import the file',
};

const LAST: Readonly<Record<Way, { title: string; words: string }>> = {
  stdio: { title: 'Call any tool', words: 'Have your client call one of the server’s tools.' },
  http: { title: 'Call any tool', words: 'Have your client call one of the server’s tools.' },
  middleware: {
    title: 'Call any tool',
    words: 'Start the server and have your client call a tool.',
  },
  post: { title: 'Watch it arrive', words: 'The sample works as is. Then send real responses.' },
  import: {
    title: 'Watch it arrive',
    words: 'One capture, traffic log entry, JSON-RPC message or bare envelope per line.',
  },
};

/** What stands for what is not given. */
const EXAMPLE = {
  server: 'my-server',
  command: 'npx my-mcp-server',
  target: 'http://127.0.0.1:3000/mcp',
};

function WayChoice({ way, onChoose }: { way: Way; onChoose: (way: Way) => void }) {
  return (
    <fieldset className="connect-ways" aria-label="Connection">
      {WAYS.map(({ way: value, name, words }) => (
        <label key={value} htmlFor={`way-${value}`}>
          <input
            id={`way-${value}`}
            type="radio"
            name="way"
            value={value}
            checked={value === way}
            onChange={() => onChoose(value)}
          />
          <span>
            <b>{name}</b> <span className="muted">{words}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** What exactly to paste for each way of connecting, and a card that turns green by itself once it works. */
export function ConnectPage() {
  const asked = useQuery(statusQuestion());
  const { data: status } = asked;
  const [[chosen], choose] = useView('way');
  const way = WAYS.find((one) => one.way === chosen)?.way ?? 'stdio';
  const [entered, setEntered] = useState({ ...EXAMPLE, token: '' });
  // Decided once: after the first response, the page waits for one of the named server.
  const [first, setFirst] = useState<boolean>();
  const [round, setRound] = useState(0);
  if (first === undefined && status !== undefined) setFirst(isBlank(status));
  // It stays while the status is asked for again.
  const [failure, setFailure] = useState(asked.error);
  if (asked.error !== null && asked.error !== failure) setFailure(asked.error);
  const given: Given = {
    ...entered,
    server: entered.server.trim() || EXAMPLE.server,
    command: entered.command.trim() || EXAMPLE.command,
    target: entered.target.trim() || EXAMPLE.target,
    address: location.origin + basePath,
    token: status?.token_required === true ? entered.token.trim() || 'YOUR_TOKEN' : null,
  };
  return (
    <div className="connect">
      <section>
        <h1>{first === true ? 'Connect your first server' : 'Connect a server'}</h1>
        <p className="connect-lead muted">
          Your server runs unchanged. Mailroom stores a copy of each response and sends it nowhere else.
        </p>
        <ol className="connect-steps">
          <li className="done">
            <i>
              <Icon name="tick" tone="ok" />
            </i>
            <div>
              <h2>Choose how to connect</h2>
              <WayChoice way={way} onChoose={(next) => choose([next])} />
            </div>
          </li>
          <li className="now">
            <i>2</i>
            <div>
              <h2>{HEADINGS[way]}</h2>
              <GivenFields
                way={way}
                entered={entered}
                tokenRequired={given.token !== null}
                onChange={(change) => setEntered({ ...entered, ...change })}
              />
              <SnippetTabs way={way} given={given} />
            </div>
          </li>
          <li>
            <i>3</i>
            <div>
              <h2>{LAST[way].title}</h2>
              <p className="muted">{LAST[way].words} The first response turns the card green.</p>
            </div>
          </li>
        </ol>
        {status?.demo !== true && (
          <div className="panel connect-demo">
            <p>
              <b>No server yet?</b>
              <br />
              <code>mailroom demo --port 0</code>{' '}
              <span className="muted">starts Mailroom with a month of made-up traffic.</span>
            </p>
            <CopyButton text="mailroom demo --port 0" />
          </div>
        )}
      </section>
      <section aria-label="Progress">
        {first === undefined && failure !== null && (
          <Failure error={failure} retry={() => void asked.refetch()} height={200} />
        )}
        {first !== undefined && (
          <Arrival
            key={`${round} ${first ? '' : given.server}`}
            server={given.server}
            any={first}
            way={way}
            onAnother={() => {
              setFirst(false);
              setRound(round + 1);
            }}
          />
        )}
      </section>
    </div>
  );
}
