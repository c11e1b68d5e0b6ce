import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { LEVELS, MOST_OF_A_RULE, type Violation } from '../../../shared/verdict.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { count } from '../../lib/numbers.ts';
import { Captured, seen } from '../captured.tsx';
import { LevelMark, SeverityMark } from '../mark.tsx';
import { type PlacedWarning, violationKey } from './marks.tsx';
import { warningSays } from './words.ts';
import './verdict.css';

interface FindingsProps {
  readonly violations: readonly Violation[];
  readonly warnings: readonly PlacedWarning[];
  /** Epoch ms from which days are counted. */
  readonly at: number;
  readonly onShow: (place: Pick<Violation, 'in' | 'pointer'>) => void;
}

/** Number of findings shown; a single line stands for the rest. */
const FIRST = 50;

/** Rules of which a verdict has as many violations as it can have. */
function fullRules(violations: readonly Violation[]): string[] {
  const counts = new Map<string, number>();
  for (const { rule } of violations) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].flatMap(([rule, n]) => (n < MOST_OF_A_RULE ? [] : [rule]));
}

/** Violations, most serious first, and warnings: an index of the JSON below. Choosing one shows its line. */
export function Findings({ violations, warnings, at, onShow }: FindingsProps) {
  const place = (where: Pick<Violation, 'in' | 'pointer'>, prefix?: ReactNode) => (
    <button
      type="button"
      className="finding-at mono break"
      onClick={() => onShow(where)}
      title="Show this line"
    >
      {prefix}
      {where.pointer === '' ? 'root' : seen(where.pointer)}
    </button>
  );
  const [all, setAll] = useState(false);
  const graveFirst = LEVELS.flatMap((level) => violations.filter((one) => one.level === level));
  const hidden = all ? 0 : Math.max(0, violations.length + warnings.length - FIRST);
  const full = fullRules(violations);
  const left = all ? warnings.length : Math.max(0, FIRST - violations.length);
  return (
    <ul className="findings" aria-label="Findings">
      {graveFirst.slice(0, all ? undefined : FIRST).map((violation) => (
        <li key={violationKey(violation)}>
          <LevelMark level={violation.level} />
          <Link className="link mono" to="/rules/$id" params={{ id: violation.rule }} search={sharedFilter}>
            {violation.rule}
          </Link>
          {place(violation, violation.in === 'message' && <span className="faint">result </span>)}
          <span className="break">
            <Captured text={violation.message} sentence />
            {violation.earlier !== undefined && (
              <>
                {' '}
                <Link
                  className="link"
                  to="/traffic/$response"
                  params={{ response: violation.earlier }}
                  search={true}
                >
                  Earlier response
                </Link>
              </>
            )}
          </span>
        </li>
      ))}
      {warnings.slice(0, left).map(({ warning, pointer }) => (
        <li key={`warning ${pointer}`}>
          <SeverityMark severity={warning.severity} />
          <span className="muted">warning</span>
          {place({ in: 'envelope', pointer })}
          <span className="break">
            <code>{warning.code === null ? 'no code' : seen(warning.code)}</code>{' '}
            <span className="muted">{warningSays(warning, at)}</span>
          </span>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button
            type="button"
            className="link findings-rest"
            onClick={({ currentTarget }) => {
              const last = currentTarget.closest('li')?.previousElementSibling;
              last?.querySelector<HTMLElement>('a, button')?.focus();
              setAll(true);
            }}
          >
            Show {count(hidden)} more
          </button>
        </li>
      )}
      {full.length > 0 && (
        <li>
          <span className="findings-rest muted">
            A verdict has at most {count(MOST_OF_A_RULE)} violations of a rule: there may be more of{' '}
            {full.join(', ')}
          </span>
        </li>
      )}
    </ul>
  );
}
