import type { Errors } from '../../../shared/api/errors.ts';
import type { Overview } from '../../../shared/api/overview.ts';
import { CATEGORY_INFO, ERROR_CODES } from '../../../shared/codes.ts';
import { addTo } from '../../../shared/collections/add-to.ts';
import { entry } from '../../../shared/collections/entry.ts';
import { sum } from '../../../shared/collections/sum.ts';
import { CATEGORIES, type Category } from '../../../shared/verdict.ts';
import { byName } from './order.ts';

/** Failures of one category and code. */
export interface FaultCount {
  readonly category: Category;
  readonly code: string | null;
  readonly count: number;
}

/** True if an error code is in the registry; false for a failure without a code. */
export function isRegistered(code: string | null): boolean {
  return code !== null && ERROR_CODES.has(code);
}

/** All nine categories with their failure counts, in registry order. */
export function categoryRows(counts: ReadonlyMap<Category, number>): Overview['categories'] {
  const total = sum(counts.values());
  return CATEGORIES.map((category) => {
    const count = counts.get(category) ?? 0;
    return { category, ...CATEGORY_INFO[category], count, share: total === 0 ? 0 : count / total };
  });
}

/** Failures by category, then by code, most first, then by name. */
export function categoriesWithCodes(faults: readonly FaultCount[]): Errors['categories'] {
  const counts = new Map<Category, number>();
  const codes = new Map<Category, Errors['categories'][number]['codes']>();
  for (const { category, code, count } of faults.toSorted(mostFirst)) {
    addTo(counts, category, count);
    entry(codes, category, () => []).push({ code, count, registered: isRegistered(code) });
  }
  return categoryRows(counts).map((row) => ({ ...row, codes: codes.get(row.category) ?? [] }));
}

function mostFirst(a: FaultCount, b: FaultCount): number {
  return b.count - a.count || byName(a.code, b.code);
}
