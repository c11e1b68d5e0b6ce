import { describe, expect, it } from 'vitest';
import { noteOf, together } from '../../../../server/store/answers/coverage.ts';

const ASKED = { from: 100, to: 200 };
const at = (ms: number) => new Date(ms).toISOString();
const covering = (from: number, to: number, ...members: string[]) => ({ from, to, members });
const covered = (from: number, to: number) => ({ covered: { from: at(from), to: at(to) } });

describe('an answer', () => {
  it('that covers exactly its range has no note', () => {
    expect(noteOf(ASKED, [])).toEqual({});
    expect(noteOf(ASKED, [covering(100, 200), covering(100, 200, 'slow')])).toEqual({});
  });

  it('that covers whole buckets has their range', () => {
    expect(noteOf(ASKED, [covering(90, 200), covering(100, 210)])).toEqual(covered(90, 210));
    expect(noteOf(ASKED, [covering(100, 210)])).toEqual(covered(100, 210));
  });

  it('that covers only the newest part has the range of its least complete figure', () => {
    const made = [covering(90, 200), covering(150, 200), covering(160, 200)];
    expect(noteOf(ASKED, made)).toEqual({ partial: true, ...covered(160, 200) });
  });

  it('names its partial members if others are complete', () => {
    const made = [covering(150, 200, 'slow', 'cut'), covering(160, 200, 'slow'), covering(100, 200)];
    expect(noteOf(ASKED, made)).toMatchObject({ partial: true, in_part: ['slow', 'cut'] });
    expect(noteOf(ASKED, [...made, covering(101, 200)])).not.toHaveProperty('in_part');
  });

  it('has the range of its partial members if it names them, whatever else covers more', () => {
    const made = [covering(150, 200, 'slow'), covering(100, 210)];
    expect(noteOf(ASKED, made)).toEqual({ partial: true, in_part: ['slow'], ...covered(150, 200) });
  });
});

describe('two counts in relation', () => {
  const from = (covers: number) => (since?: number) => ({
    filter: ASKED,
    covered: { from: Math.max(covers, since ?? 0), to: 200 },
  });
  const starts = (a: number, b: number) => together(from(a), from(b)).map((one) => one.covered.from);

  it('cover the same part of the range, the smaller one', () => {
    expect(starts(100, 100)).toEqual([100, 100]);
    expect(starts(100, 150)).toEqual([150, 150]);
    expect(starts(170, 150)).toEqual([170, 170]);
  });

  it('may each be wider than the range', () => {
    expect(starts(90, 100)).toEqual([90, 100]);
  });
});
