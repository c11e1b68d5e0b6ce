import { createHash } from 'node:crypto';
import { invalidParam } from '../errors.ts';
import { CursorUnreadable } from '../store/faults.ts';

/** A digest of the question, then the store's cursor, which has no meaning in another order or selection. */
const SEALED = /^([\w-]{8})\.(.+)$/;

function digestOf(asked: unknown): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 8);
}

/** Binds a page's cursor to the question: `asked` is everything that determines the items and their order. */
export function sealed<P extends { readonly next_cursor: string | null }>(asked: unknown, page: P): P {
  const { next_cursor: next } = page;
  return next === null ? page : { ...page, next_cursor: `${digestOf(asked)}.${next}` };
}

/**
 * Returns the store's cursor in the one that was sent, as part of a Page; empty if none was sent.
 * Throws CursorUnreadable if it is from no page, and Failure (400) if it is from another question's page.
 */
export function opened(asked: unknown, cursor: string | undefined): { readonly cursor?: string } {
  if (cursor === undefined) return {};
  const [, digest, place] = SEALED.exec(cursor) ?? [];
  if (digest === undefined || place === undefined) throw new CursorUnreadable(cursor);
  if (digest !== digestOf(asked))
    throw invalidParam('cursor', 'next_cursor of a page with this filter and order', 'that of another');
  return { cursor: place };
}
