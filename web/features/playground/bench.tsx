import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ResponseDetail } from '../../../shared/api/responses.ts';
import type { Status } from '../../../shared/api/status.ts';
import type { Verdict } from '../../../shared/verdict.ts';
import { count, counted } from '../../lib/numbers.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Editor } from './editor.tsx';
import { exchangesIn, whyNone } from './exchanges.ts';
import { judge, standardOf } from './judge.ts';
import { Result } from './result.tsx';
import { LONG } from './use-text.ts';

interface BenchProps {
  readonly text: string;
  /** Id of the response that the text was at first. */
  readonly response: string | undefined;
  /** That response, once it is known. */
  readonly start: ResponseDetail | undefined;
  /** Of the server; undefined until it is known. */
  readonly configuration: Status['configuration'] | undefined;
}

/** How long typing must pause until a long text is judged, ms. */
const PAUSE_MS = 400;

/** The text to judge: what is typed or, of a long one, what it is once typing pauses. */
function useSettled(text: string): string {
  const typed = useDeferredValue(text);
  const [settled, settle] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => settle(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return text.length > LONG ? settled : typed;
}

/** A text and the verdict on it. */
export function Bench({ text, response, start, configuration }: BenchProps) {
  const settled = useSettled(text);
  const pasted = useMemo(() => exchangesIn(settled), [settled]);
  const standard = useMemo(() => standardOf(configuration), [configuration]);
  const all = useMemo(
    () => pasted.found.map((one) => one.exchange && judge(one.exchange, one.text, standard)),
    [pasted, standard],
  );
  const [{ replaced, chosen }, show] = useState<{ replaced: number; chosen?: number }>({ replaced: 0 });
  const at = Math.min(chosen ?? Math.max(0, all.findIndex(hasFinding)), all.length - 1);
  const verdict = all[at];
  return (
    <div className="playground">
      <Editor
        text={text}
        response={response}
        start={start}
        onReplace={() => show({ replaced: replaced + 1 })}
      />
      <Panel
        title="Verdict"
        actions={
          verdict && <CopyButton kind="ghost" label="Copy as JSON" text={JSON.stringify(verdict, null, 2)} />
        }
        footer={
          response === undefined
            ? undefined
            : 'Judged by itself, without pinned dialects and rules across several responses'
        }
      >
        <div aria-live="polite" className="vh">
          {verdict === undefined
            ? settled !== '' && whyNone(pasted, at)
            : `${verdict.dialect}, ${counted(verdict.violations.length, 'violation')}`}
        </div>
        {all.length > 1 && (
          <label className="row playground-note" htmlFor="exchange">
            {count(all.length)} found, {count(all.filter(hasViolations).length)} with violations. Showing
            <select
              id="exchange"
              className="btn"
              value={at}
              onChange={(event) => show({ replaced, chosen: Number(event.target.value) })}
            >
              {[...all.entries()].map(([index, one]) => (
                <option key={index} value={index}>
                  {pasted.counts} {pasted.found[index]?.line}
                  {finding(one)}
                </option>
              ))}
            </select>
          </label>
        )}
        <Result key={`${response} ${replaced} ${at}`} pasted={pasted} at={at} verdict={verdict} />
      </Panel>
    </div>
  );
}

const hasViolations = (one: Verdict | undefined) => one !== undefined && one.violations.length > 0;

/** What is wrong with one of several, beside its number: `: 2 violations`. */
function finding(one: Verdict | undefined): string {
  if (one === undefined) return ': unreadable';
  return hasViolations(one) ? `: ${counted(one.violations.length, 'violation')}` : '';
}

const hasFinding = (one: Verdict | undefined) => finding(one) !== '';
