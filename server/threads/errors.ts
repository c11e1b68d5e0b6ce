import { BodyUnreadable } from '../ingest/ingest.ts';
import { CursorUnreadable, StoreDamaged, StoreFull, StoreUnavailable } from '../store/faults.ts';

/** An error as it is sent between threads: a structured clone would lose its class and its members. */
export type Packed =
  | { readonly kind: 'StoreFull' | 'StoreDamaged' | 'StoreUnavailable'; readonly message: string }
  | { readonly kind: 'CursorUnreadable'; readonly cursor: string }
  | { readonly kind: 'BodyUnreadable'; readonly of: ConstructorParameters<typeof BodyUnreadable> }
  | {
      readonly kind: 'Error';
      readonly name: string;
      readonly message: string;
      readonly stack: string | undefined;
    };

/** Packs whatever was thrown; {@link unpack} restores its class. */
export function pack(error: unknown): Packed {
  if (error instanceof StoreFull) return { kind: 'StoreFull', message: error.message };
  if (error instanceof StoreDamaged) return { kind: 'StoreDamaged', message: error.message };
  if (error instanceof StoreUnavailable) return { kind: 'StoreUnavailable', message: error.message };
  if (error instanceof CursorUnreadable) return { kind: 'CursorUnreadable', cursor: error.cursor };
  if (error instanceof BodyUnreadable) return { kind: 'BodyUnreadable', of: [error.status, error.refusal] };
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'Error', name, message, stack };
}

/** Restores a packed error, with its class if routes depend on it. */
export function unpack(packed: Packed): Error {
  switch (packed.kind) {
    case 'StoreFull':
      return new StoreFull(packed.message);
    case 'StoreDamaged':
      return new StoreDamaged(packed.message);
    case 'StoreUnavailable':
      return new StoreUnavailable(packed.message);
    case 'CursorUnreadable':
      return new CursorUnreadable(packed.cursor);
    case 'BodyUnreadable':
      return new BodyUnreadable(...packed.of);
    case 'Error': {
      const error = new Error(packed.message);
      error.name = packed.name;
      if (packed.stack !== undefined) error.stack = packed.stack;
      return error;
    }
  }
}
