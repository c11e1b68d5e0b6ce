import { expect, test } from 'vitest';
import { BodyUnreadable } from '../../../server/ingest/ingest.ts';
import { CursorUnreadable, StoreDamaged, StoreFull, StoreUnavailable } from '../../../server/store/faults.ts';
import { pack, unpack } from '../../../server/threads/errors.ts';
import { missingParam } from '../../../shared/refusal.ts';

test.each([
  new StoreFull('full'),
  new StoreUnavailable('away'),
  new StoreDamaged('torn'),
  new CursorUnreadable('x'),
  new RangeError('other'),
])('an error sent between threads keeps what identifies it: %s', (error) => {
  const crossed = unpack(structuredClone(pack(error)));
  expect(crossed).toMatchObject({ name: error.name, message: error.message });
  for (const fault of [StoreFull, StoreUnavailable, StoreDamaged, CursorUnreadable])
    expect(crossed instanceof fault).toBe(error instanceof fault);
});

test('a body’s refusal is the same in both threads', () => {
  const refused = new BodyUnreadable(400, missingParam('body'));
  const crossed = unpack(structuredClone(pack(refused)));
  expect(crossed).toBeInstanceOf(BodyUnreadable);
  expect(crossed).toMatchObject({ status: 400, refusal: missingParam('body'), message: refused.message });
});
