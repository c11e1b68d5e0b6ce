const KIB = 1024;
const MIB = 1024 * KIB;

/** What the way in accepts, in bytes where no other unit is named. */
export interface Limits {
  /** A request's body as it travels. */
  readonly bodyBytes: number;
  /** The same body without its content-encoding. */
  readonly decodedBytes: number;
  /** How many times larger than it travels a body may become; looked at beyond {@link ratioFloorBytes}. */
  readonly ratio: number;
  readonly ratioFloorBytes: number;
  /** Items of one body. */
  readonly items: number;
  readonly itemBytes: number;
  /** One string inside an item, as written (escapes count as they stand). */
  readonly stringBytes: number;
  /** Arrays and objects around a value, the capture's own object included. */
  readonly depth: number;
  /** All bodies that are being received. */
  readonly receivingBytes: number;
  /** All bodies that wait to be stored. */
  readonly queueBytes: number;
  readonly queueBodies: number;
}

/**
 * A response may have 10 MB by default (MCP-AQL v1.0.0-draft 4.7): as text it is one string, with its quotes escaped, and
 * stands in `structuredContent` again. A batch of 100 identical captures compresses 200 times by gzip; 1,000 is near gzip's own maximum of 1,032.
 */
export const LIMITS: Limits = {
  bodyBytes: 32 * MIB,
  decodedBytes: 128 * MIB,
  ratio: 1000,
  ratioFloorBytes: 8 * MIB,
  items: 100_000,
  itemBytes: 24 * MIB,
  stringBytes: 16 * MIB,
  depth: 200,
  receivingBytes: 256 * MIB,
  queueBytes: 256 * MIB,
  queueBodies: 20_000,
};
