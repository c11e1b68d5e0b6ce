import { expect, it } from 'vitest';
import { addSeen, newestFirst, seen } from '../../../../server/store/answers/versions.ts';
import { HOUR, NOW } from '../records.ts';

const between = (from: number, to: number) => ({ first_seen: NOW + from * HOUR, last_seen: NOW + to * HOUR });
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();

it('lists versions by when they were first seen, newest first, each from its first to its last sighting', () => {
  const old = seen(between(-5, -4));
  addSeen(old, between(-5, -4), { responses: 2, failures: 0 });
  addSeen(old, between(-9, -1), { responses: 3, failures: 2 });
  addSeen(old, between(-6, -3), { responses: 0, failures: 0 });
  const versions = new Map([
    ['1', old],
    ['2a', seen(between(-2, -2))],
    ['2b', seen(between(-2, -2))],
  ]);
  expect(newestFirst(versions)).toEqual([
    { version: '2b', first_seen: at(-2), last_seen: at(-2), responses: 0, failures: 0 },
    { version: '2a', first_seen: at(-2), last_seen: at(-2), responses: 0, failures: 0 },
    { version: '1', first_seen: at(-9), last_seen: at(-1), responses: 5, failures: 2 },
  ]);
});
