import { Link } from '@tanstack/react-router';

/** Says on every page that nothing here is real. */
export function DemoBanner() {
  return (
    <aside className="demo" aria-label="Demo">
      <b>Demo.</b> A month of made-up traffic on a throw-away database.{' '}
      <Link to="/connect" className="link">
        Connect a server
      </Link>
    </aside>
  );
}
