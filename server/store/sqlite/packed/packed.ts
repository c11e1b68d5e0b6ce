/** Counts of one bucket of time as the file keeps them: packed, equal counts as equal bytes, nothing as no bytes. */
export interface Packed<T> {
  addAll(other: T): void;
  addEncoded(bytes: Uint8Array): void;
  /** Takes counts away that are in it. */
  subtractEncoded(bytes: Uint8Array): void;
  encode(): Uint8Array;
}

export const NOTHING: Uint8Array = new Uint8Array(0);

/** Gives one encoded value for two. */
export type Combine = (a: Uint8Array, b: Uint8Array) => Uint8Array;

/** Gives the sum of two encoded counts. */
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

/** Gives the first of two encoded counts without the second, which is part of it. */
export function subtracting<T extends Packed<T>>(Counts: new () => T): Combine {
  return (a, b) => {
    if (b.length === 0) return a;
    const rest = new Counts();
    rest.addEncoded(a);
    rest.subtractEncoded(b);
    return rest.encode();
  };
}
