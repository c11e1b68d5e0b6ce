import { describe, expect, it } from 'vitest';
import { coverageOf, together } from '../../../../server/store/answers/coverage.ts';
import type { Range } from '../../../../shared/time/range.ts';

const ASKED = { from: 100, to: 200 };
const at = (ms: number) => new Date(ms).toISOString();
const covering = (from: number, to: number, ...members: string[]) => ({ from, to, members });
const covered = (from: number, to: number) => ({ covered: { from: at(from), to: at(to) } });

describe('an answer', () => {
  it('that covers exactly its range says nothing of it', () => {
    expect(coverageOf(ASKED, [])).toEqual({});
    expect(coverageOf(ASKED, [covering(100, 200), covering(100, 200, 'slow')])).toEqual({});
  });

  it('that covers whole buckets has their range', () => {
    expect(coverageOf(ASKED, [covering(90, 200), covering(100, 210)])).toEqual(covered(90, 210));
    expect(coverageOf(ASKED, [covering(100, 210)])).toEqual(covered(100, 210));
  });

  it('that covers only the newest part has the range of its least complete figure', () => {
    const made = [covering(90, 200), covering(150, 200), covering(160, 200)];
    expect(coverageOf(ASKED, made)).toEqual({ partial: true, ...covered(160, 200) });
  });

  it('names its partial members if others are complete', () => {
    const made = [covering(150, 200, 'slow', 'cut'), covering(160, 200, 'slow'), covering(100, 200)];
    expect(coverageOf(ASKED, made)).toMatchObject({ partial: true, in_part: ['slow', 'cut'] });
    expect(coverageOf(ASKED, [...made, covering(101, 200)])).not.toHaveProperty('in_part');
  });

  it('has the range of its partial members if it names them, whatever else covers more', () => {
    const made = [covering(150, 200, 'slow'), covering(100, 210)];
    expect(coverageOf(ASKED, made)).toEqual({ partial: true, in_part: ['slow'], ...covered(150, 200) });
  });
});

/** Counts that may begin and end anywhere, but not before `first`. */
const exact =
  (first: number, ...members: string[]) =>
  ({ from, to }: Range, since = from) => ({ covered: { from: Math.max(from, since, first), to }, members });
/** Counts of whole buckets of a width. */
const buckets =
  (width: number, ...members: string[]) =>
  ({ from, to }: Range, since?: number) => {
    const down = (at: number) => Math.floor(at / width) * width;
    const start = since === undefined ? down(from) : -down(-Math.max(from, since));
    return { covered: { from: start, to: -down(-to) }, members };
  };

describe('counts of one answer', () => {
  const ranges = (asked: Range, ...makes: Parameters<typeof together>[1]) =>
    together(asked, makes).map(({ covered: { from, to } }) => [from, to]);

  it('cover the same part of the range, the smallest', () => {
    expect(ranges(ASKED, exact(100), exact(0))).toEqual([
      [100, 200],
      [100, 200],
    ]);
    expect(ranges(ASKED, exact(0), exact(150))).toEqual([
      [150, 200],
      [150, 200],
    ]);
    expect(ranges(ASKED, exact(170), exact(150), exact(0))).toEqual([
      [170, 200],
      [170, 200],
      [170, 200],
    ]);
  });

  it('are as wide as the widest', () => {
    const asked = { from: 101, to: 195 };
    const wide = [100, 200];
    expect(ranges(asked, buckets(10), exact(0))).toEqual([wide, wide]);
    expect(ranges(asked, exact(0), buckets(10), exact(0))).toEqual([wide, wide, wide]);
    for (const oneEnd of [
      { ...asked, from: 100 },
      { ...asked, to: 200 },
    ])
      expect(ranges(oneEnd, buckets(10), exact(0))).toEqual([wide, wide]);
    expect(ranges(asked, exact(0), exact(0))).toEqual([
      [101, 195],
      [101, 195],
    ]);
  });

  it('begin with a bucket that the part contains', () => {
    const asked = { from: 100, to: 195 };
    const [part, last] = [
      [160, 200],
      [180, 200],
    ];
    expect(ranges(asked, exact(151), buckets(10))).toEqual([part, part]);
    expect(ranges(asked, exact(0), buckets(10), exact(161), buckets(20))).toEqual([last, last, last, last]);
    expect(ranges(asked, exact(191), buckets(100))).toEqual([
      [200, 200],
      [200, 200],
    ]);
  });

  it('leave the others whole if all that cover a part are of named members', () => {
    expect(ranges(ASKED, exact(0), exact(150, 'slow'), exact(170, 'cut'))).toEqual([
      [100, 200],
      [170, 200],
      [170, 200],
    ]);
    expect(ranges(ASKED, exact(120), exact(0, 'slow'), exact(170, 'cut'))).toEqual([
      [170, 200],
      [170, 200],
      [170, 200],
    ]);
  });

  it('are told as a part if one begins between the start of a bucket and that of the range', () => {
    const asked = { from: 105, to: 200 };
    expect(ranges(asked, exact(103), buckets(10))).toEqual([
      [110, 200],
      [110, 200],
    ]);
  });
});
