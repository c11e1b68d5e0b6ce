import { cut } from './text.ts';

/** Longer strings are cut by {@link short}. */
const LONGEST = 240;

/** The text itself if it is short, else its start and a digest of the whole: equal texts stay equal, at a bounded length. */
export function short(text: string): string {
  return text.length <= LONGEST ? text : `${cut(text, LONGEST - 20)}…${digest(text)}`;
}

const PRIME = 0x01000193;

/** 64-bit digest of a text as 16 hexadecimal digits (FNV-1a, two lanes). Tells texts apart; not secure against an attacker. */
export function digest(text: string): string {
  let first = 0x811c9dc5;
  let second = 0xcbf29ce4;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, PRIME);
    second = Math.imul(second ^ (unit + at), PRIME);
  }
  return hex(first) + hex(second);
}

function hex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, '0');
}
