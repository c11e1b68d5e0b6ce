import { Link } from '@tanstack/react-router';

/** Says on every page that nothing here is real; at the foot, since it comes with the first answer and must move nothing. */
export function DemoBanner() {
  return (
    <aside className="banner" aria-label="Demo">
      <b>Demo.</b> A month of made-up traffic on a throw-away database.{' '}
      <Link to="/connect" className="link">
        Connect a server
      </Link>
    </aside>
  );
}
