import { Link } from '@tanstack/react-router';
import type { Violation } from '../../../shared/verdict.ts';
import { LevelMark } from '../mark.tsx';
import './verdict.css';

/** The violations as an index of the JSON beneath: choosing one shows its line. */
export function Findings({
  violations,
  onShow,
}: {
  violations: readonly Violation[];
  onShow: (violation: Violation) => void;
}) {
  return (
    <ul className="findings" aria-label="Violations">
      {violations.map((violation) => (
        <li key={`${violation.rule} ${violation.in} ${violation.pointer}`}>
          <LevelMark level={violation.level} />
          <Link className="link mono" to="/rules/$id" params={{ id: violation.rule }}>
            {violation.rule}
          </Link>
          <button
            type="button"
            className="finding-at mono"
            onClick={() => onShow(violation)}
            title="Show this line"
          >
            {violation.in === 'message' && <span className="faint">result </span>}
            {violation.pointer === '' ? '/' : violation.pointer}
          </button>
          <span className="break">{violation.message}</span>
        </li>
      ))}
    </ul>
  );
}
