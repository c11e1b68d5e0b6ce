import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Status } from '../../../shared/api/status.ts';
import { count, counted } from '../../lib/numbers.ts';
import { pasted } from '../../lib/pasted.ts';
import { statusQuestion } from '../../lib/questions.ts';
import { useStore } from '../../lib/store.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Editor } from './editor.tsx';
import { exchangesIn } from './exchanges.ts';
import { type Judged, judge, standardOf } from './judge.ts';
import { Result } from './result.tsx';
import { SAMPLES, sampleText } from './samples.ts';
import './playground.css';

const FIRST = sampleText(SAMPLES[0].value);

/** Any JSON and its verdict, computed in this browser by the engine that judges traffic. */
export function PlaygroundPage() {
  const text = useStore(pasted) ?? FIRST;
  const exchanges = useDeferredValue(useMemo(() => exchangesIn(text), [text]));
  const { data: configuration } = useQuery({ ...statusQuestion(), select: (status) => status.configuration });
  const standard = useMemo(() => standardOf(configuration), [configuration]);
  const all = useMemo(() => exchanges.map((one) => judge(one, standard)), [exchanges, standard]);
  const [{ replaced, chosen }, show] = useState<{ replaced: number; chosen?: number }>({ replaced: 0 });
  const at = Math.min(chosen ?? Math.max(0, all.findIndex(hasFinding)), exchanges.length - 1);
  const judged = all[at] ?? { kind: 'empty' };
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
        <Editor text={text} onReplace={() => show({ replaced: replaced + 1 })} />
        <Panel
          title="Verdict"
          actions={
            judged.kind === 'judged' && (
              <CopyButton kind="ghost" label="Copy as JSON" text={JSON.stringify(judged.verdict, null, 2)} />
            )
          }
        >
          <div aria-live="polite" className="vh">
            {judged.kind === 'judged' &&
              `${judged.verdict.dialect}, ${counted(judged.verdict.violations.length, 'violation')}`}
            {judged.kind === 'unreadable' && judged.problems.join(' ')}
          </div>
          {all.length > 1 && (
            <label className="row playground-note" htmlFor="exchange">
              {count(all.length)} pasted, {count(all.filter(hasViolations).length)} with violations. Showing
              <select
                id="exchange"
                className="btn"
                value={at}
                onChange={(event) => show({ replaced, chosen: Number(event.target.value) })}
              >
                {[...all.entries()].map(([index, one]) => (
                  <option key={index} value={index}>
                    number {index + 1}
                    {finding(one)}
                  </option>
                ))}
              </select>
            </label>
          )}
          <Result key={`${replaced} ${at}`} text={exchanges[at] ?? ''} judged={judged} />
        </Panel>
      </div>
    </div>
  );
}

const hasViolations = (one: Judged) => one.kind === 'judged' && one.verdict.violations.length > 0;

/** What is wrong with one of several, beside its number: `: 2 violations`. */
function finding(one: Judged): string {
  if (one.kind === 'unreadable') return ': unreadable';
  return one.kind === 'judged' && hasViolations(one)
    ? `: ${counted(one.verdict.violations.length, 'violation')}`
    : '';
}

const hasFinding = (one: Judged) => finding(one) !== '';

function isConfigured(configuration: Status['configuration'] | undefined): boolean {
  if (configuration === undefined) return false;
  const { rules, secret_keys } = configuration;
  return Object.keys(rules).length > 0 || secret_keys.length > 0;
}
