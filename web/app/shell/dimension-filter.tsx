import { ChevronDown, X } from 'lucide-react';
import { Suspense } from 'react';
import type { Facets } from '../../../shared/api/facets.ts';
import { CATEGORIES, DIALECTS, LEVELS, OUTCOMES } from '../../../shared/verdict.ts';
import {
  DIMENSIONS,
  type Dimension,
  FACETS,
  readFilter,
  THRESHOLD_WORDS,
  typedValue,
  valuesOf,
} from '../../lib/filter.ts';
import { focusMain } from '../../lib/focus.ts';
import { count } from '../../lib/numbers.ts';
import { lazyPart } from '../../lib/part.ts';
import { useFilter, useSetSearch } from '../../lib/use-filter.ts';
import { Captured } from '../../ui/captured.tsx';
import { CATEGORY_NAMES } from '../../ui/category.ts';
import type { CheckOption } from '../../ui/checks.tsx';
import { LEVEL_MARKS } from '../../ui/looks.ts';
import { MenuItem, Popover } from '../../ui/popover.tsx';

const Checks = lazyPart(() => import('../../ui/checks.tsx'), 'Checks');

/** Dimensions that are always offered. */
export const ALWAYS: readonly Dimension[] = ['server', 'client', 'operation'];

/** Dimensions with a fixed set of values. */
const WORDS: Readonly<Partial<Record<Dimension, readonly CheckOption[]>>> = {
  category: CATEGORIES.map((value) => ({ value, label: CATEGORY_NAMES[value] })),
  outcome: OUTCOMES.map((value) => ({ value })),
  level: LEVELS.map((value) => ({ value, label: LEVEL_MARKS[value].word })),
  dialect: DIALECTS.map((value) => ({ value })),
};

/** Dimensions that accept unseen values, such as `VALIDATION_*`. */
const FREE: ReadonlySet<Dimension> = new Set(['code', 'not_code', 'warning', 'rule']);

/** The values of one dimension to choose from, and a button that clears them; opened at once if just added. */
export function DimensionFilter({
  dimension,
  facets,
  added,
}: {
  dimension: Dimension;
  facets: Facets | undefined;
  added: boolean;
}) {
  const filter = useFilter();
  const setSearch = useSetSearch();
  const name = DIMENSIONS[dimension];
  const chosen = valuesOf(filter, dimension);
  const seen = FACETS[dimension];
  const options: readonly CheckOption[] = (seen === undefined ? WORDS[dimension] : facets?.[seen]) ?? [];
  const total = (seen && facets?.totals[seen]) ?? options.length;
  const all = total > 0 && ALWAYS.includes(dimension) ? `all ${count(total)}` : 'all';
  const words =
    chosen.length === 0
      ? all
      : chosen.length === 1
        ? (options.find(({ value }) => value === chosen[0])?.label ?? chosen[0] ?? null)
        : `${chosen.length} selected`;
  return (
    <span className="filter">
      <Popover
        className={chosen.length > 0 ? 'btn on' : 'btn'}
        startsOpen={added}
        label={
          <>
            <span className="k">{name}</span>
            <b className="ell">
              <Captured text={words} />
            </b>
            <ChevronDown size={12} aria-hidden="true" />
          </>
        }
      >
        {() =>
          dimension === 'severity_max' ? (
            ([0, 1, 2] as const).map((severity) => (
              <MenuItem
                key={severity}
                current={filter.severity_max === severity}
                hint={`≤ ${severity}`}
                onChoose={() => setSearch({ severity_max: severity })}
              >
                {THRESHOLD_WORDS[severity]}
              </MenuItem>
            ))
          ) : (
            <Suspense>
              <Checks
                name={name}
                options={options}
                chosen={chosen}
                total={total}
                free={FREE.has(dimension)}
                onChange={(values) => {
                  const typed = values.map((value) => typedValue(dimension, value));
                  setSearch({ [dimension]: undefined, ...readFilter({ [dimension]: typed }) });
                }}
              />
            </Suspense>
          )
        }
      </Popover>
      {chosen.length > 0 && (
        <button
          type="button"
          className="btn on icon clear"
          aria-label={`Clear ${name.toLowerCase()}`}
          onClick={({ currentTarget: { previousElementSibling: button } }) => {
            // What was not added on this page goes as a whole.
            if (!added && !ALWAYS.includes(dimension)) focusMain();
            else if (button instanceof HTMLElement) button.focus();
            setSearch({ [dimension]: undefined });
          }}
        >
          <X size={12} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
