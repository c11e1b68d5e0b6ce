import type { JsonObject } from '../../../shared/json/value.ts';
import type { Refusal } from '../../../shared/refusal.ts';
import type { AqlWarning, Deprecated } from '../aql.ts';
import type { Endpoint } from '../script.ts';
import type { Shelf } from './shelf.ts';

export interface Param {
  readonly type: 'string' | 'number' | 'boolean' | 'array';
  readonly required?: true;
  readonly deprecated?: Deprecated;
}

/** An operation's result: data with warnings, or the error it failed with. */
export type Done =
  | { readonly data: unknown; readonly warnings?: readonly AqlWarning[] }
  | { readonly error: Refusal };

/** What an operation may use besides its parameters, which were checked against `params`. */
export interface Context {
  readonly shelf: Shelf;
  /** Epoch ms. */
  readonly now: number;
}

/** One operation: everything that introspection tells and dispatch checks about it. */
export interface Operation {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly description: string;
  readonly params: Readonly<Record<string, Param>>;
  readonly deprecated?: Deprecated;
  readonly requiresConfirmation?: true;
  readonly run: (params: JsonObject, context: Context) => Done | Promise<Done>;
}
