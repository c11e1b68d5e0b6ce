import { isObject, type JsonObject, member } from '../../../shared/json/value.ts';
import { typeName } from '../../../shared/refusal.ts';
import { type AqlWarning, errors, type Failure, failure, type Success, success, warnings } from '../aql.ts';
import type { Endpoint } from '../script.ts';
import { introspect, QUERY } from './introspect.ts';
import type { Operation, Param } from './operations.ts';
import { PARCELS } from './parcels.ts';
import { CallQuota } from './quota.ts';
import { type Shelf, stocked } from './shelf.ts';
import { Tokens } from './tokens.ts';

/** Parameters of every operation: the answers to a confirmation and to a quota pause. */
const COMMON = ['confirmation_token', '_quota_continue'];

const BATCH: Operation = {
  name: 'batch',
  endpoint: 'execute',
  description: 'Run several operations in order, until one requires confirmation',
  params: { operations: { type: 'array', required: true } },
  run: () => ({ data: null }),
};
const INTROSPECT: Operation = {
  name: 'introspect',
  endpoint: 'read',
  description: 'List what this server can do',
  params: QUERY,
  run: (params) => ({ data: introspect(params, OPERATIONS) }),
};
const OPERATIONS: readonly Operation[] = [INTROSPECT, ...PARCELS, BATCH];
const BY_NAME = new Map(OPERATIONS.map((operation) => [operation.name, operation]));

/** A small MCP-AQL adapter for a shelf of parcels. */
export class Adapter {
  readonly #shelf: Shelf = stocked();
  readonly #tokens = new Tokens();
  readonly #quota = new CallQuota(this.#tokens);

  /** Answers one call of an endpoint's tool, whatever its arguments. Never throws. */
  async answer(endpoint: Endpoint, args: JsonObject): Promise<Success | Failure> {
    const given = member(args, 'operation');
    const params = member(args, 'params') ?? {};
    if (given === undefined) return failure(errors.missingParam('operation', endpoint));
    if (typeof given !== 'string') return failure(errors.invalidType('operation', 'string', typeName(given)));
    if (!isObject(params)) return failure(errors.invalidType('params', 'object', typeName(params)));
    const operation = BY_NAME.get(given);
    if (operation?.endpoint !== endpoint) return failure(errors.unknownOperation(given));

    const begun = performance.now();
    const envelope = await this.#counted(operation, params);
    const duration_ms = Math.round(performance.now() - begun);
    return envelope.success ? { ...envelope, _meta: { duration_ms } } : envelope;
  }

  async #counted(operation: Operation, params: JsonObject): Promise<Success | Failure> {
    if (operation === INTROSPECT) return this.#checked(operation, params);
    const quota = this.#quota.count(Date.now(), member(params, '_quota_continue'));
    if ('error' in quota) return failure(quota.error);
    const envelope = await (operation === BATCH ? this.#batch(params) : this.#checked(operation, params));
    if (!envelope.success || quota.warnings.length === 0) return envelope;
    return { ...envelope, warnings: [...quota.warnings, ...(envelope.warnings ?? [])] };
  }

  async #checked(operation: Operation, params: JsonObject): Promise<Success | Failure> {
    const wrong = wrongParam(operation, params);
    if (wrong !== undefined) return failure(wrong);
    const now = Date.now();
    const unconfirmed =
      operation.requiresConfirmation === true ? this.#unconfirmed(operation, params, now) : undefined;
    if (unconfirmed !== undefined) return failure(unconfirmed);
    const done = await operation.run(params, { shelf: this.#shelf, now });
    if ('error' in done) return failure(done.error);
    const old: readonly AqlWarning[] =
      operation.deprecated === undefined ? [] : [warnings.deprecation(operation.deprecated, now)];
    return success(done.data, [...old, ...(done.warnings ?? [])]);
  }

  #unconfirmed(operation: Operation, params: JsonObject, now: number) {
    const token = member(params, 'confirmation_token');
    if (typeof token === 'string') return this.#tokens.redeem(token, operation.name, now);
    const issued = this.#tokens.issue(operation.name, now);
    return errors.confirmationRequired(operation.name, issued.token, issued.expiresAt);
  }

  /** operations 7: order is kept; a failure does not stop the rest, a confirmation does. */
  async #batch(params: JsonObject): Promise<Success | Failure> {
    const wrong = wrongParam(BATCH, params);
    if (wrong !== undefined) return failure(wrong);
    const asked = member(params, 'operations');
    const items = Array.isArray(asked) ? asked.map(batchItem) : [];
    const results = [];
    for (const [index, { name, params: inner }] of items.entries()) {
      const operation = BY_NAME.get(name);
      const known = operation !== undefined && operation !== BATCH;
      const result = known ? await this.#checked(operation, inner) : failure(errors.unknownOperation(name));
      const item = { index, operation: name, result };
      if (!result.success && result.error.code === 'CONFIRMATION_REQUIRED') {
        const pending = items
          .slice(index + 1)
          .map((next, n) => ({ index: index + 1 + n, operation: next.name }));
        return success(null, [], {
          results,
          summary: { ...summary(results), total: items.length, halted: 1, pending: pending.length },
          halted_at: item,
          pending_operations: pending,
        });
      }
      results.push(item);
    }
    return success(null, [], { results, summary: summary(results) });
  }
}

function summary(results: readonly { readonly result: Success | Failure }[]) {
  const succeeded = results.filter(({ result }) => result.success).length;
  return { total: results.length, succeeded, failed: results.length - succeeded };
}

function batchItem(item: unknown): { name: string; params: JsonObject } {
  const name = isObject(item) ? member(item, 'operation') : undefined;
  const params = isObject(item) ? member(item, 'params') : undefined;
  return { name: typeof name === 'string' ? name : '', params: isObject(params) ? params : {} };
}

function wrongParam(operation: Operation, params: JsonObject) {
  const known: ReadonlyMap<string, Param> = new Map(Object.entries(operation.params));
  const unknown = Object.keys(params).filter((name) => !known.has(name) && !COMMON.includes(name));
  if (unknown.length > 0) return errors.unknownParam(operation.name, unknown, [...known.keys()]);
  for (const [name, { type, required }] of known) {
    const value = member(params, name);
    if (value === undefined && required) return errors.missingParam(name, operation.name);
    if (value !== undefined && typeName(value) !== type)
      return errors.invalidType(name, type, typeName(value));
  }
  return undefined;
}
