import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCapture } from '../../../shared/capture.ts';
import { groupsOf } from '../../../shared/fingerprint.ts';
import { judge } from '../../../shared/inspect.ts';
import { parseJson } from '../../../shared/json/value.ts';
import { read } from '../../../shared/read.ts';
import { redactor } from '../../../shared/redact.ts';
import { foldAcross } from '../../../shared/sessions/fold.ts';
import { Memory, restored } from '../../../shared/sessions/memory.ts';
import { notesOf } from '../../../shared/sessions/notes.ts';
import { hostileJson, hostileResponse } from '../arbitrary.ts';
import { brokenPointers, shuffled } from '../properties.ts';

/** `npm run fuzz` searches for a minute, or for FUZZ_SECONDS; with the other tests, only for a second. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? (process.env.npm_lifecycle_event === 'fuzz' ? 60 : 1));

const forAWhile = {
  numRuns: Number.MAX_SAFE_INTEGER,
  interruptAfterTimeLimit: SECONDS * 500,
  endOnFailure: true,
};
const LONGEST_MS = SECONDS * 1_000 + 60_000;

test(
  'no response breaks anything from capture to group',
  () => {
    const memory = new Memory(50);
    let ref = 0;
    fc.assert(
      fc.property(hostileResponse, hostileJson, fc.nat(), (response, params, seed) => {
        const exchange = { response, params, observed_at: seed };
        const reading = read(exchange);
        const verdict = judge(reading);
        expect(brokenPointers(reading, verdict)).toEqual([]);
        expect(judge(read({ ...exchange, response: shuffled(response, seed) }))).toEqual(verdict);
        expect(parseJson(JSON.stringify(groupsOf('s', verdict)))).toEqual(groupsOf('s', verdict));
        const notes = notesOf(reading, (token) => `#${token}`);
        foldAcross(memory, { server: 's', ref: ++ref, at: seed, notes });
        expect(restored(memory.save()).save()).toEqual(memory.save());
      }),
      forAWhile,
    );
  },
  LONGEST_MS,
);

test(
  'no value breaks reading captures or redacting their text',
  () => {
    const redact = redactor();
    fc.assert(
      fc.property(hostileJson, (value) => {
        const read = readCapture(value, { server: 's' });
        expect(read.capture === undefined).toBe(read.errors !== undefined);
        const { text, count } = redact(JSON.stringify(value));
        expect(redact(text)).toEqual({ text, count: 0, values: [] });
        expect(count).toBeLessThanOrEqual(JSON.stringify(value).length);
        parseJson(text);
      }),
      forAWhile,
    );
  },
  LONGEST_MS,
);
