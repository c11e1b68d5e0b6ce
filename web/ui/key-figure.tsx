import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Sparkline, type SparklineProps } from './sparkline.tsx';
import { Skeleton } from './states.tsx';
import './key-figure.css';

export interface KeyFigureProps {
  readonly label: string;
  readonly value: string;
  readonly unit?: string | undefined;
  /** The change in words, and whether it is bad news. */
  readonly change: { readonly words: string; readonly bad: boolean } | null;
  /** The denominator and its previous value. */
  readonly of: ReactNode;
  readonly spark: SparklineProps;
  readonly to: LinkProps;
}

/** A figure with its change, denominator and trend, within `figures`; the whole cell is the link. */
export function KeyFigure({ label, value, unit, change, of, spark, to }: KeyFigureProps) {
  return (
    <Link {...to} className="figure">
      <span className="label m muted">{label}</span>
      <span className="value num">
        {value}
        {unit !== undefined && <small>{unit}</small>}
      </span>
      <Sparkline {...spark} />
      <span className="sm muted change">
        {change !== null && (
          <b className={change.bad ? 'bad' : undefined}>
            {change.bad && (
              <>
                <svg width="9" height="8" viewBox="0 0 9 8" aria-hidden="true">
                  <path d="M4.5 0 9 8H0z" fill="currentColor" />
                </svg>
                <span className="vh">worse: </span>
              </>
            )}
            {change.words}
          </b>
        )}
        <span>{of}</span>
      </span>
    </Link>
  );
}

/** A key figure that is loading: its label is there, the rest is grey. */
export function KeyFigureSkeleton({ label }: { label: string }) {
  return (
    <div className="figure" aria-busy="true">
      <span className="label m muted">{label}</span>
      <span className="value">
        <Skeleton height={22} width={96} />
      </span>
      <Skeleton height={26} width={84} />
      <span className="sm muted change">
        <Skeleton height={12} width="80%" />
      </span>
    </div>
  );
}
