import type { Category } from '../../shared/verdict.ts';
import './swatch.css';

export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  validation: 'Validation',
  not_found: 'Not Found',
  permission: 'Permission',
  conflict: 'Conflict',
  rate_limit: 'Rate Limit',
  token: 'Token',
  schema: 'Schema',
  internal: 'Internal',
  unknown: 'Unknown',
};

/** The fixed colour of a category; a fill only, the name stands beside it. */
export function categoryColor(category: Category): string {
  return `var(--cat-${category})`;
}

/** A small square in a colour token. */
export function Swatch({ color }: { color: string }) {
  return <i className="swatch" style={{ background: color }} aria-hidden="true" />;
}

/** A category's colour and name. */
export function CategoryName({ category }: { category: Category }) {
  return (
    <span className="swatched">
      <Swatch color={categoryColor(category)} />
      {CATEGORY_NAMES[category]}
    </span>
  );
}
