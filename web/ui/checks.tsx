import { type ComponentProps, useId, useState } from 'react';
import { count } from '../lib/numbers.ts';
import { Captured } from './captured.tsx';
import './checks.css';

/** A checkbox; `mixed` if only part of what it stands for is checked. Needs a label as a larger target. */
export function Checkbox({
  mixed = false,
  ...props
}: Omit<ComponentProps<'input'>, 'type' | 'ref'> & { mixed?: boolean }) {
  const show = (input: HTMLInputElement | null) => {
    if (input !== null) input.indeterminate = mixed;
  };
  return <input ref={show} type="checkbox" {...props} />;
}

export interface CheckOption {
  readonly value: string;
  readonly label?: string;
  readonly count?: number;
}

interface ChecksProps {
  readonly name: string;
  readonly options: readonly CheckOption[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  /** The number of options in all; if they were truncated, a value that is not among them can be added. */
  readonly total: number;
  /** Allows values that are not among the options, such as `VALIDATION_*`. */
  readonly free: boolean;
}

const SHOWN = 50;

/** Focuses the field when it appears. */
const focus = (field: HTMLInputElement | null) => field?.focus();

/** Values to check, with type-ahead; those chosen at the start come first. */
export function Checks({ name, options, chosen, onChange, total, free }: ChecksProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [first] = useState(() => new Set(chosen));
  const known = new Set(options.map(({ value }) => value));
  const all = [
    ...chosen.filter((value) => !known.has(value)).map((value): CheckOption => ({ value })),
    ...options,
  ];
  const entered = typed.trim();
  const wanted = entered.toLowerCase();
  const matching = all
    .filter(({ value, label = value }) => label.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(first.has(b.value)) - Number(first.has(a.value)));
  const flip = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  const cut = total > options.length;
  const meant = all.find(({ value }) => value === entered);
  const addable = entered !== '' && meant === undefined && (free || (cut && matching.length === 0));
  const find = `Find ${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name.toLowerCase()}`;
  return (
    <form
      className="checks"
      onSubmit={(event) => {
        event.preventDefault();
        const one = addable ? entered : (meant ?? matching[0])?.value;
        if (entered !== '' && one !== undefined) flip(one);
        setTyped('');
      }}
    >
      {(all.length > 8 || free) && (
        <input
          className="field"
          ref={focus}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={free ? `${name} or prefix*` : find}
          aria-label={find}
        />
      )}
      <ul>
        {matching.slice(0, SHOWN).map(({ value, label = value, count: many }) => (
          <li key={value}>
            <label htmlFor={`${id}-${value}`}>
              <Checkbox id={`${id}-${value}`} checked={chosen.includes(value)} onChange={() => flip(value)} />
              <span className="ell grow" title={label}>
                <Captured text={label} />
              </span>
              {many !== undefined && <span className="muted">{count(many)}</span>}
            </label>
          </li>
        ))}
      </ul>
      <p className="sm muted" role="status">
        {matching.length === 0 && !addable && (all.length > 0 || wanted !== '') && 'No matches.'}
        {all.length === 0 && wanted === '' && free && `Type a ${name.toLowerCase()} to add it.`}
        {addable && `Press Enter to add “${entered}”.`}
        {matching.length > SHOWN && `${count(matching.length - SHOWN)} more. Type to find them.`}
        {matching.length <= SHOWN &&
          cut &&
          !addable &&
          `The ${count(options.length)} busiest of ${count(total)}. Type another’s name to add it.`}
      </p>
      {chosen.length > 0 && (
        <button type="button" className="link" onClick={() => onChange([])}>
          Clear
        </button>
      )}
    </form>
  );
}
