import type { JsonObject } from '../../../shared/json.ts';
import type { AqlError, AqlWarning, Deprecated } from '../aql.ts';
import type { Endpoint } from '../script.ts';
import type { Shelf } from './shelf.ts';

export interface Param {
  readonly type: 'string' | 'number' | 'boolean' | 'array';
  readonly required?: true;
  readonly deprecated?: Deprecated;
}

/** What an operation did: data with warnings, or the error that it failed with. */
export type Done =
  | { readonly data: unknown; readonly warnings?: readonly AqlWarning[] }
  | { readonly error: AqlError };

/** What an operation may use beside its own parameters, which were checked against `params`. */
export interface Context {
  readonly shelf: Shelf;
  /** Epoch ms. */
  readonly now: number;
}

/** One operation: its file or list holds all that introspection says and dispatch checks of it. */
export interface Operation {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly description: string;
  readonly params: Readonly<Record<string, Param>>;
  readonly deprecated?: Deprecated;
  /** True where it is done only with a confirmation token. */
  readonly confirmed?: true;
  readonly run: (params: JsonObject, context: Context) => Done | Promise<Done>;
}
