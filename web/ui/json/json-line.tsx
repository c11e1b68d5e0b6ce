import type { ReactNode } from 'react';
import { counted } from '../../lib/numbers.ts';
import { seen } from '../captured.tsx';
import type { MarkName, Tone } from '../looks.ts';
import { Icon } from '../mark.tsx';
import { JsonValue } from './json-value.tsx';
import { focusLine, numberNear } from './line-focus.ts';
import type { JsonRow } from './rows.ts';

export interface JsonMark {
  /** Unique among the marks; several may be on one line and say the same. */
  readonly key: string;
  /** RFC 6901, from the root of what is shown. */
  readonly pointer: string;
  readonly icon: MarkName;
  readonly tone: Extract<Tone, 'bad' | 'warn' | 'low'>;
  /** Content at the end of the line. */
  readonly note: ReactNode;
  /** Underlines what the mark is about. */
  readonly wavy?: boolean;
  /** What the mark says where the note is not read with the line. */
  readonly label: string;
}

/** The most serious first. */
const URGENCY: readonly JsonMark['tone'][] = ['bad', 'warn', 'low'];

interface JsonLineProps {
  /** Of the line's text in the document, which describes its number. */
  readonly id: string;
  readonly row: JsonRow;
  readonly index: number;
  readonly marks: readonly JsonMark[];
  /** Expands or collapses the container at a pointer. */
  readonly turn: (pointer: string) => void;
  /** Whether its number is a button. */
  readonly isSelectable: boolean;
  /** Whether Tab leads to its number. */
  readonly isTabStop: boolean;
}

/** A line of JSON with its number and its marks, in the colour of the most serious one. */
export function JsonLine({ id, row, index, marks, turn, isSelectable, isTabStop }: JsonLineProps) {
  const [worst] = marks.toSorted((a, b) => URGENCY.indexOf(a.tone) - URGENCY.indexOf(b.tone));
  return (
    <div
      className={`json-line${worst === undefined ? '' : ` on-${worst.tone}`}`}
      data-row={index}
      data-pointer={row.pointer}
    >
      {isSelectable && row.text.kind !== 'more' ? (
        <LineButton id={id} row={row} isTabStop={isTabStop} />
      ) : (
        <span className="json-no" aria-hidden="true">
          {row.line ?? '+'}
        </span>
      )}
      <span className="json-mark">
        {worst !== undefined && (
          <>
            <Icon name={worst.icon} tone={worst.tone} size={13} />
            <span className="vh">{worst.label}</span>
          </>
        )}
      </span>
      <span id={id} className="json-text" style={{ paddingInlineStart: `${row.depth * 14}px` }}>
        <Text row={row} wavy={worst?.wavy === true} turn={turn} />
        {row.comma && <span className="faint">,</span>}
        {marks.map((mark) => (
          <span key={mark.key} className={`json-note ${mark.tone}`}>
            {mark.note}
          </span>
        ))}
      </span>
    </div>
  );
}

/** The number of a line as a button, from which arrow keys lead to those of its neighbours. */
function LineButton({ id, row, isTabStop }: Pick<JsonLineProps, 'id' | 'row' | 'isTabStop'>) {
  return (
    <button
      type="button"
      className="json-no"
      tabIndex={isTabStop ? 0 : -1}
      title={row.pointer}
      aria-describedby={id}
      aria-label={`Line ${row.line ?? 'missing'}, ${row.pointer === '' ? 'root' : row.pointer}`}
      onClick={(event) => event.currentTarget.focus()}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
        const next = numberNear(event.currentTarget, step);
        if (step === 0 || !next) return;
        event.preventDefault();
        next.focus();
      }}
    >
      {row.line ?? '+'}
    </button>
  );
}

function Text({ row, wavy, turn }: Pick<JsonLineProps, 'row' | 'turn'> & { readonly wavy: boolean }) {
  const { text, name, pointer } = row;
  if (text.kind === 'ghost') return <span className="json-ghost">{name !== null && seen(name)}: …</span>;
  if (text.kind === 'more') {
    return (
      <button
        type="button"
        className="link json-more"
        onClick={({ currentTarget }) => {
          focusLine(currentTarget, -1);
          turn(pointer);
        }}
      >
        … {counted(text.hidden, 'more item')}
      </button>
    );
  }
  const underline = wavy ? 'wavy' : '';
  const onName = name !== null && text.kind !== 'token';
  return (
    <>
      {name !== null && (
        <>
          <span className={onName ? underline : ''}>{seen(name)}</span>
          <span className="faint">: </span>
        </>
      )}
      {(text.kind === 'open' || text.kind === 'folded') && (
        <>
          <Fold row={row} open={text.kind === 'open'} bracket={text.bracket} turn={turn} />
          {text.bracket !== '{' && (
            <span className="json-size">
              {counted(text.size, text.bracket === '{ … }' ? 'member' : 'item')}
            </span>
          )}
        </>
      )}
      {text.kind === 'close' && <span className="faint">{text.bracket}</span>}
      {(text.kind === 'inline' || text.kind === 'token') && (
        <JsonValue node={text.node} className={onName ? '' : underline} />
      )}
    </>
  );
}

/** The bracket of a container, which expands or collapses it; the root stays open. */
function Fold({
  row: { pointer, depth },
  open,
  bracket,
  turn,
}: Pick<JsonLineProps, 'row' | 'turn'> & { readonly open: boolean; readonly bracket: string }) {
  if (depth === 0) return <span className="faint">{bracket}</span>;
  return (
    <button
      type="button"
      className="json-fold"
      aria-expanded={open}
      aria-label={`${open ? 'Collapse' : 'Expand'} ${pointer}`}
      onClick={() => turn(pointer)}
    >
      {bracket}
    </button>
  );
}
