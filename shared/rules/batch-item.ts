import { isObject, type JsonObject } from '../json/value.ts';

/** A well-formed item of a batch's `results` (operations 7.2). */
interface BatchItem {
  readonly index: number;
  readonly operation: string;
  readonly result: JsonObject;
}

/** Names of the members that an item lacks or has with the wrong type; none if it is well-formed. */
export function missingOf(item: unknown): readonly string[] {
  if (!isObject(item)) return ['index', 'operation', 'result'];
  const missing: string[] = [];
  if (!Number.isInteger(item.index)) missing.push('index');
  if (typeof item.operation !== 'string') missing.push('operation');
  if (!isObject(item.result)) missing.push('result');
  return missing;
}

export function isBatchItem(item: unknown): item is BatchItem {
  return missingOf(item).length === 0;
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
