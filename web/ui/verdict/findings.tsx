import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LEVELS, type Violation, type Warning } from '../../../shared/verdict.ts';
import { LevelMark, SeverityMark } from '../mark.tsx';
import { warningPointer } from './marks.tsx';
import { warningSays } from './words.ts';
import './verdict.css';

export interface FindingsProps {
  readonly violations: readonly Violation[];
  readonly warnings: readonly Warning[];
  /** Epoch ms from which days are counted. */
  readonly at: number;
  readonly onShow: (place: Pick<Violation, 'in' | 'pointer'>) => void;
}

/** Violations, the gravest first, and warnings: an index of the JSON beneath, in which choosing one shows its line. */
export function Findings({ violations, warnings, at, onShow }: FindingsProps) {
  const place = (where: Pick<Violation, 'in' | 'pointer'>, prefix?: ReactNode) => (
    <button type="button" className="finding-at mono" onClick={() => onShow(where)} title="Show this line">
      {prefix}
      {where.pointer === '' ? '/' : where.pointer}
    </button>
  );
  return (
    <ul className="findings" aria-label="Findings">
      {LEVELS.flatMap((level) => violations.filter((one) => one.level === level)).map((violation) => (
        <li key={`${violation.rule} ${violation.in} ${violation.pointer}`}>
          <LevelMark level={violation.level} />
          <Link className="link mono" to="/rules/$id" params={{ id: violation.rule }}>
            {violation.rule}
          </Link>
          {place(violation, violation.in === 'message' && <span className="faint">result </span>)}
          <span className="break">{violation.message}</span>
        </li>
      ))}
      {warnings.map((warning) => (
        <li key={warning.index}>
          <SeverityMark severity={warning.severity} />
          <span className="muted">warning</span>
          {place({ in: 'envelope', pointer: warningPointer(warning) })}
          <span className="break">
            <code>{warning.code ?? 'no code'}</code> <span className="muted">{warningSays(warning, at)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
