import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/collections/defined.ts';
import { CATEGORIES, DIALECTS, LEVELS, OUTCOMES } from '../../shared/verdict.ts';
import { misreadIn } from '../../web/app/shell/misread.ts';
import { searchText } from '../../web/lib/api.ts';
import { readBucketSearch } from '../../web/lib/bucket.ts';
import {
  CLEARED,
  changed,
  type Filter,
  filterWords,
  isNarrowed,
  parseSearch,
  readFilter,
  sharedFilter,
} from '../../web/lib/filter.ts';
import { readView } from '../../web/lib/view.ts';

const text = fc
  .string({ minLength: 1, maxLength: 200, unit: 'grapheme' })
  .filter((value) => value.length <= 200);
const some = <T>(value: fc.Arbitrary<T>) =>
  fc.option(fc.uniqueArray(value, { minLength: 1, maxLength: 8 }), { nil: undefined });
const inOrder = <T extends string>(known: readonly T[]) =>
  fc.option(fc.subarray([...known], { minLength: 1 }), { nil: undefined });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const filter: fc.Arbitrary<Filter> = fc
  .record({
    from: maybe(fc.constantFrom('-24h', '-7d', '2026-11-21T04:00:00.000Z', '1763700000000')),
    to: maybe(fc.constantFrom('2026-11-21T05:00:00.000Z', '-1h')),
    server: some(text),
    client: some(text),
    operation: some(text),
    not_server: some(text),
    not_client: some(text),
    not_operation: some(text),
    dialect: inOrder(DIALECTS),
    outcome: inOrder(OUTCOMES),
    category: inOrder(CATEGORIES),
    code: some(text),
    not_code: some(text),
    severity_max: maybe(fc.constantFrom(0, 1, 2)),
    warning: some(text),
    rule: some(text),
    level: inOrder(LEVELS),
    q: maybe(fc.string({ minLength: 1, maxLength: 100 })),
  })
  .map(defined);

const misread = (search: string, applies: (read: Filter) => Filter = (read) => read) =>
  misreadIn(search, applies(readFilter(parseSearch(search)))).map((one) => one.join('='));

const throughUrl = (value: Filter) => readFilter(parseSearch(searchText(value)));

describe('the filter in the URL', () => {
  it('survives a URL unchanged, whatever the names contain', () => {
    fc.assert(
      fc.property(filter, (value) => {
        expect(throughUrl(value)).toEqual(value);
      }),
    );
  });

  it('never throws on any query string, and is the same when read again', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (search) => {
        const read = readFilter(parseSearch(search));
        expect(throughUrl(read)).toEqual(read);
      }),
    );
  });

  it('drops invalid values of a dimension', () => {
    for (const severity of ['7', '12']) {
      const search = `?category=nonsense&severity_max=${severity}&server=&from=&q=&outcome=failure`;
      expect(readFilter(parseSearch(search))).toEqual({ outcome: ['failure'] });
    }
  });

  it('names the values that it drops, and only these', () => {
    expect(misread('?severity_max=12')).toEqual(['severity_max=12']);
    expect(misread('?outcome=nope&outcome=failure&severity_max=7&level=MUST&server=7&state=x')).toEqual([
      'outcome=nope',
      'severity_max=7',
      'level=MUST',
    ]);
    fc.assert(
      fc.property(filter, (value) => {
        expect(misread(searchText(value))).toEqual([]);
      }),
    );
  });

  it('names the parameters that no page knows, and what does not apply to a page', () => {
    const search = '?servers=shop&from=-7d&view=log.quarantined&window_days=30&code=X&q=gone&server=shop';
    expect(misread(search)).toEqual(['servers=shop']);
    expect(misread(search, sharedFilter)).toEqual(['servers=shop', 'code=X', 'q=gone']);
  });

  it('names the values that it drops because there are too many', () => {
    const names = Array.from({ length: 60 }, (_, n) => `s${n}`);
    expect(misread(searchText({ server: names }))).toEqual(names.slice(50).map((name) => `server=${name}`));
  });

  it('has no more than the server takes, of what a link holds', () => {
    const names = Array.from({ length: 51 }, (_, n) => `s${n}`);
    const [longest, tooLong] = ['x'.repeat(257), 'x'.repeat(258)];
    const read = readFilter({
      server: names,
      code: [longest, tooLong],
      q: 'q'.repeat(501),
      from: '1'.repeat(41),
    });
    expect(read).toEqual({
      server: names.slice(0, 50),
      code: [longest],
      q: 'q'.repeat(500),
      from: '1'.repeat(40),
    });
  });

  it('treats names of Object.prototype as names', () => {
    expect(readFilter(parseSearch('?server=__proto__&server=constructor'))).toEqual({
      server: ['__proto__', 'constructor'],
    });
    expect(readFilter(parseSearch('?__proto__=x&constructor=y'))).toEqual({});
  });

  it('removes a member set to undefined and keeps the rest of the query string', () => {
    const held = { server: ['a'], code: ['B'], view: 'list' };
    expect(changed(held, { code: undefined, outcome: ['failure'] })).toStrictEqual({
      server: ['a'],
      outcome: ['failure'],
      view: 'list',
    });
  });

  it('keeps time and origin on other pages, but nothing specific to a page', () => {
    const kept: Filter = {
      ...{ from: '-7d', to: '-1d', server: ['a'], client: ['b'], operation: ['c'], dialect: ['plain'] },
      ...{ not_server: ['d'], not_client: ['e'], not_operation: ['f'] },
    };
    expect(sharedFilter({ ...kept, category: ['token'], severity_max: 1, q: 'x' })).toEqual(kept);
  });

  it('keeps its times when it is cleared, and what is not of it', () => {
    const filter: Filter = { from: '-7d', not_code: ['A'], server: ['s'], severity_max: 0, q: 'x' };
    const held = { ...filter, view: 'list' };
    expect(changed(held, CLEARED)).toStrictEqual({ from: '-7d', view: 'list' });
  });
});

it('is said in words, as where nothing was found and on paper', () => {
  const filter: Filter = { from: '-7d', q: 'gone', code: ['A'], not_server: ['a', 'b'], severity_max: 1 };
  expect(filterWords(filter)).toEqual([
    'server is not a or b',
    'code A',
    'severity high and medium',
    'text “gone”',
  ]);
  expect(filterWords({ from: '-7d' })).toEqual([]);
});

it.each<[boolean, Filter]>([
  [false, { from: '-7d', server: ['a'], not_operation: ['b'], dialect: ['plain'] }],
  [false, { level: ['must'], severity_max: 0 }],
  [true, { server: ['a'], code: ['A'] }],
  [true, { level: ['must'], q: 'gone' }],
  [true, { severity_max: 0, warning: ['A'] }],
])('selects by what responses say, thresholds aside: %s of %j', (is, filter) => {
  expect(isNarrowed(filter)).toBe(is);
});

describe('how a page is shown', () => {
  it('survives the URL, however long the name of a series', () => {
    const view = ['slow.-times', 'trend.table', `trend-hidden.${'LONG_'.repeat(51)}A`, 'burn-down-hidden.'];
    expect(readView(parseSearch(searchText({ view })))).toEqual({ view });
    expect(readView(parseSearch('?view='))).toEqual({});
  });

  it('is in bars of a width that the page offers, else of the one that fits', () => {
    const widths = ['1m', '5m', '1h', '1d', '7d', ''];
    const read = (width: string) => readBucketSearch(parseSearch(`?bucket=${width}`)).bucket;
    expect(widths.map(read)).toEqual(['1m', '5m', '1h', '1d', undefined, undefined]);
  });
});
