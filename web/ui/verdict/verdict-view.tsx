import { useMemo, useState } from 'react';
import type { Verdict, Violation } from '../../../shared/verdict.ts';
import { bytes, counted } from '../../lib/format.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { Segments } from '../button.tsx';
import { copyAndSay } from '../copy.ts';
import { CopyButton } from '../copy-button.tsx';
import { JsonView } from '../json/json-view.tsx';
import { Findings } from './findings.tsx';
import { envelopeMarks, wholeMarks } from './marks.tsx';
import { placesOf, pointerInWhole } from './place.ts';
import './verdict.css';

interface VerdictViewProps {
  /** The JSON that was captured or pasted. */
  readonly text: string;
  /** Whether `text` is a capture, which has the response as a member. */
  readonly isCapture: boolean;
  readonly verdict: Verdict;
  /** Epoch ms from which days are counted. */
  readonly at: number;
  /** Number of values replaced before storage. */
  readonly redacted?: number;
  /** Name of the whole JSON, as opposed to its envelope. */
  readonly whole?: string;
}

type Shown = 'envelope' | 'whole';

/** A response with every violation and warning marked in place. */
export function VerdictView({
  text,
  isCapture,
  verdict,
  at,
  redacted = 0,
  whole = 'As captured',
}: VerdictViewProps) {
  const places = useMemo(
    () => placesOf(text, verdict.carrier, isCapture),
    [text, verdict.carrier, isCapture],
  );
  const [chosen, setChosen] = useState<Shown>();
  const [target, setTarget] = useState<{ pointer: string; at: number }>();
  const [line, setLine] = useState<string>();
  const shown: Shown = places?.envelope === undefined ? 'whole' : (chosen ?? 'envelope');
  const marks = useMemo(() => {
    if (places === undefined) return [];
    return shown === 'envelope' ? envelopeMarks(verdict, at) : wholeMarks(verdict, places);
  }, [places, shown, verdict, at]);

  useShortcuts({
    p: () => {
      if (line !== undefined) void copyAndSay('the pointer', line);
    },
  });

  if (places === undefined) return <pre className="verdict-raw mono">{text}</pre>;
  const show = (place: Pick<Violation, 'in' | 'pointer'>) => {
    const view: Shown = place.in === 'envelope' && places.envelope !== undefined ? 'envelope' : 'whole';
    const pointer = view === 'envelope' ? place.pointer : pointerInWhole(places, place);
    setChosen(view);
    setLine(pointer);
    setTarget({ pointer, at: performance.now() });
  };
  const node = shown === 'envelope' ? places.envelope : undefined;
  return (
    <div className="verdict">
      {verdict.violations.length + verdict.warnings.length > 0 && (
        <Findings violations={verdict.violations} warnings={verdict.warnings} at={at} onShow={show} />
      )}
      <div className="verdict-bar">
        <Segments<Shown>
          label="View"
          value={shown}
          choices={
            places.envelope === undefined
              ? [{ value: 'whole', label: whole }]
              : [
                  { value: 'envelope', label: 'Envelope' },
                  { value: 'whole', label: whole },
                ]
          }
          onChoose={(view) => {
            setChosen(view);
            setTarget(undefined);
            setLine(undefined);
          }}
        />
        <span className="sm muted">
          {bytes(new TextEncoder().encode(text).length)} {whole.toLowerCase()}
          {redacted > 0 && `, ${counted(redacted, 'value')} redacted`}
        </span>
        {line !== undefined && (
          <span className="verdict-pointer row no-print">
            <code className="ell" title={line}>
              {line === '' ? 'root' : line}
            </code>
            <CopyButton kind="ghost" icon label="Copy this line’s pointer" text={line} />
          </span>
        )}
      </div>
      <JsonView
        key={shown}
        label={shown === 'envelope' ? 'Envelope' : 'Capture'}
        node={node ?? places.whole}
        marks={marks}
        target={target}
        onLine={setLine}
      />
    </div>
  );
}
