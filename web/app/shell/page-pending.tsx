import { goneSince } from '../../lib/api.ts';
import { useStore } from '../../lib/store.ts';
import { usePage } from './use-page.ts';

/** Shown until the page's script is loaded. */
export function PagePending() {
  const title = usePage()?.title;
  const gone = useStore(goneSince) !== null;
  return (
    <div className="page" aria-busy={!gone}>
      <h1>{title}</h1>
      {gone && <p className="note muted">This page loads when Mailroom is back</p>}
    </div>
  );
}
