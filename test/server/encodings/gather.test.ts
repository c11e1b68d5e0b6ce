import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Gather } from '../../../server/encodings/gather.ts';

const length = fc.oneof(fc.nat({ max: 40 }), fc.integer({ min: 1000, max: 5000 }), fc.nat({ max: 150_000 }));

test('gathers chunks of any length, each byte in its place', () => {
  fc.assert(
    fc.property(fc.array(length, { maxLength: 60 }), (lengths) => {
      const gather = new Gather();
      const chunks = lengths.map((each, index) => Buffer.alloc(each, index + 1));
      for (const chunk of chunks) gather.push(chunk);
      const all = Buffer.concat(chunks);
      expect(gather.length).toBe(all.length);
      const taken = gather.take();
      expect(taken.buffer.byteLength).toBe(all.length);
      expect(all.equals(taken)).toBe(true);
    }),
  );
});
