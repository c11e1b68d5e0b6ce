import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCapture } from '../../shared/capture.ts';
import { inspect, judge } from '../../shared/inspect.ts';
import { isObject, type JsonObject } from '../../shared/json/value.ts';
import { read } from '../../shared/read.ts';
import { DIALECTS, type Verdict, type Violation } from '../../shared/verdict.ts';
import { brokenPointers } from './properties.ts';
import { linesOf, RECORDINGS, recording } from './traffic.ts';

/** Inspects a case: its capture, and the dialect its server is pinned to. */
function verdictOf({ capture: value, pinned }: JsonObject): Verdict {
  const { capture } = readCapture(value, { server: 'corpus' });
  if (capture === undefined) throw new Error('the case holds no capture');
  const reading = read(
    capture,
    DIALECTS.find((dialect) => dialect === pinned),
  );
  return judge(reading);
}

/** Formats a violation as in the corpus: `ENV-01 /success`; in the message, `TRN-02 message /isError`. */
function written({ rule, in: frame, pointer }: Violation): string {
  return frame === 'message' ? `${rule} message ${pointer}` : `${rule} ${pointer}`;
}

/** Returns the named members of a verdict, with its violations as the corpus writes them. */
function told(verdict: Verdict, names: readonly string[]): JsonObject {
  const all: JsonObject = { ...verdict, violations: verdict.violations.map(written).sort() };
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

const FILES = readdirSync(new URL('../corpus/verdicts/', import.meta.url));

describe.each(FILES)('the cases of %s have the verdicts that the specification gives them', (file) => {
  const cases = linesOf(`verdicts/${file}`).map((line) => [String(line.id), line] as const);
  test.each(cases)('%s', (_id, line) => {
    const { expect: expected } = line;
    if (!isObject(expected)) throw new Error('the case expects nothing');
    expect(told(verdictOf(line), Object.keys(expected))).toEqual(expected);
  });
});

const RECORDED = ['tool', 'dialect', 'outcome', 'code', 'category', 'violations'];

describe.each(RECORDINGS)('every recorded response of %s', (name) => {
  test('has its expected verdict', () => {
    const verdicts = recording(name).map((exchange) => told(inspect(exchange), RECORDED));
    expect(verdicts).toEqual(linesOf(`recorded-verdicts/${name}.jsonl`));
  });

  test('has each violation at a place in it', () => {
    for (const exchange of recording(name))
      expect(brokenPointers(read(exchange), inspect(exchange))).toEqual([]);
  });
});
