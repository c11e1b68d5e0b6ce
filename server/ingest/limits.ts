import { MOST_LEVELS } from '../../shared/json/value.ts';

const MIB = 1024 * 1024;

/** What ingestion accepts, in bytes unless another unit is named. */
export interface Limits {
  /** A request body as sent. */
  readonly bodyBytes: number;
  /** The same body, decoded. */
  readonly decodedBytes: number;
  /** How many times its sent size a decoded body may have; checked only beyond {@link ratioFloorBytes}. */
  readonly ratio: number;
  readonly ratioFloorBytes: number;
  /** Items per body. */
  readonly items: number;
  readonly itemBytes: number;
  /** One string inside an item, as written (escapes unresolved). */
  readonly stringBytes: number;
  /** Levels of arrays and objects, including the capture's own object. */
  readonly depth: number;
  /** All bodies to store, decoded, from their first byte until they are stored; likewise all bodies to inspect. */
  readonly receivingBytes: number;
  /** Bodies waiting to be stored. */
  readonly queueBodies: number;
}

/**
 * A response may have 10 MB by default (MCP-AQL v1.0.0-draft 4.7): as text it is one string with escaped
 * quotes, and it may be repeated in `structuredContent`. gzip compresses a batch of 100 identical captures
 * 200-fold; 1,000 is near gzip's own maximum of 1,032.
 */
export const LIMITS: Limits = {
  bodyBytes: 32 * MIB,
  decodedBytes: 128 * MIB,
  ratio: 1000,
  ratioFloorBytes: 8 * MIB,
  items: 100_000,
  itemBytes: 24 * MIB,
  stringBytes: 16 * MIB,
  depth: MOST_LEVELS,
  receivingBytes: 256 * MIB,
  queueBodies: 20_000,
};
