import { Link } from '@tanstack/react-router';
import type { Overview } from '../../../shared/api/overview.ts';
import { filterWords, sharedFilter } from '../../lib/filter.ts';
import { count, counted, percent } from '../../lib/numbers.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Bar } from '../../ui/bar.tsx';
import { CATEGORY_NAMES, categoryColor } from '../../ui/category.ts';
import { CATEGORY_ACTS } from '../../ui/category-acts.ts';
import { type Answer, DataPanel } from '../../ui/data-panel.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { CategoryName } from '../../ui/swatch.tsx';

/** Failed members of a batch count too, so this can exceed the number of failed responses. */
function failuresOf(categories: Overview['categories']): number {
  return categories.reduce((sum, row) => sum + row.count, 0);
}

/** Failures by category with what to do about each; the footer names the categories without failures. */
export function Categories({ query }: { query: Answer<Overview> }) {
  const filter = useFilter();
  const search = sharedFilter(filter);
  const context = filterWords(filter).length > 0 ? 'the filter' : 'this range';
  return (
    <DataPanel
      title="Errors by category"
      note={({ categories, totals }) => {
        const failures = failuresOf(categories);
        const members = failures - totals.failures;
        return counted(failures, 'failure') + (members > 0 ? `, ${count(members)} in batches` : '');
      }}
      query={query}
      height={320}
      skeleton={<SkeletonRows rows={8} height={38} />}
      goodWhenEmpty
      empty={({ categories }) => (failuresOf(categories) === 0 ? 'failures' : undefined)}
      footer={({ categories }) => {
        const none = categories.filter((row) => row.count === 0);
        return none.length === 0
          ? null
          : `None in ${context}: ${none.map(({ category }) => CATEGORY_NAMES[category]).join(', ')}`;
      }}
    >
      {({ categories }) => {
        const shown = categories.filter((row) => row.count > 0).toSorted((a, b) => b.count - a.count);
        const most = shown[0]?.count ?? 1;
        return (
          <ul className="overview-categories">
            {shown.map(({ category, count: failures, share, guidance }) => (
              <li key={category}>
                <Link to="/errors" search={{ ...search, category: [category] }} title={guidance}>
                  <b className="row">
                    <CategoryName category={category} />
                    <span className="sm muted ell">{CATEGORY_ACTS[category]}</span>
                  </b>
                  <b className="num">{count(failures)}</b>
                  <span className="num muted">{percent(share)}</span>
                  <Bar share={failures / most} color={categoryColor(category)} />
                </Link>
              </li>
            ))}
          </ul>
        );
      }}
    </DataPanel>
  );
}
