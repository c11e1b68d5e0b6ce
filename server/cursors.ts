import { createHash } from 'node:crypto';
import { invalidParam } from './errors.ts';
import { CursorUnreadable } from './store/faults.ts';

/** The store's cursor behind a digest of what was asked: in another order, or among other items, its place means nothing. */
const SEALED = /^([\w-]{8})\.(.+)$/;

function digestOf(asked: unknown): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 8);
}

/** A page whose cursor goes with what was asked: all that settles which items there are, and in which order. */
export function sealed<P extends { readonly next_cursor: string | null }>(asked: unknown, page: P): P {
  const { next_cursor: next } = page;
  return next === null ? page : { ...page, next_cursor: `${digestOf(asked)}.${next}` };
}

/**
 * The store's cursor in the one that was sent, as a part of its page; nothing where none was.
 * Throws CursorUnreadable where no page gave it, and Failure (400) where that of another question did.
 */
export function opened(asked: unknown, cursor: string | undefined): { readonly cursor?: string } {
  if (cursor === undefined) return {};
  const [, digest, place] = SEALED.exec(cursor) ?? [];
  if (digest === undefined || place === undefined) throw new CursorUnreadable(cursor);
  if (digest !== digestOf(asked))
    throw invalidParam('cursor', 'next_cursor of a page with this filter and order', 'that of another');
  return { cursor: place };
}
