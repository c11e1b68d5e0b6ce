import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Status } from '../../../shared/api/status.ts';
import { count, counted } from '../../lib/format.ts';
import { pasted } from '../../lib/pasted.ts';
import { statusQuestion } from '../../lib/questions.ts';
import { useStore } from '../../lib/store.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Editor } from './editor.tsx';
import { exchangesIn } from './exchanges.ts';
import { judge, standardOf } from './judge.ts';
import { Result } from './result.tsx';
import { SAMPLES, sampleText } from './samples.ts';
import './playground.css';

const FIRST = sampleText(SAMPLES[0].value);

/** Any JSON and its verdict, computed in this browser by the engine that judges traffic. */
export function PlaygroundPage() {
  const text = useStore(pasted) ?? FIRST;
  const exchanges = useMemo(() => exchangesIn(text), [text]);
  const [chosen, choose] = useState(0);
  const at = Math.min(chosen, exchanges.length - 1);
  const shown = useDeferredValue(exchanges[at] ?? '');
  const { data: configuration } = useQuery({ ...statusQuestion(), select: (status) => status.configuration });
  const standard = useMemo(() => standardOf(configuration), [configuration]);
  const judged = useMemo(() => judge(shown, standard), [shown, standard]);
  return (
    <div className="page">
      <div className="pagehead">
        <h1>Playground</h1>
        <span className="muted">
          Paste one or more responses or captures. They are checked in your browser
          {isConfigured(configuration) && ' with this server’s configuration'}; nothing is sent or stored.
        </span>
      </div>
      <div className="playground">
        <Editor text={text} />
        <Panel
          title="Verdict"
          flush
          actions={
            judged.kind === 'judged' && (
              <CopyButton kind="ghost" label="Copy as JSON" text={JSON.stringify(judged.verdict, null, 2)} />
            )
          }
        >
          <div aria-live="polite" className="vh">
            {judged.kind === 'judged' &&
              `${judged.verdict.dialect}, ${counted(judged.verdict.violations.length, 'violation')}`}
          </div>
          {exchanges.length > 1 && (
            <label className="row playground-note" htmlFor="exchange">
              {count(exchanges.length)} pasted. Showing
              <select
                id="exchange"
                className="btn"
                value={at}
                onChange={(event) => choose(Number(event.target.value))}
              >
                {[...exchanges.keys()].map((index) => (
                  <option key={index} value={index}>
                    number {index + 1}
                  </option>
                ))}
              </select>
            </label>
          )}
          <Result text={shown} judged={judged} />
        </Panel>
      </div>
    </div>
  );
}

function isConfigured(configuration: Status['configuration'] | undefined): boolean {
  if (configuration === undefined) return false;
  const { rules, secret_keys } = configuration;
  return Object.keys(rules).length > 0 || secret_keys.length > 0;
}
