import type { Category } from '../../shared/verdict.ts';

export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  validation: 'Validation',
  not_found: 'Not found',
  permission: 'Permission',
  conflict: 'Conflict',
  rate_limit: 'Rate limit',
  token: 'Token',
  schema: 'Schema',
  internal: 'Internal',
  unknown: 'Unknown',
};

/** The fixed colour of a category; only for fills, next to its name. */
export function categoryColor(category: Category): string {
  return `var(--cat-${category})`;
}
