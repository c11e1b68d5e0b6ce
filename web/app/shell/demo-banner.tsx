import { Link } from '@tanstack/react-router';

/**
 * Says on every page that the data is made up. It is at the foot since it arrives with the first answer and
 * must not move anything.
 */
export function DemoBanner() {
  return (
    <aside className="banner no-print" aria-label="Demo">
      <b>Demo.</b> A month of made-up traffic in a temporary database.{' '}
      <Link to="/connect" className="link">
        Connect a server
      </Link>
    </aside>
  );
}
