import type { Dialect } from '../verdict.ts';
import { changeOf } from './hourly.ts';
import { keyOf, type SessionCheck } from './observed.ts';

/** Shapes that any server may send beside its own dialect. */
const COMMON: readonly Dialect[] = ['plain', 'success-flag', 'jsonrpc-error'];

/** A dialect other than the server's last one. */
export const ses04: SessionCheck = (observed, memory) => {
  const { dialect } = observed.reading;
  if (COMMON.includes(dialect)) return [];
  const earlier = changeOf(memory, keyOf(4, observed), dialect, observed);
  if (earlier === undefined) return [];
  return [
    {
      pointer: '',
      message: `The server answers in the dialect ${dialect} here and answered in ${earlier.value} before.`,
      responses: [earlier.ref, observed.ref],
    },
  ];
};
