import { sum } from '../../../../shared/collections/sum.ts';
import { NumberReader, writeNumber } from './numbers.ts';
import type { Packed } from './packed.ts';

interface Count {
  n: number;
  responses: number;
}

/** Stands for the caller of a kind with several callers; no caller has this id. */
const SEVERAL = 0;

/**
 * Counts by kind and caller, for one time bucket. Encoded in ascending order of kind and caller, so that
 * equal counts are equal bytes. A kind is the gap to the previous kind, its caller, `n` and `responses`. With
 * several callers, it has SEVERAL, its sums and the length in bytes of its list of callers, so that the list
 * can be skipped if callers are not needed; in the list, each caller is the gap to the previous one, `n` and
 * `responses`.
 */
export class KindCounts implements Packed<KindCounts> {
  readonly #kinds = new Map<number, Map<number, Count>>();

  add(kind: number, caller: number, n: number, responses: number): void {
    let callers = this.#kinds.get(kind);
    if (callers === undefined) {
      callers = new Map();
      this.#kinds.set(kind, callers);
    }
    const count = callers.get(caller);
    if (count === undefined) callers.set(caller, { n, responses });
    else {
      count.n += n;
      count.responses += responses;
    }
  }

  addAll(other: KindCounts): void {
    for (const [kind, callers] of other.#kinds)
      for (const [caller, { n, responses }] of callers) this.add(kind, caller, n, responses);
  }

  addEncoded(bytes: Uint8Array): void {
    eachCaller(bytes, undefined, (kind, caller, n, responses) => this.add(kind, caller, n, responses));
  }

  subtractEncoded(bytes: Uint8Array): void {
    eachCaller(bytes, undefined, (kind, caller, n, responses) => this.add(kind, caller, -n, -responses));
  }

  /** Omits entries whose counts are 0. */
  encode(): Buffer {
    const bytes: number[] = [];
    let before = 0;
    for (const [kind, all] of [...this.#kinds].sort(ascending)) {
      const callers = [...all].filter(([, { n, responses }]) => n !== 0 || responses !== 0).sort(ascending);
      if (callers.length === 0) continue;
      writeNumber(bytes, kind - before);
      before = kind;
      if (callers.length === 1) writeCallers(bytes, callers);
      else writeSeveral(bytes, callers);
    }
    return Buffer.from(bytes);
  }
}

type Callers = readonly (readonly [caller: number, count: Count])[];

const ascending = ([a]: readonly [number, unknown], [b]: readonly [number, unknown]) => a - b;

function writeSeveral(bytes: number[], callers: Callers): void {
  const list: number[] = [];
  writeCallers(list, callers);
  writeNumber(bytes, SEVERAL);
  writeNumber(bytes, sum(callers.map(([, { n }]) => n)));
  writeNumber(bytes, sum(callers.map(([, { responses }]) => responses)));
  writeNumber(bytes, list.length);
  for (const byte of list) bytes.push(byte);
}

function writeCallers(bytes: number[], callers: Callers): void {
  let before = 0;
  for (const [caller, { n, responses }] of callers) {
    writeNumber(bytes, caller - before);
    writeNumber(bytes, n);
    writeNumber(bytes, responses);
    before = caller;
  }
}

/** 1 at the index of each wanted kind; undefined for all kinds. */
type Wanted = Uint8Array | undefined;

/** Visits the sums of each wanted kind, in ascending order. */
export function eachKind(
  bytes: Uint8Array,
  wanted: Wanted,
  visit: (kind: number, n: number, responses: number) => void,
): void {
  const numbers = new NumberReader(bytes);
  for (let kind = 0; !numbers.ended; ) {
    kind += numbers.next();
    const caller = numbers.next();
    const n = numbers.next();
    const responses = numbers.next();
    if (caller === SEVERAL) {
      const length = numbers.next();
      numbers.at += length;
    }
    if (wanted === undefined || wanted[kind] === 1) visit(kind, n, responses);
  }
}

/** Visits the callers of each wanted kind, in ascending order. */
export function eachCaller(
  bytes: Uint8Array,
  wanted: Wanted,
  visit: (kind: number, caller: number, n: number, responses: number) => void,
): void {
  const numbers = new NumberReader(bytes);
  for (let kind = 0; !numbers.ended; ) {
    kind += numbers.next();
    const isWanted = wanted === undefined || wanted[kind] === 1;
    let caller = numbers.next();
    const n = numbers.next();
    const responses = numbers.next();
    if (caller !== SEVERAL) {
      if (isWanted) visit(kind, caller, n, responses);
      continue;
    }
    const length = numbers.next();
    const end = numbers.at + length;
    if (isWanted)
      while (numbers.at < end) {
        caller += numbers.next();
        const own = numbers.next();
        visit(kind, caller, own, numbers.next());
      }
    numbers.at = end;
  }
}

/** Returns encoded counts without those of some kinds. */
export function withoutKinds(bytes: Uint8Array, kinds: ReadonlySet<number>): Uint8Array {
  const rest = new KindCounts();
  eachCaller(bytes, undefined, (kind, caller, n, responses) => {
    if (!kinds.has(kind)) rest.add(kind, caller, n, responses);
  });
  return rest.encode();
}

/** Re-encodes counts of schema 1, which had an entry for each caller of a kind. */
export function rewritten(bytes: Uint8Array): Uint8Array {
  return withoutKinds(bytes, new Set());
}
