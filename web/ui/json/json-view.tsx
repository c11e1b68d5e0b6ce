import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { JsonNode } from '../../../shared/json-tree.ts';
import { counted } from '../../lib/format.ts';
import { usePrinting } from '../../lib/printing.ts';
import { seen } from '../captured.tsx';
import { Icon, type MarkName, type Tone } from '../mark.tsx';
import { VirtualRows } from '../virtual-rows.tsx';
import { inlineText, type JsonRow, jsonRows } from './rows.ts';
import './json.css';

export interface JsonMark {
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

export interface JsonViewProps {
  readonly label: string;
  readonly node: JsonNode;
  readonly marks?: readonly JsonMark[];
  /** Pointer to scroll to and flash; a new `at` makes the same pointer count again. */
  readonly target?: { readonly pointer: string; readonly at: number } | undefined;
  /** Makes lines selectable by their number, and from there by arrow keys; receives the line's pointer. */
  readonly onLine?: (pointer: string) => void;
}

/** Number of rows from which only those on screen are rendered. */
const VIRTUAL_FROM = 500;
const ROW_PX = 21;
const URGENCY = ['bad', 'warn', 'low'] as const;

/** JSON as it was written, one line per member, with marks at their pointers. */
export function JsonView({ label, node, marks = [], target, onLine }: JsonViewProps) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState(0);
  const rows = useMemo(
    () => jsonRows({ node, marked: marks.map(({ pointer }) => pointer), turned }),
    [node, marks, turned],
  );
  const frame = useRef<HTMLDivElement>(null);
  const printing = usePrinting();
  const virtual = rows.length > VIRTUAL_FROM && !printing;
  const lines = useVirtualizer({
    count: rows.length,
    enabled: virtual,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 30,
  });

  const reached = useRef<JsonViewProps['target']>(undefined);
  useEffect(() => {
    if (target === undefined || target === reached.current) return;
    const index = rows.findIndex(
      (row) => row.marks.includes(target.pointer) || row.pointer === target.pointer,
    );
    // It may be inside something that the user collapsed.
    if (index < 0 && turned.size > 0) {
      setTurned(new Set());
      return;
    }
    reached.current = target;
    if (index < 0) return;
    if (virtual) lines.scrollToIndex(index, { align: 'center' });
    requestAnimationFrame(() => {
      const line = frame.current?.querySelector(`[data-row="${index}"]`);
      line?.scrollIntoView({ block: 'nearest' });
      line?.classList.remove('flash');
      if (line instanceof HTMLElement) void line.offsetWidth;
      line?.classList.add('flash');
    });
  }, [target, rows, turned, virtual, lines]);

  const turn = (pointer: string) =>
    setTurned((held) => {
      const next = new Set(held);
      if (!next.delete(pointer)) next.add(pointer);
      return next;
    });
  const line = (row: JsonRow, index: number) => (
    <Line
      key={row.key}
      row={row}
      index={index}
      marks={marks.filter(({ pointer }) => row.marks.includes(pointer))}
      turn={turn}
      number={
        onLine === undefined || row.text.kind === 'more' ? (
          <span className="json-no" aria-hidden="true">
            {row.line ?? '+'}
          </span>
        ) : (
          <button
            type="button"
            className="json-no"
            tabIndex={index === Math.min(current, rows.length - 1) ? 0 : -1}
            title={row.pointer}
            aria-label={`Line ${row.line ?? 'missing'}, ${row.pointer === '' ? 'root' : row.pointer}`}
            onClick={(event) => event.currentTarget.focus()}
            onFocus={() => {
              setCurrent(index);
              onLine(row.pointer);
            }}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
              const next = frame.current?.querySelector<HTMLElement>(
                `[data-row="${index + step}"] button.json-no`,
              );
              if (step === 0 || next === null) return;
              event.preventDefault();
              next?.focus();
            }}
          >
            {row.line ?? '+'}
          </button>
        )
      }
    />
  );

  return (
    <section
      className={`json${virtual ? ' tall' : ''}`}
      ref={frame}
      aria-label={label}
      tabIndex={virtual ? 0 : undefined}
    >
      {virtual ? (
        <VirtualRows lines={lines} rows={rows}>
          {line}
        </VirtualRows>
      ) : (
        rows.map(line)
      )}
    </section>
  );
}

function Line({
  row,
  index,
  marks,
  turn,
  number,
}: {
  row: JsonRow;
  index: number;
  marks: readonly JsonMark[];
  turn: (pointer: string) => void;
  number: ReactNode;
}) {
  const worst = URGENCY.map((tone) => marks.find((mark) => mark.tone === tone)).find(
    (mark) => mark !== undefined,
  );
  return (
    <div
      className={`json-line${worst === undefined ? '' : ` on-${worst.tone}`}`}
      data-row={index}
      data-pointer={row.pointer}
    >
      {number}
      <span className="json-mark">
        {worst !== undefined && (
          <>
            <Icon name={worst.icon} tone={worst.tone} size={13} />
            <span className="vh">{worst.label}</span>
          </>
        )}
      </span>
      <span className="json-text" style={{ paddingInlineStart: `${row.depth * 14}px` }}>
        <Text row={row} wavy={worst?.wavy === true} turn={turn} />
        {row.comma && <span className="json-punct">,</span>}
        {marks.map((mark) => (
          <span key={`${mark.pointer} ${mark.label}`} className={`json-note ${mark.tone}`}>
            {mark.note}
          </span>
        ))}
      </span>
    </div>
  );
}

function Text({ row, wavy, turn }: { row: JsonRow; wavy: boolean; turn: (pointer: string) => void }) {
  const { text, name, pointer } = row;
  if (text.kind === 'ghost') return <span className="json-ghost">{name !== null && seen(name)}: …</span>;
  if (text.kind === 'more') {
    return (
      <button type="button" className="link json-more" onClick={() => turn(pointer)}>
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
          <span className={`json-name ${onName ? underline : ''}`}>{seen(name)}</span>
          <span className="json-punct">: </span>
        </>
      )}
      {text.kind === 'open' && (
        <>
          <Fold open pointer={pointer} depth={row.depth} bracket={text.bracket} turn={turn} />
          {text.bracket === '[' && <span className="json-size">{counted(text.size, 'item')}</span>}
        </>
      )}
      {text.kind === 'close' && <span className="json-punct">{text.bracket}</span>}
      {text.kind === 'folded' && (
        <>
          <Fold
            pointer={pointer}
            depth={row.depth}
            bracket={text.node.kind === 'object' ? '{ … }' : '[ … ]'}
            turn={turn}
          />
          <span className="json-size">
            {counted(text.size, text.node.kind === 'object' ? 'member' : 'item')}
          </span>
        </>
      )}
      {text.kind === 'inline' && <Inline node={text.node} className={onName ? '' : underline} />}
      {text.kind === 'token' && <Token node={text.node} className={underline} />}
    </>
  );
}

function Fold({
  open = false,
  pointer,
  depth,
  bracket,
  turn,
}: {
  open?: boolean;
  pointer: string;
  depth: number;
  bracket: string;
  turn: (pointer: string) => void;
}) {
  if (depth === 0) return <span className="json-punct">{bracket}</span>;
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

const TOKEN_CLASS = {
  string: 'json-string',
  number: 'json-number',
  word: 'json-word',
  object: '',
  array: '',
} as const;

/** Characters of a string shown at first: a page lays out thousands well, but not a million. */
const FIRST_CHARACTERS = 3000;

function Token({ node, className = '' }: { node: JsonNode; className?: string | undefined }) {
  const [whole, setWhole] = useState(false);
  if (node.kind === 'object' || node.kind === 'array') return <Inline node={node} className={className} />;
  const hidden = whole ? 0 : Math.max(0, node.raw.length - FIRST_CHARACTERS);
  return (
    <>
      <span
        className={`${TOKEN_CLASS[node.kind]} ${className}`}
        dir={node.kind === 'string' ? 'auto' : undefined}
      >
        {seen(hidden === 0 ? node.raw : node.raw.slice(0, FIRST_CHARACTERS))}
      </span>
      {hidden > 0 && (
        <button type="button" className="link json-more" onClick={() => setWhole(true)}>
          … {counted(hidden, 'more character')}
        </button>
      )}
    </>
  );
}

function Inline({ node, className = '' }: { node: JsonNode; className?: string | undefined }) {
  if (node.kind === 'object') {
    if (node.members.length === 0) return <span className={className}>{'{}'}</span>;
    return (
      <span className={className}>
        <span className="json-punct">{'{ '}</span>
        {node.members.map((member, index) => (
          <span key={member.at}>
            <span className="json-name">{seen(member.raw)}</span>
            <span className="json-punct">: </span>
            <Token node={member.value} />
            {index < node.members.length - 1 && <span className="json-punct">, </span>}
          </span>
        ))}
        <span className="json-punct">{' }'}</span>
      </span>
    );
  }
  return <span className={className}>{seen(inlineText(node, Number.POSITIVE_INFINITY) ?? '')}</span>;
}
