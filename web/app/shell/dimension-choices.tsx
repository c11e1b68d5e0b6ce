import { WARNING_CODES } from '../../../shared/codes.ts';
import {
  DIMENSIONS,
  type Dimension,
  type FilterChange,
  readFilter,
  THRESHOLD_WORDS,
  valuesOf,
} from '../../lib/filter.ts';
import { useFilter, useSetFilter } from '../../lib/use-filter.ts';
import { type CheckOption, Checks } from '../../ui/checks.tsx';
import { MenuItem } from '../../ui/popover.tsx';

/** Dimensions that accept unseen values, such as `VALIDATION_*`. */
const FREE: ReadonlySet<Dimension> = new Set(['code', 'not_code', 'warning', 'rule']);

/** The standard ones. */
const WARNINGS: readonly CheckOption[] = [...WARNING_CODES.keys()].map((value) => ({ value }));

/** What the menu of a dimension offers: the thresholds of severity, or values to check, of `total` in all. */
export function DimensionChoices({
  dimension,
  options,
  total,
  close,
}: {
  dimension: Dimension;
  options: readonly CheckOption[];
  total: number;
  close: () => void;
}) {
  const filter = useFilter();
  const setFilter = useSetFilter();
  if (dimension === 'severity_max')
    return ([0, 1, 2] as const).map((severity) => (
      <MenuItem
        key={severity}
        current={filter.severity_max === severity}
        hint={`≤ ${severity}`}
        onChoose={() => {
          setFilter({ severity_max: severity });
          close();
        }}
      >
        {THRESHOLD_WORDS[severity]}
      </MenuItem>
    ));
  return (
    <Checks
      name={DIMENSIONS[dimension]}
      options={dimension === 'warning' ? WARNINGS : options}
      chosen={valuesOf(filter, dimension)}
      total={total}
      free={FREE.has(dimension)}
      onChange={(values) => setFilter(changeOf(dimension, values))}
    />
  );
}

/** The change of the filter that sets the values of one dimension. */
function changeOf(dimension: Dimension, values: readonly string[]): FilterChange {
  return { [dimension]: undefined, ...readFilter({ [dimension]: values }) };
}
