import { cut } from './cut.ts';

/** The text itself if it has at most `longest` characters, else its start and a digest of the whole: equal texts stay equal, and others different. */
export function shortened(text: string, longest = 240): string {
  return text.length <= longest ? text : `${cut(text, longest - 20)}…${digest(text)}`;
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
