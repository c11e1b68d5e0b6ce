import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Errors } from '../../../shared/api/errors.ts';
import type { Category } from '../../../shared/verdict.ts';
import { changed } from '../../lib/filter.ts';
import { count, percent } from '../../lib/numbers.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Captured } from '../../ui/captured.tsx';
import { CATEGORY_NAMES, categoryColor } from '../../ui/category.ts';
import { CATEGORY_ACTS } from '../../ui/category-acts.ts';
import { DataBody, PartMark, StaleMark } from '../../ui/data-panel.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Swatch } from '../../ui/swatch.tsx';
import { categoriesQuestion } from './queries.ts';

/** What the share next to it is of; failed members of a batch are not failed responses. */
function ofResponses(total: number, failed: number, responses: number): string {
  const members = total - failed;
  const share = `${count(failed)} of ${count(responses)}`;
  return members > 0 ? `${share}, ${count(members)} in batches` : share;
}

/** The filter after one of its values is chosen: that value alone, or none if it was alone already. */
function narrowed<T extends string>(chosen: readonly T[], value: T): T[] | undefined {
  return chosen.length === 1 && chosen[0] === value ? undefined : [value];
}

/** Categories with their counts and who must act, most failures first; choosing one filters by it alone. */
export function Rail() {
  const filter = useFilter();
  const query = useQuery(categoriesQuestion(filter));
  const chosen = filter.category ?? [];
  // The responses, of which failures have a share, include those with excluded codes.
  const isLess = filter.not_code !== undefined;
  return (
    <nav className="errors-rail" aria-label="Categories">
      <header>
        <h2>Categories</h2>
        <PartMark data={query.data} /> <StaleMark query={query} />
      </header>
      <DataBody query={query} height={440} skeleton={<SkeletonRows rows={10} height={44} />}>
        {({ total, responses, failed, categories }) => (
          <ul>
            <li>
              <Choice
                on={chosen.length === 0}
                next={undefined}
                color="var(--text-3)"
                name="All"
                n={total}
                share={responses === 0 || isLess ? undefined : percent(failed / responses)}
              >
                {isLess
                  ? 'without excluded codes'
                  : responses === 0
                    ? 'no responses'
                    : ofResponses(total, failed, responses)}
              </Choice>
            </li>
            {categories
              .toSorted((a, b) => b.count - a.count)
              .map(({ category, count: n, share, codes }) => (
                <li key={category}>
                  <Choice
                    on={chosen.includes(category)}
                    next={narrowed(chosen, category)}
                    color={categoryColor(category)}
                    name={CATEGORY_NAMES[category]}
                    n={n}
                    share={n === 0 ? undefined : percent(share)}
                  >
                    {CATEGORY_ACTS[category]}
                  </Choice>
                  {chosen.includes(category) && <Codes codes={codes} chosen={filter.code ?? []} />}
                </li>
              ))}
          </ul>
        )}
      </DataBody>
    </nav>
  );
}

interface CodesProps {
  readonly codes: Errors['categories'][number]['codes'];
  readonly chosen: readonly string[];
}

/** The codes of a selected category; choosing one filters by it alone. */
function Codes({ codes, chosen }: CodesProps) {
  if (codes.length === 0) return null;
  return (
    <ul className="errors-codes">
      {codes.map(({ code, count: n, registered }) => (
        <li key={code}>
          {code === null ? (
            <span className="muted">no code</span>
          ) : (
            <Link
              to="."
              search={(held) => changed(held, { code: narrowed(chosen, code) })}
              className="mono ell"
              aria-current={chosen.includes(code) ? 'true' : undefined}
              title={registered ? code : `${code}: not in the registry`}
            >
              <Captured text={code} />
            </Link>
          )}
          <span className="muted num">{count(n)}</span>
        </li>
      ))}
    </ul>
  );
}

interface ChoiceProps {
  readonly on: boolean;
  /** The categories in the filter once it is chosen. */
  readonly next: Category[] | undefined;
  readonly color: string;
  readonly name: string;
  readonly n: number;
  readonly share?: string | undefined;
  readonly children: string;
}

function Choice({ on, next, color, name, n, share, children }: ChoiceProps) {
  return (
    <Link
      to="/errors"
      search={(held) => changed(held, { category: next, code: undefined })}
      activeOptions={{ exact: true }}
      className={`errors-category${n === 0 ? ' none' : ''}`}
      aria-current={on ? 'true' : undefined}
    >
      <Swatch color={color} />
      <b>{name}</b>
      <span className="num">{count(n)}</span>
      <span className="sm muted errors-guidance">{children}</span>
      <span className="sm muted num errors-share">{share}</span>
    </Link>
  );
}
