/** Starts of files that are not text in UTF-8, and what to do about them. */
const STARTS: readonly (readonly [start: readonly number[], told: string])[] = [
  [[0x1f, 0x8b], 'it is compressed with gzip; decompress it first'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'it is compressed with Zstandard; decompress it first'],
  [[0x50, 0x4b, 0x03, 0x04], 'it is a zip archive; unpack it first'],
  [[...Buffer.from('SQLite format 3\0')], 'it is an SQLite database, not text'],
  // Windows PowerShell 5 writes it, unless told otherwise.
  [[0xff, 0xfe], 'it is UTF-16; save it as UTF-8'],
  [[0xfe, 0xff], 'it is UTF-16; save it as UTF-8'],
];

/** Throws an Error that says what a file is, if it starts as something that is not text in UTF-8. */
export function refuseOtherThanText(head: Buffer): void {
  const told = STARTS.find(([start]) => start.every((byte, i) => head[i] === byte))?.[1];
  if (told !== undefined) throw new Error(told);
}
