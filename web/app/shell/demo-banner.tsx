import { Link } from '@tanstack/react-router';

/** Says on every page that nothing here is real. */
export function DemoBanner() {
  return (
    <p className="demo" role="note">
      <b>Demo.</b> A month of made-up traffic on a throw-away database.{' '}
      <Link to="/connect" className="link">
        Connect a server
      </Link>
    </p>
  );
}
