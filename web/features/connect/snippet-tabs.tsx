import { useView } from '../../lib/use-view.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { snippetsOf } from './snippets.ts';
import type { Given, Way } from './ways.ts';

const READ_BY_TAP: readonly Way[] = ['stdio', 'http'];
/** Matches text that runs the program by its name. */
const RUNS_PROGRAM = /(?:^|[\s"])mailroom[\s"]/;

/** Wraps only between words, so that `--` and an address stay whole. */
function Words({ text }: { text: string }) {
  return [...text.matchAll(/\s+|\S+/g)].map(({ 0: word, index }) =>
    word.trim() === '' ? (
      word
    ) : (
      <span key={index} className="nowrap">
        {word}
      </span>
    ),
  );
}

/** One tab per client, each with the exact text to paste. */
export function SnippetTabs({ way, given }: { way: Way; given: Given }) {
  const snippets = snippetsOf(way, given);
  const [[chosen = 'terminal'], choose] = useView('client');
  const shown = snippets.find(({ key }) => key === chosen) ?? snippets[0];
  if (shown === undefined) return null;
  return (
    <>
      <Tabs
        label="Client"
        value={shown.key}
        tabs={snippets.map(({ key, label }) => ({ value: key, label }))}
        onChoose={(client) => choose([client])}
      >
        <div className="connect-snippet">
          {shown.file !== undefined && <p className="sm muted">{shown.file}</p>}
          {/* It scrolls sideways, so it must be reachable by keyboard. */}
          <pre tabIndex={0}>
            <code>
              <Words text={shown.text} />
            </code>
          </pre>
          <CopyButton text={shown.text} />
        </div>
      </Tabs>
      <p className="sm muted connect-hint">
        {READ_BY_TAP.includes(way) && (
          <>
            Reports to <code>{given.address}</code>
            {given.token === null ? ', no token needed. ' : '. '}
            {shown.key !== 'terminal' && way === 'http' && 'Start the command in the Terminal tab first. '}
          </>
        )}
        {RUNS_PROGRAM.test(shown.text) && (
          <>
            From a checkout, run <code>npm link</code> to install the command <code>mailroom</code>.
          </>
        )}
      </p>
    </>
  );
}
