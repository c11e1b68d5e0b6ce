import { randomBytes } from 'node:crypto';
import { isObject, parseJson } from '../../../shared/json.ts';
import type { Connection } from './connection.ts';
import type { Lodging, Unpacked } from './payloads.ts';

/** Digits at the end of an id that stay as they are. */
const COUNTED_DIGITS = 4;

interface Candidate extends Lodging {
  readonly id: number;
}

/**
 * Which captures are kept, by server and capture id. Rows hold a digest of 53 bits instead of the id, a third of its
 * size; where one is met again the stored capture itself is asked, so that a collision loses no response.
 */
export class Captures {
  readonly #connection: Connection;
  #salt: readonly [number, number] | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Forgets what is in memory: after a rollback. */
  reset(): void {
    this.#salt = undefined;
  }

  /** The file's salt, made with its first capture. */
  #salted(): readonly [number, number] {
    if (this.#salt !== undefined) return this.#salt;
    const known = this.#connection.get<{ value: Uint8Array }>("SELECT value FROM meta WHERE name = 'salt'");
    const salt = Buffer.from(known?.value ?? randomBytes(8));
    if (known === undefined) this.#connection.run("INSERT INTO meta VALUES ('salt', ?)", salt);
    this.#salt = [salt.readUInt32LE(0), salt.readUInt32LE(4)];
    return this.#salt;
  }

  /** Ids that count up lie side by side in the index; nobody outside can make them collide, since the file has a salt. */
  digest(server: string, id: string): number {
    let end = id.length;
    let counter = 0;
    for (let scale = 1; end > 0 && scale < 10 ** COUNTED_DIGITS; scale *= 10) {
      const digit = id.charCodeAt(end - 1) - 48;
      if (digit < 0 || digit > 9) break;
      counter += digit * scale;
      end--;
    }
    let [low, high] = this.#salted();
    const add = (unit: number) => {
      low = Math.imul(low ^ unit, 0x01000193);
      high = Math.imul(high ^ unit, 0x85ebca6b);
      high ^= high >>> 15;
    };
    for (let i = 0; i < server.length; i++) add(server.charCodeAt(i));
    add(server.length);
    for (let i = 0; i < end; i++) add(id.charCodeAt(i));
    return (mixed(low) * 2 ** 7 + (mixed(high) & 127)) * 2 ** 14 + counter;
  }

  /** True where a capture of this id and digest is kept for a server, by its number. */
  has(id: string, digest: number, unpacked: Unpacked, server: number): boolean {
    return this.#connection
      .all<Candidate>(
        'SELECT id, block, slot FROM responses WHERE capture = ? AND server = ?',
        digest,
        server,
      )
      .some((row) => idOf(unpacked.read(row.id, row)?.bytes) === id);
  }
}

/** An unsigned number each bit of which depends on each bit given. */
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
