import type { Category } from '../../shared/verdict.ts';
import { CATEGORY_NAMES, categoryColor } from './category.ts';
import './swatch.css';

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
