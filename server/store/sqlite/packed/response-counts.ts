import { parseJson } from '../../../../shared/json/value.ts';
import { NumberReader, writeNumber } from './numbers.ts';

/** What one response counts for, in ids. Stored with the response, so that it can be counted again. */
export interface ResponseCounts {
  /** Kind of each failure: the response's own, or those of its members. */
  readonly failures: readonly number[];
  /** `first` is 1 for the most urgent with its code in the response, else 0. */
  readonly warnings: readonly (readonly [kind: number, n: number, first: number, severity: number])[];
  readonly violations: readonly (readonly [kind: number, n: number])[];
  /** Slow operations and truncations. */
  readonly readings: readonly (readonly [condition: number, a: number, b: number, ratio: number])[];
  readonly quotas: readonly (readonly [
    condition: number,
    current: number,
    warn: number | null,
    pause: number | null,
    hardStop: number | null,
    quota: number | null,
    /** Epoch ms. Absent in what earlier schemas stored. */
    resetsAt?: number | null,
  ])[];
}

export const NO_COUNTS: ResponseCounts = {
  failures: [],
  warnings: [],
  violations: [],
  readings: [],
  quotas: [],
};

/**
 * Failures, violations and warnings in this order, each list as its length and its numbers; trailing empty
 * lists are omitted. Readings and quotas, which are few and not integers, follow as JSON.
 */
export function packCounts({ failures, violations, warnings, readings, quotas }: ResponseCounts): Uint8Array {
  const hasMeasured = readings.length + quotas.length > 0;
  const bytes: number[] = [];
  writeNumber(bytes, failures.length);
  for (const kind of failures) writeNumber(bytes, kind);
  if (hasMeasured || violations.length + warnings.length > 0) writeTuples(bytes, violations);
  if (hasMeasured || warnings.length > 0) writeTuples(bytes, warnings);
  const numbers = Buffer.from(bytes);
  return hasMeasured ? Buffer.concat([numbers, Buffer.from(JSON.stringify([readings, quotas]))]) : numbers;
}

function writeTuples(bytes: number[], tuples: readonly (readonly number[])[]): void {
  writeNumber(bytes, tuples.length);
  for (const tuple of tuples) for (const value of tuple) writeNumber(bytes, value);
}

/** Decodes what {@link packCounts} returned. */
export function unpackCounts(packed: Uint8Array): ResponseCounts {
  const numbers = new NumberReader(packed);
  const many = <T>(read: () => T): T[] => Array.from({ length: numbers.next() }, read);
  const next = () => numbers.next();
  return {
    failures: many(next),
    violations: many(() => [next(), next()] as const),
    warnings: many(() => [next(), next(), next(), next()] as const),
    ...measured(packed.subarray(numbers.at)),
  };
}

/** Decodes the kinds of the warnings alone, which a walk asks of every row. */
export function warningKindsIn(packed: Uint8Array): readonly number[] {
  const numbers = new NumberReader(packed);
  for (let failures = numbers.next(); failures > 0; failures--) numbers.skip();
  for (let parts = 2 * numbers.next(); parts > 0; parts--) numbers.skip();
  return Array.from({ length: numbers.next() }, () => {
    const kind = numbers.next();
    for (let parts = 3; parts > 0; parts--) numbers.skip();
    return kind;
  });
}

function measured(json: Uint8Array): Pick<ResponseCounts, 'readings' | 'quotas'> {
  if (json.length === 0) return { readings: [], quotas: [] };
  // Written by packCounts, so the lists have the types of ResponseCounts.
  const [readings, quotas] = parseJson(Buffer.from(json).toString()) as readonly [
    ResponseCounts['readings'],
    ResponseCounts['quotas'],
  ];
  return { readings, quotas };
}

/** Re-encodes counts of schemas 1 and 2: the five lists as JSON, without trailing empty ones. */
export function repacked(json: string): Uint8Array {
  const [failures = [], violations = [], warnings = [], readings = [], quotas = []] = parseJson(
    json,
  ) as readonly [
    failures?: ResponseCounts['failures'],
    violations?: ResponseCounts['violations'],
    warnings?: ResponseCounts['warnings'],
    readings?: ResponseCounts['readings'],
    quotas?: ResponseCounts['quotas'],
  ];
  return packCounts({ failures, violations, warnings, readings, quotas });
}
