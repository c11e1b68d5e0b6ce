import { Link } from '@tanstack/react-router';
import { defined } from '../../shared/collections/defined.ts';
import { sharedFilter } from '../lib/filter.ts';
import { Prose } from './prose.tsx';

/** A rule in a table: its id, which leads to its page, and its title. */
export function RuleName({ id, title }: { id: string; title: string }) {
  return (
    <>
      <Link
        className="link mono nowrap"
        to="/rules/$id"
        params={{ id }}
        // That page goes through the broken rules in the order of their tables.
        search={({ view, ...held }) => defined({ ...sharedFilter(held), view })}
      >
        {id}
      </Link>{' '}
      <Prose text={title} />
    </>
  );
}
