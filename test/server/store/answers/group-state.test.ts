import { describe, expect, it } from 'vitest';
import {
  changesBy,
  isEarlierVersion,
  returnedBy,
  type Standing,
  stateAt,
  toldStanding,
} from '../../../../server/store/answers/group-state.ts';
import { GROUP_STATES, type GroupState } from '../../../../shared/group-state.ts';

const standing = (state: GroupState, more: Partial<Standing> = {}): Standing => ({
  ...{ state, since: 100, countThen: 10, until: null, untilCount: null, version: null },
  ...{ regressed: false, regressedIn: null },
  ...more,
});
const never = () => false;

describe('a failure', () => {
  const change = (of: Standing, at = 150, count = 11) => returnedBy(of, { at, version: '2' }, count, never);

  it('does not change an open or acknowledged group', () => {
    expect(change(standing('open'))).toBeUndefined();
    expect(change(standing('acknowledged'))).toBeUndefined();
  });

  it('reopens a resolved group, if it is not older than the resolution', () => {
    expect(change(standing('resolved'), 99)).toBeUndefined();
    expect(change(standing('resolved'), 100)).toEqual({
      ...{ from: 'resolved', to: 'open', at: 100, by: 'system', regressed: true, version: '2' },
      ...{ until: null, untilCount: null },
    });
  });

  it('does not reopen a group if its version is earlier than that of the resolution', () => {
    const resolved = standing('resolved', { version: '3' });
    const failed = (version: string | null, isEarlier: boolean) =>
      returnedBy(resolved, { at: 150, version }, 11, (one, than) => isEarlier && `${one}, ${than}` === '2, 3')
        ?.regressed;
    expect([failed('2', true), failed('3', false), failed(null, true)]).toEqual([undefined, true, true]);
  });

  it('ends a mute whose time has passed, as of that time', () => {
    const muted = standing('muted', { until: 200 });
    expect(change(muted, 199)).toBeUndefined();
    expect(change(muted, 200)).toMatchObject({ to: 'open', at: 200 });
    expect(change(muted, 900)).toMatchObject({ from: 'muted', to: 'open', at: 200, regressed: false });
  });

  it('ends a mute whose count it reaches', () => {
    const muted = standing('muted', { untilCount: 3 });
    expect(change(muted, 150, 12)).toBeUndefined();
    expect(change(muted, 150, 13)).toMatchObject({ to: 'open', at: 150, regressed: false, version: null });
    expect(change(standing('muted'), 150, 1e9)).toBeUndefined();
    expect(change({ ...muted, until: 200 }, 150, 13)).toMatchObject({ to: 'open', at: 150 });
  });
});

describe('a mute until a time', () => {
  it('is over from then on, although nothing is written', () => {
    const muted = standing('muted', { until: 200 });
    expect([199, 200].map((now) => stateAt(muted, now))).toEqual(['muted', 'open']);
    expect(toldStanding(muted, 10, 199).muted_until).toBe('1970-01-01T00:00:00.200Z');
    expect(toldStanding(muted, 10, 200).muted_until).toBeNull();
  });

  it('until a count has the number of failures left', () => {
    const muted = standing('muted', { untilCount: 3 });
    expect([10, 12, 20].map((count) => toldStanding(muted, count, 0).muted_until_count)).toEqual([3, 1, 0]);
  });
});

describe('what a group is told to be', () => {
  it('has the version in which it is resolved while it is, and what is left of a mute while that lasts', () => {
    const told = (state: GroupState) => toldStanding(standing(state, { version: '2', untilCount: 3 }), 11, 0);
    expect(
      GROUP_STATES.map((state) => [state, told(state).resolved_in, told(state).muted_until_count]),
    ).toEqual([
      ['open', null, null],
      ['acknowledged', null, null],
      ['resolved', '2', null],
      ['muted', null, 2],
    ]);
    expect(toldStanding(standing('muted'), 11, 0).muted_until_count).toBeNull();
  });
});

describe('a change by a person', () => {
  const by = { by: 'dana', at: 500 };

  it('can lead from any state to any other', () => {
    for (const from of GROUP_STATES)
      for (const state of GROUP_STATES)
        expect(changesBy(standing(from), { state, ...by }, () => 1)).toEqual([
          {
            ...{ from, to: state, at: 500, by: 'dana', regressed: false, version: null },
            ...{ until: null, untilCount: null },
          },
        ]);
  });

  it('follows the end of a mute that ran out', () => {
    const muted = standing('muted', { until: 400 });
    const changes = changesBy(muted, { state: 'resolved', ...by }, () => undefined);
    expect(changes.map(({ from, to, at, by: who }) => [from, to, at, who])).toEqual([
      ['muted', 'open', 400, 'system'],
      ['open', 'resolved', 500, 'dana'],
    ]);
  });

  it('keeps limits only for a mute', () => {
    const bounds = { until: 900, untilCount: 4 };
    const [muted] = changesBy(standing('open'), { state: 'muted', ...bounds, ...by }, () => undefined);
    expect(muted).toMatchObject(bounds);
    const [open] = changesBy(standing('muted'), { state: 'open', ...bounds, ...by }, () => undefined);
    expect(open).toMatchObject({ until: null, untilCount: null });
  });

  it('can restore a regression as of its time, but only with the state open', () => {
    const change = (state: GroupState) =>
      changesBy(standing('acknowledged'), { state, regressed: true, version: '2', ...by }, () => 300);
    expect(change('open')).toMatchObject([{ regressed: true, since: 300, version: '2' }]);
    expect(change('resolved')).toMatchObject([{ regressed: false }]);
    expect(change('resolved')[0]).not.toHaveProperty('since');
  });
});

describe('a version', () => {
  it.each([
    ['1.9', '1.10', true],
    ['1.10', '1.9', false],
    ['1.9.3', '1.10', true],
    ['v1.2', '1.3-beta', true],
    ['2', '10.1', true],
    ['2.0', '1.9', false],
    ['1.0', '1.0.1', true],
    ['1.0.1', '1.0', false],
  ])('%s before %s is %s by its numbers, whichever was seen first', (version, than, earlier) => {
    const seen = (of: string) => ((of === version) === earlier ? 2 : 1);
    expect(isEarlierVersion(version, than, seen)).toBe(earlier);
  });

  it('is earlier if it was first seen earlier, unless its numbers decide', () => {
    const seen: Record<string, number> = {
      beta: 1,
      alpha: 2,
      '1.0': 3,
      '1.0.0': 4,
      'build-10': 5,
      'build-9': 6,
      '2.0.0': 7,
      '2.0': 8,
    };
    const isEarlier = (version: string, than: string) =>
      isEarlierVersion(version, than, (of) => seen[of] ?? Number.POSITIVE_INFINITY);
    expect(isEarlier('beta', 'alpha')).toBe(true);
    expect(isEarlier('alpha', 'beta')).toBe(false);
    expect(isEarlier('1.0', '1.0.0')).toBe(true);
    expect(isEarlier('2.0.0', '2.0')).toBe(true);
    expect(isEarlier('beta', '1.0')).toBe(true);
    expect(isEarlier('1.0', 'beta')).toBe(false);
    expect(isEarlier('alpha', 'alpha')).toBe(false);
    expect(isEarlier('build-10', 'build-9')).toBe(true);
    expect(isEarlier('unseen', 'alpha')).toBe(false);
  });
});
