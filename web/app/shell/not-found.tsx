import { Link } from '@tanstack/react-router';
import { sharedFilter } from '../../lib/filter.ts';
import { useShownOne } from '../../lib/title.ts';
import { useChosenFilter } from '../../lib/use-filter.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PAGES } from '../pages.ts';

/** Shown at an address without a page. */
export function NotFound() {
  useShownOne('Page not found');
  const filter = sharedFilter(useChosenFilter());
  return (
    <div className="alone">
      <h1>Page not found</h1>
      <p className="muted break">
        <code>{location.pathname}</code>
      </p>
      <p className="row wrap">
        {PAGES.map(({ to, name }) => (
          <Link key={to} to={to} search={filter} className={buttonClass()}>
            {name}
          </Link>
        ))}
      </p>
    </div>
  );
}
