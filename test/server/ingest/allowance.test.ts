import { expect, test } from 'vitest';
import { Allowance } from '../../../server/ingest/allowance.ts';
import { QueueFull } from '../../../server/ingest/ingest.ts';

const MIB = 1024 * 1024;

/** Seconds that the refusal of so many bytes asks to wait; undefined if they fit. */
function waitOf(allowance: Allowance, bytes: number): number | undefined {
  try {
    allowance.take(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof QueueFull) return error.retryAfterSeconds;
    throw error;
  }
}

test('what does not fit beside what is held is refused, and leaves room for what does', () => {
  const allowance = new Allowance(1000);
  allowance.take(900);
  expect(waitOf(allowance, 200)).toBe(1);
  expect(waitOf(allowance, 100)).toBeUndefined();
  allowance.give(900);
  expect(waitOf(allowance, 900)).toBeUndefined();
});

test('the more is held, the longer one must wait', () => {
  const allowance = new Allowance(100 * MIB);
  allowance.take(50 * MIB);
  const first = waitOf(allowance, 51 * MIB) ?? 0;
  allowance.take(49 * MIB);
  expect(first).toBeGreaterThan(1);
  expect(waitOf(allowance, 51 * MIB)).toBeGreaterThan(first);
});

test('what is larger than the limit fits if nothing else is held', () => {
  expect(waitOf(new Allowance(1000), 5000)).toBeUndefined();
});
