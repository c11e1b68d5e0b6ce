import { Copy } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Verdict, Violation } from '../../../shared/verdict.ts';
import { bytes, count } from '../../lib/numbers.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useView } from '../../lib/use-view.ts';
import { Button, Segments } from '../button.tsx';
import { Captured } from '../captured.tsx';
import { copyAndSay } from '../copy.ts';
import { JsonView } from '../json/json-view.tsx';
import { Findings } from './findings.tsx';
import { envelopeMarks, placedWarnings, wholeMarks } from './marks.tsx';
import { placesOf, pointerInWhole } from './place.ts';
import './verdict.css';

interface VerdictViewProps {
  /** The JSON that was captured or pasted. */
  readonly text: string;
  /** Whether `text` is a capture, which has the response as a member. */
  readonly isCapture: boolean;
  readonly verdict: Verdict;
  /** Place of a batch member in the envelope. */
  readonly pointerInBatch?: string;
  /** Epoch ms from which days are counted. */
  readonly at: number;
  /** Number of values replaced before storage. */
  readonly redacted?: number;
  /** Name of the whole JSON, as opposed to its envelope. */
  readonly whole?: string;
  /** What can be done with the JSON, at the end of its bar. */
  readonly actions?: ReactNode;
}

type Shown = 'envelope' | 'whole';

/** A line of the envelope or of the whole JSON. */
interface Line {
  readonly of: Shown;
  readonly pointer: string;
}

/** A response with every violation and warning marked in place. */
export function VerdictView({
  text,
  isCapture,
  verdict,
  pointerInBatch = '',
  at,
  redacted = 0,
  whole = 'As captured',
  actions,
}: VerdictViewProps) {
  const places = useMemo(
    () => placesOf(text, verdict.carrier, isCapture),
    [text, verdict.carrier, isCapture],
  );
  const size = useMemo(() => bytes(new TextEncoder().encode(text).length), [text]);
  const [chosen, choose] = useView('json');
  const [target, setTarget] = useState<Line>();
  const [line, setLine] = useState<Line>();
  const shown: Shown = places?.envelope === undefined || chosen.includes('whole') ? 'whole' : 'envelope';
  // Back may have changed what is shown.
  const pointer = line?.of === shown ? line.pointer : undefined;
  const warnings = useMemo(() => placedWarnings(verdict, pointerInBatch), [verdict, pointerInBatch]);
  const marks = useMemo(() => {
    if (places === undefined) return [];
    return shown === 'envelope'
      ? envelopeMarks(verdict, warnings, places.envelope, at)
      : wholeMarks(verdict, places);
  }, [places, shown, verdict, warnings, at]);

  const copy = () => {
    if (pointer !== undefined) void copyAndSay('the pointer', pointer);
  };
  useShortcuts({ p: copy });

  if (places === undefined) return <pre className="verdict-raw mono break">{text}</pre>;
  const turnTo = (of: Shown) => choose(of === 'whole' ? ['whole'] : []);
  const show = (place: Pick<Violation, 'in' | 'pointer'>) => {
    const of: Shown = place.in === 'envelope' && places.envelope !== undefined ? 'envelope' : 'whole';
    const sought: Line = { of, pointer: of === 'envelope' ? place.pointer : pointerInWhole(places, place) };
    if (of !== shown) turnTo(of);
    setLine(sought);
    setTarget(sought);
  };
  const node = shown === 'envelope' ? places.envelope : undefined;
  return (
    <div>
      {verdict.violations.length + warnings.length > 0 && (
        <Findings violations={verdict.violations} warnings={warnings} at={at} onShow={show} />
      )}
      <div className="verdict-bar">
        {places.envelope !== undefined && (
          <Segments<Shown>
            label="View"
            value={shown}
            choices={[
              { value: 'envelope', label: 'Envelope' },
              { value: 'whole', label: whole },
            ]}
            onChoose={(of) => {
              turnTo(of);
              setTarget(undefined);
              setLine(undefined);
            }}
          />
        )}
        <span className="sm muted">
          <span className="hide-s">
            {size} {whole.toLowerCase()}
            {redacted > 0 && ', '}
          </span>
          {redacted > 0 && `${count(redacted)} redacted`}
        </span>
        {pointer !== undefined && (
          <span className="verdict-pointer row no-print">
            <code className="ell" title={pointer}>
              <Captured text={pointer || 'root'} />
            </code>
            <Button kind="ghost" icon aria-label="Copy this line’s pointer" onClick={copy}>
              <Copy size={14} strokeWidth={1.8} aria-hidden="true" />
            </Button>
          </span>
        )}
        {actions}
      </div>
      <JsonView
        key={shown}
        label={shown === 'envelope' ? 'Envelope' : 'Capture'}
        node={node ?? places.whole}
        marks={marks}
        target={target?.of === shown ? target : undefined}
        onLine={(to) => setLine({ of: shown, pointer: to })}
      />
    </div>
  );
}
