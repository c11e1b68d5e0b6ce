/** Counts of one time bucket as the file stores them: equal counts as equal bytes, nothing as no bytes. */
export interface Packed<T> {
  addAll(other: T): void;
  addEncoded(bytes: Uint8Array): void;
  /** Subtracts counts that are part of these. */
  subtractEncoded(bytes: Uint8Array): void;
  encode(): Uint8Array;
}

export const NOTHING: Uint8Array = new Uint8Array(0);

/** Makes one encoded value of two. */
export type Combine = (a: Uint8Array, b: Uint8Array) => Uint8Array;

/** Returns a function that adds two encoded counts. */
export function merging<T extends Packed<T>>(Counts: new () => T): Combine {
  return (a, b) => {
    if (a.length === 0) return b;
    if (b.length === 0) return a;
    const sum = new Counts();
    sum.addEncoded(a);
    sum.addEncoded(b);
    return sum.encode();
  };
}

/** Returns a function that subtracts encoded counts from others that they are part of. */
export function subtracting<T extends Packed<T>>(Counts: new () => T): Combine {
  return (a, b) => {
    if (b.length === 0) return a;
    const rest = new Counts();
    rest.addEncoded(a);
    rest.subtractEncoded(b);
    return rest.encode();
  };
}
