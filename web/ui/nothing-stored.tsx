import { Link } from '@tanstack/react-router';
import { buttonClass } from './button.tsx';
import './panel.css';

/** Shown if nothing was ever stored, so that no other filter or range would show more. */
export function NothingStored({ height }: { height: number }) {
  return (
    <div className="note" style={{ minHeight: height }}>
      <p>
        <b>No responses yet</b>
      </p>
      <p className="sm muted">
        Data appears here with the first response. Run <code>mailroom demo --port 0</code> to explore a month
        of made-up traffic.
      </p>
      <Link className={buttonClass({ kind: 'primary' })} to="/connect">
        Connect a server
      </Link>
    </div>
  );
}
