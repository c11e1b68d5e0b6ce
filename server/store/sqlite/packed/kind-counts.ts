import { NumberReader, writeNumber } from './numbers.ts';
import type { Packed } from './packed.ts';

/**
 * Counts by kind and caller, for one bucket of time. Encoded as four numbers an entry: the gap to the kind
 * before, the caller, `n` and `responses`, in ascending order of kind and caller, so that equal counts are equal bytes.
 */
export class KindCounts implements Packed<KindCounts> {
  readonly #counts = new Map<number, { n: number; responses: number }>();

  add(kind: number, caller: number, n: number, responses: number): void {
    const key = kind * CALLERS + caller;
    const count = this.#counts.get(key);
    if (count === undefined) this.#counts.set(key, { n, responses });
    else {
      count.n += n;
      count.responses += responses;
    }
  }

  addAll(other: KindCounts): void {
    for (const [key, { n, responses }] of other.#counts)
      this.add(Math.floor(key / CALLERS), key % CALLERS, n, responses);
  }

  addEncoded(bytes: Uint8Array): void {
    eachCount(bytes, (kind, caller, n, responses) => this.add(kind, caller, n, responses));
  }

  subtractEncoded(bytes: Uint8Array): void {
    eachCount(bytes, (kind, caller, n, responses) => this.add(kind, caller, -n, -responses));
  }

  /** Entries of nothing are left out. */
  encode(): Buffer {
    const bytes: number[] = [];
    let before = 0;
    for (const key of Float64Array.from(this.#counts.keys()).sort()) {
      const { n, responses } = this.#counts.get(key) ?? { n: 0, responses: 0 };
      if (n === 0 && responses === 0) continue;
      const kind = Math.floor(key / CALLERS);
      writeNumber(bytes, kind - before);
      writeNumber(bytes, key % CALLERS);
      writeNumber(bytes, n);
      writeNumber(bytes, responses);
      before = kind;
    }
    return Buffer.from(bytes);
  }
}

/** More callers than a file may have. */
const CALLERS = 2 ** 21;

/** Visits the entries of encoded counts in their order. */
export function eachCount(
  bytes: Uint8Array,
  visit: (kind: number, caller: number, n: number, responses: number) => void,
): void {
  const numbers = new NumberReader(bytes);
  for (let kind = 0; !numbers.ended; ) {
    kind += numbers.next();
    const caller = numbers.next();
    const n = numbers.next();
    visit(kind, caller, n, numbers.next());
  }
}

/** Encoded counts without those of some kinds. */
export function withoutKinds(bytes: Uint8Array, kinds: ReadonlySet<number>): Uint8Array {
  const rest = new KindCounts();
  eachCount(bytes, (kind, caller, n, responses) => {
    if (!kinds.has(kind)) rest.add(kind, caller, n, responses);
  });
  return rest.encode();
}
