/** Appends an unsigned integer as LEB128: seven bits a byte, lowest first, high bit set if more follow. */
export function writeNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/** Reads LEB128 numbers one after the other. */
export class NumberReader {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get ended(): boolean {
    return this.at >= this.#bytes.length;
  }

  /** Returns 0 if the bytes have ended. */
  next(): number {
    let byte = this.#bytes[this.at++] ?? 0;
    if (byte < 128) return byte;
    let value = byte - 128;
    for (let scale = 128; ; scale *= 128) {
      byte = this.#bytes[this.at++] ?? 0;
      if (byte < 128) return value + byte * scale;
      value += (byte - 128) * scale;
    }
  }

  skip(): void {
    while ((this.#bytes[this.at++] ?? 0) > 127);
  }

  /** Returns the bytes from a position up to the current one. */
  since(from: number): Uint8Array {
    return this.#bytes.subarray(from, this.at);
  }
}
