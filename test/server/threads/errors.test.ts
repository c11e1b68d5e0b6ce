import { expect, test } from 'vitest';
import { CursorUnreadable, StoreDamaged, StoreFull, StoreUnavailable } from '../../../server/store/faults.ts';
import { pack, unpack } from '../../../server/threads/errors.ts';

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
