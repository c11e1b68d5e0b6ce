import { isObject, parseJson } from '../../../../shared/json/value.ts';
import type { Connection } from '../file/connection.ts';
import { readMeta } from '../file/meta.ts';
import type { Lodged, Unpacked } from './payloads.ts';

/** Trailing digits of an id that are kept as they are. */
const COUNTED_DIGITS = 4;

/**
 * Finds stored captures by server and capture id. Rows hold a digest of 47 bits (six bytes) instead of the
 * id, a quarter of its size. When a digest is met again the stored capture itself is compared, so that a
 * collision loses no response.
 */
export class Captures {
  readonly #connection: Connection;
  readonly #salt: readonly [number, number];

  constructor(connection: Connection) {
    this.#connection = connection;
    const salt = Buffer.from(readMeta(connection, 'salt') ?? new Uint8Array(8));
    this.#salt = [salt.readUInt32LE(0), salt.readUInt32LE(4)];
  }

  /** Ids that count up are neighbours in the index. The file's salt stops outsiders making ids collide. */
  digest(server: string, id: string): number {
    let end = id.length;
    let counter = 0;
    for (let scale = 1; end > 0 && scale < 10 ** COUNTED_DIGITS; scale *= 10) {
      const digit = id.charCodeAt(end - 1) - 48;
      if (digit < 0 || digit > 9) break;
      counter += digit * scale;
      end--;
    }
    let [low, high] = this.#salt;
    const add = (unit: number) => {
      low = Math.imul(low ^ unit, 0x01000193);
      high = Math.imul(high ^ unit, 0x85ebca6b);
      high ^= high >>> 15;
    };
    for (let i = 0; i < server.length; i++) add(server.charCodeAt(i));
    add(server.length);
    for (let i = 0; i < end; i++) add(id.charCodeAt(i));
    return (mixed(low) * 2 + (mixed(high) & 1)) * 2 ** 14 + counter;
  }

  /**
   * Returns the key of the response to the capture with this id and digest, from the server with this number;
   * undefined if none is stored. If secrets were replaced in the id, it is stored as in `same`, the bytes of the
   * same capture, and only the digest tells it from another with the same words around its secret.
   */
  find(
    id: string,
    digest: number,
    unpacked: Unpacked,
    server: number,
    same?: Uint8Array,
  ): number | undefined {
    const isSame = (stored: unknown) => stored !== undefined && (stored === id || stored === idOf(same));
    return this.#connection
      .all<Lodged>('SELECT id, block, slot FROM responses WHERE capture = ? AND server = ?', digest, server)
      .find((row) => isSame(idOf(unpacked.read(row.id, row)?.bytes)))?.id;
  }
}

/** Returns an unsigned number, each bit of which depends on each bit of `hash`. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

function idOf(capture: Uint8Array | undefined): unknown {
  if (capture === undefined) return undefined;
  const value = parseJson(Buffer.from(capture).toString('utf8'));
  return isObject(value) ? value.id : undefined;
}
