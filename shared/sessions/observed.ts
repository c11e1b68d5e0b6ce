import { short } from '../digest.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Reading } from '../reading.ts';
import type { Memory, ResponseRef } from './memory.ts';

/** A response as the fold sees it. */
export interface Observed {
  readonly server: string;
  readonly ref: ResponseRef;
  /** Epoch ms; without it, what is reported once an hour is reported once. */
  readonly at: number | undefined;
  readonly reading: Reading;
  /** Keyed hash of a confirmation token: the token itself is never kept. */
  readonly hash: (token: string) => string;
}

/** What a rule across responses reports. */
export interface Breach {
  /** RFC 6901 from the envelope of the newest response. */
  readonly pointer: string;
  readonly message: string;
  /** The responses that break the rule together, oldest first. */
  readonly responses: readonly ResponseRef[];
}

/** One rule across responses: what the newest one shows against what is remembered. */
export type SessionCheck = (observed: Observed, memory: Memory) => readonly Breach[];

/** A key of the memory: one rule, one server, and what is told apart. */
export function keyOf(rule: number, { server }: Observed, ...parts: readonly unknown[]): string {
  return short(JSON.stringify([rule, server, ...parts]));
}

/** An MCP-AQL envelope of a response: its own, or a batch member's; the pointer is from the response's envelope. */
export interface Part {
  readonly pointer: string;
  readonly reading: Reading;
}

const NO_PARTS: readonly Part[] = [];

/** The MCP-AQL envelopes of a response, its own first. */
export function partsOf(reading: Reading, pointer = ''): readonly Part[] {
  if (reading.dialect !== 'mcp-aql') return NO_PARTS;
  const own = { pointer, reading };
  if (reading.members.length === 0) return [own];
  return [own, ...reading.members.flatMap((member) => partsOf(member.reading, pointer + member.pointer))];
}

/** The parts that failed. */
export function failuresOf(observed: Observed): readonly Part[] {
  return partsOf(observed.reading).filter(({ reading }) => reading.category !== null);
}

/** The envelope of a part; an empty object where there is none. */
export function envelopeOf({ reading }: Part): JsonObject {
  return reading.located.envelope ?? {};
}

/** What halted a batch: an envelope that is no member of it. */
export function haltedIn({ halted_at: halted }: JsonObject): JsonObject | undefined {
  return isObject(halted) && isObject(halted.result) ? halted.result : undefined;
}
