import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Monitor, Moon, Search, Sun } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { basePath } from '../../lib/base-path.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { count } from '../../lib/numbers.ts';
import { lazyPart } from '../../lib/part.ts';
import { prefer, usePreference } from '../../lib/preferences.ts';
import { groupNewsQuestion } from '../../lib/questions.ts';
import { useChosenFilter } from '../../lib/use-filter.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PAGES } from '../pages.ts';
import { BrandMark } from './brand.tsx';
import { openDialog } from './dialogs.ts';

const QuotaIndicator = lazyPart(() => import('./quota-indicator.tsx'), 'QuotaIndicator');

const THEMES = {
  system: { next: 'light', Sign: Monitor },
  light: { next: 'dark', Sign: Sun },
  dark: { next: 'system', Sign: Moon },
} as const;

function ThemeButton() {
  const theme = usePreference('theme');
  const { next, Sign } = THEMES[theme];
  return (
    <Button
      kind="ghost"
      icon
      aria-label={`Theme: ${theme}. Switch to ${next}`}
      title={`Theme: ${theme}`}
      onClick={() => prefer({ theme: next })}
    >
      <Sign size={15} strokeWidth={1.7} aria-hidden="true" />
    </Button>
  );
}

/** The section of a page in the navigation: rules belong to the catalogue, which is on Conformance. */
const sectionOf = (path: string) => `/${path.split('/')[1]}`.replace('/rules', '/conformance');

function Navigation() {
  const filter = sharedFilter(useChosenFilter());
  const { data: open } = useQuery({ ...groupNewsQuestion(filter), select: ({ states }) => states.open });
  const nav = useRef<HTMLElement>(null);
  const page = useLocation({ select: ({ pathname }) => sectionOf(pathname) });
  // If the pages do not fit, scrolls the current one into view, also when a count widens its link.
  useEffect(() => {
    const links = [...(nav.current?.querySelectorAll('a') ?? [])];
    const present = links.find((link) => link.pathname === basePath + page);
    const observer = new ResizeObserver(() => {
      if (present === undefined || nav.current === null) return;
      nav.current.scrollLeft = present.offsetLeft - (nav.current.clientWidth - present.offsetWidth) / 2;
    });
    for (const link of links) observer.observe(link);
    return () => observer.disconnect();
  }, [page]);
  return (
    <nav className="nav" aria-label="Pages" ref={nav}>
      {PAGES.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          search={filter}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          aria-current={to === page || undefined}
        >
          {name}
          {to === '/errors' && open !== undefined && open > 0 && (
            <span className="counter" title={`${count(open)} open groups`}>
              {count(open)}
              <span className="vh"> open groups</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** Brand, pages with their counts, the worst quota, search, theme, Connect. */
export function Header() {
  const filter = sharedFilter(useChosenFilter());
  return (
    <header className="top no-print">
      <Link className="brand" to="/" search={filter}>
        <BrandMark />
        Mailroom
      </Link>
      <Navigation />
      <div className="tools">
        <Suspense>
          <QuotaIndicator />
        </Suspense>
        <Button
          className="search-button"
          aria-label="Search and commands"
          onClick={() => openDialog.set('palette')}
        >
          <Search size={14} strokeWidth={1.8} aria-hidden="true" />
          <span className="k hide-m">Search</span>
          <kbd className="hide-m">/</kbd>
        </Button>
        <ThemeButton />
        <Link className={buttonClass()} to="/connect" search={filter}>
          Connect
        </Link>
      </div>
    </header>
  );
}
