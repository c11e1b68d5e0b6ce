import type { ReactNode } from 'react';
import type { Severity } from '../../shared/severity.ts';
import type { Level, Outcome } from '../../shared/verdict.ts';
import {
  LEVEL_MARKS,
  type MarkName,
  OUTCOME_MARKS,
  SEVERITY_MARKS,
  type StateLook,
  type Tone,
} from './looks.ts';
import './mark.css';

const STROKE = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.7,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const GROUND = {
  stroke: 'var(--mark-ground, var(--surface))',
  strokeWidth: 1.8,
  strokeLinecap: 'round',
} as const;

const DRAWN: Readonly<Record<MarkName, ReactNode>> = {
  high: (
    <>
      <path d="M5.2 1h5.6L15 5.2v5.6L10.8 15H5.2L1 10.8V5.2z" fill="currentColor" />
      <path d="M8 4.6v4M8 11.3v.1" {...GROUND} />
    </>
  ),
  medium: <path d="M8 2.2 14.6 13.6H1.4zM8 6.6v3M8 11.6v.1" {...STROKE} />,
  low: <path d="M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 7.4v3.4M8 5v.1" {...STROKE} />,
  tick: <path d="m3 8.5 3.3 3.3L13 4.8" {...STROKE} />,
  cross: <path d="m3.7 3.7 8.6 8.6M12.3 3.7l-8.6 8.6" {...STROKE} />,
  dashes: <path d="M2 8h2.4M6.8 8h2.4M11.6 8H14" {...STROKE} />,
  regressed: <path d="M13 8a5 5 0 1 1-1.6-3.7L13 5.8M13 2.4v3.4H9.6" {...STROKE} />,
  new: <path d="M8 3v10M3 8h10" {...STROKE} />,
  open: <circle cx="8" cy="8" r="4.5" {...STROKE} />,
  acknowledged: (
    <path
      d="M1.4 8S3.8 3.6 8 3.6 14.6 8 14.6 8 12.2 12.4 8 12.4 1.4 8 1.4 8zM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0z"
      {...STROKE}
    />
  ),
  muted: <path d="M2.5 6.3h2.3L8 3.5v9L4.8 9.7H2.5zM11 6.3l3.4 3.4M14.4 6.3 11 9.7" {...STROKE} />,
  waiting: <circle cx="8" cy="8" r="5.5" {...STROKE} strokeDasharray="2 2.32" strokeLinecap="butt" />,
  fading: <path d="M8 3v10M4 9l4 4 4-4" {...STROKE} />,
  quiet: <path d="M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 4.8V8l2.2 1.6" {...STROKE} />,
};

/** A mark alone; put its word next to it or into its accessible name. */
export function Icon({ name, tone, size = 14 }: { name: MarkName; tone?: Tone | undefined; size?: number }) {
  return (
    <svg className={tone} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      {DRAWN[name]}
    </svg>
  );
}

interface MarkProps extends StateLook {
  /** Shows only the mark; the word remains for screen readers. */
  readonly bare?: boolean | undefined;
}

/** A mark with its word. */
export function Mark({ name, tone, word, bare = false }: MarkProps) {
  return (
    <span className={`mark ${tone}`}>
      <Icon name={name} />
      <span className={bare ? 'vh' : undefined}>{word}</span>
    </span>
  );
}

/** Shape, word and colour of a severity; says if it is a default. */
export function SeverityMark({ severity, defaulted = false }: { severity: Severity; defaulted?: boolean }) {
  const look = SEVERITY_MARKS[severity];
  return <Mark {...look} word={defaulted ? `${look.word} (default)` : look.word} />;
}

export function LevelMark({ level, bare }: { level: Level; bare?: boolean }) {
  return <Mark {...LEVEL_MARKS[level]} bare={bare} />;
}

export function OutcomeMark({ outcome, bare }: { outcome: Outcome; bare?: boolean }) {
  return <Mark {...OUTCOME_MARKS[outcome]} bare={bare} />;
}
