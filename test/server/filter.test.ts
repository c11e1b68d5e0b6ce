import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filterOf } from '../../server/routes/filter.ts';
import { HOUR, MINUTE } from '../../shared/time/units.ts';
import { dataOf, deliver, errorOf } from '../helpers/ask.ts';
import { carried, failure, NOT_FOUND, success, WARNINGS } from '../helpers/captures.ts';
import { type Served, serve } from '../helpers/server.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

describe('the range', () => {
  test('is the last day by default', () => {
    expect(filterOf({}, NOW)).toEqual({ from: NOW - 24 * HOUR, to: NOW });
  });

  test.each([
    ['-90m', NOW - 1.5 * HOUR],
    ['-2d', NOW - 48 * HOUR],
    ['-1w', NOW - 168 * HOUR],
    ['2026-11-21T10:00:00Z', NOW - 2 * HOUR],
    ['2026-11-21T11:00:00.250+01:00', NOW - 2 * HOUR + 250],
    ['2026-11-21T11:00:00 01:00', NOW - 2 * HOUR],
    [String(NOW - HOUR), NOW - HOUR],
    [' -90m\n', NOW - 1.5 * HOUR],
  ])('begins at %s', (from, ms) => {
    expect(filterOf({ from }, NOW).from).toBe(ms);
  });

  const LATER = NOW + 7 * MINUTE + 13_311;
  const UP = { hour: NOW + 8 * MINUTE, week: NOW + 10 * MINUTE, month: NOW + 30 * MINUTE };
  test.each([
    [{}, NOW - 24 * HOUR + 7 * MINUTE, UP.hour],
    [{ from: '-1h' }, NOW - HOUR + 7 * MINUTE, UP.hour],
    [{ from: ' -1h ' }, NOW - HOUR + 7 * MINUTE, UP.hour],
    [{ from: '-7d' }, NOW - 7 * 24 * HOUR + 5 * MINUTE, UP.week],
    [{ from: '-30d' }, NOW - 30 * 24 * HOUR, UP.month],
    [{ from: '-90d', to: '-1d' }, NOW - 90 * 24 * HOUR, NOW - 21 * HOUR],
    [{ from: '-400d' }, NOW - 400 * 24 * HOUR, NOW + 12 * HOUR],
    [{ from: '-1h', to: String(LATER) }, NOW - HOUR + 7 * MINUTE, LATER],
    [{ to: String(LATER) }, LATER - 24 * HOUR, LATER],
    [{ from: String(LATER - 2 * HOUR) }, LATER - 2 * HOUR, UP.hour],
  ])('of %j is widened to whole steps where it is relative', (query, from, to) => {
    expect(filterOf(query, LATER)).toEqual({ from, to });
  });

  test('of less than an hour is exactly as requested', () => {
    expect(filterOf({ from: '-59m' }, LATER)).toEqual({ from: LATER - 59 * MINUTE, to: LATER });
  });

  test('with only a `to` is the day before it', () => {
    expect(filterOf({ to: '-1d' }, NOW)).toEqual({ from: NOW - 48 * HOUR, to: NOW - 24 * HOUR });
  });

  test.each(['yesterday', '24h', '2026-02-30T00:00:00Z', '2026-11-21', '-1y', '1e3', ''])(
    'cannot begin at %j',
    (from) => {
      expect(() => filterOf({ from }, NOW)).toThrow("Parameter 'from' expected");
    },
  );

  test.each(['-1h', '-2h'])('cannot be empty, as from an hour ago to %s', (to) => {
    expect(() => filterOf({ from: '-1h', to }, NOW)).toThrow(
      "'from' expected 'a time before `to`', got '-1h'",
    );
  });
});

describe('over HTTP', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve();
    const body = [
      success({ server: 'a', client: 'cli' }),
      success({ server: 'a', operation: 'list_parcels', warnings: [WARNINGS.deprecation] }),
      success({ server: 'b', warnings: [{ ...WARNINGS.quota, severity: 'high' }] }),
      failure(NOT_FOUND, { server: 'b', client: 'editor' }),
      failure(
        { code: 'VALIDATION_MISSING_PARAM', message: "Missing required parameter 'id'" },
        { server: 'c' },
      ),
      {
        server: 'd',
        response: { content: [{ type: 'text', text: 'words' }] },
        observed_at: Date.now() - 48 * HOUR,
      },
      {
        ...success({ server: 'e', response: carried({ success: true, warnings: 7, error: {} }) }),
        observed_at: Date.now() - 72 * HOUR,
      },
    ];
    await deliver(served, body);
  });
  afterAll(() => served.stop());

  const servers = async (query: string) => {
    const { items } = await dataOf(served, 'GET /api/v1/responses', { query });
    return items.map(({ server }) => server).sort();
  };

  test.each([
    ['', ['a', 'a', 'b', 'b', 'c']],
    ['from=-7d', ['a', 'a', 'b', 'b', 'c', 'd', 'e']],
    ['from=-7d&to=-24h', ['d', 'e']],
    ['server=a', ['a', 'a']],
    ['server=a&server=c', ['a', 'a', 'c']],
    ['client=cli', ['a']],
    ['client=cli&client=editor', ['a', 'b']],
    ['operation=list_parcels', ['a']],
    ['outcome=failure', ['b', 'c']],
    ['category=not_found', ['b']],
    ['code=VALIDATION_*', ['c']],
    ['code=VALIDATION_*&code=NOT_FOUND_RESOURCE', ['b', 'c']],
    ['dialect=plain&from=-7d', ['d']],
    ['severity_max=0', ['b']],
    ['severity_max=1', ['b']],
    ['severity_max=2', ['a', 'b']],
    ['warning=DEPRECATION_WARNING', ['a']],
    ['warning=DEPRECATION_*&warning=RATE_LIMIT_*', ['a', 'b']],
    ['warning=DEPRECATION_WARNING&server=b', []],
    ['warning=RATE_LIMIT_QUOTA_WARNING&severity_max=0', ['b']],
    ['warning=DEPRECATION_WARNING&severity_max=0', []],
    ['warning=NO_WARNING', []],
    ['warning=NO_WARNING&severity_max=2', []],
    ['q=missing', ['c']],
    ['server=a&client=nobody', []],
    ['not_server=a', ['b', 'b', 'c']],
    ['not_server=a&not_server=b', ['c']],
    ['server=a&server=b&not_server=b', ['a', 'a']],
    ['not_client=cli', ['a', 'b', 'b', 'c']],
    ['not_client=unidentified', ['a', 'b']],
    ['not_operation=get_parcel', ['a']],
    ['not_operation=get_parcel&server=b', []],
    ['not_server=nobody', ['a', 'a', 'b', 'b', 'c']],
    ['not_client=cli&category=not_found', ['b']],
    ['not_client=editor&category=not_found', []],
    ['not_code=NOT_FOUND_RESOURCE', ['a', 'a', 'b', 'c']],
    ['not_code=VALIDATION_*&server=b&server=c', ['b', 'b']],
    ['not_code=VALIDATION_*&not_code=NOT_FOUND_*', ['a', 'a', 'b']],
    ['not_code=VALIDATION_*&outcome=failure', ['b']],
    ['quarantined=false&server=c', ['c']],
    ['not_code=NOBODY', ['a', 'a', 'b', 'b', 'c']],
    ['code=VALIDATION_*&code=NOT_FOUND_*&not_code=VALIDATION_*', ['b']],
    ['category=validation&not_code=VALIDATION_MISSING_PARAM', []],
  ])('%s selects the right responses', async (query, expected) => {
    expect(await servers(query)).toEqual(expected);
  });

  test('a response that breaks several rules is in the log once', async () => {
    const query = 'from=-7d&server=e&level=must&level=should&level=info';
    const { items } = await dataOf(served, 'GET /api/v1/responses', { query });
    expect(items.map(({ must, should, info }) => must + should + info > 1)).toEqual([true]);
  });

  test('a question does not count what is excluded', async () => {
    const elsewhere = await dataOf(served, 'GET /api/v1/errors', { query: 'not_server=a' });
    expect(elsewhere).toMatchObject({ responses: 3, total: 2 });
    const errors = await dataOf(served, 'GET /api/v1/errors', { query: 'not_client=editor' });
    expect(errors.total).toBe(1);
    const query = 'not_code=NOT_FOUND_*';
    expect((await dataOf(served, 'GET /api/v1/errors', { query })).total).toBe(1);
    expect((await dataOf(served, 'GET /api/v1/overview', { query })).totals).toMatchObject({
      responses: 4,
      failures: 1,
    });
  });

  test("excluding a code from warnings means a warning's code", async () => {
    const query = 'not_code=DEPRECATION_WARNING';
    const { codes, total } = await dataOf(served, 'GET /api/v1/warnings', { query });
    expect(codes.map(({ code }) => code)).toEqual([WARNINGS.quota.code]);
    const { series } = await dataOf(served, 'GET /api/v1/series', { query: `${query}&metric=warnings` });
    expect(series.flatMap(({ points }) => points).reduce((sum, [, n]) => sum + n, 0)).toBe(total);
  });

  test('a severity threshold selects warnings, never failures', async () => {
    const { total } = await dataOf(served, 'GET /api/v1/errors', { query: 'severity_max=0' });
    expect(total).toBe(2);
    const warnings = await dataOf(served, 'GET /api/v1/warnings', { query: 'severity_max=0' });
    expect(warnings.total).toBe(1);
  });

  test('all of time is a range', async () => {
    const query = 'from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59.999Z';
    const { totals } = await dataOf(served, 'GET /api/v1/overview', { query });
    expect(totals.responses).toBe((await servers('from=-7d')).length);
  });

  test('ends where no answer could state it', async () => {
    const range = async (query: string) => {
      const { from, to } = await dataOf(served, 'GET /api/v1/overview', { query });
      return [from, to];
    };
    const [first, last] = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
    expect(await range('to=0000-01-01T06:00:00Z')).toEqual([first, '0000-01-01T06:00:00.000Z']);
    expect(await range(`to=${first}`)).toEqual([first, first]);
    const hours = Math.floor((Date.parse(last) - Date.now()) / 3_600_000);
    expect(await range(`from=-30d&to=%2B${hours}h`)).toEqual([expect.stringContaining('20'), last]);
  });

  test.each([
    ['sever=a', 'VALIDATION_UNKNOWN_PARAM', "'sever' (did you mean 'server'?)"],
    ['severitymax=1', 'VALIDATION_UNKNOWN_PARAM', "did you mean 'severity_max'?"],
    ['server=a&colour=red', 'VALIDATION_UNKNOWN_PARAM', "'colour'"],
    ['__proto__=1', 'VALIDATION_UNKNOWN_PARAM', "'__proto__'"],
    ['Server=a', 'VALIDATION_UNKNOWN_PARAM', "did you mean 'server'?"],
    ['from=-1h&from=-2h', 'VALIDATION_INVALID_TYPE', "'from' expected 'one value'"],
    [
      'severity_max=high',
      'VALIDATION_INVALID_TYPE',
      "'severity_max' expected 'integer from 0 to 2', got 'high'",
    ],
    ['severity_max=', 'VALIDATION_INVALID_TYPE', "'severity_max'"],
    [`from=${'9'.repeat(900)}`, 'VALIDATION_INVALID_TYPE', `got '${'9'.repeat(60)}'`],
    ['from=-8640000000000000', 'VALIDATION_INVALID_TYPE', "'from' expected 'RFC 3339"],
    ['to=253402300800000', 'VALIDATION_INVALID_TYPE', "'to' expected 'RFC 3339"],
    ['limit=0', 'VALIDATION_INVALID_TYPE', "'limit' expected 'integer from 1 to 500', got '0'"],
    ['category=internal&category=bug', 'VALIDATION_INVALID_TYPE', "got 'bug'"],
    ['category=bug', 'VALIDATION_INVALID_TYPE', "'category' expected 'one of validation, not_found, "],
    [`q=${'x'.repeat(501)}`, 'VALIDATION_INVALID_TYPE', "got '501 characters'"],
    [`q=${'📦'.repeat(501)}`, 'VALIDATION_INVALID_TYPE', "got '501 characters'"],
    [
      'server=a&'.repeat(51),
      'VALIDATION_INVALID_TYPE',
      "'server' expected 'string of 1 to 257 characters', got '51 values'",
    ],
    ['limit=0x10', 'VALIDATION_INVALID_TYPE', "got '0x10'"],
    ['limit=5.0', 'VALIDATION_INVALID_TYPE', "got '5.0'"],
    ['quarantined=maybe', 'VALIDATION_INVALID_TYPE', "'quarantined' expected 'boolean', got 'maybe'"],
    [
      'format=pdf',
      'VALIDATION_INVALID_TYPE',
      "'format' expected 'one of csv, ndjson, json, captures', got 'pdf'",
    ],
    ['server=', 'VALIDATION_INVALID_TYPE', "'server' expected 'string of 1 to 257 characters'"],
  ])('%s is refused by name', async (query, code, words) => {
    const error = await errorOf(served, 'GET /api/v1/responses', { query });
    expect(error).toMatchObject({ status: 400, code });
    expect(error.message).toContain(words);
  });

  test('may be any name or code that was stored, however long it was sent', async () => {
    const long = (letter: string) => letter.repeat(900);
    const body = [
      failure(
        { code: long('C'), message: 'no' },
        { server: 's'.repeat(200), operation: long('o'), client: 'c'.repeat(200) },
      ),
      success({ server: 's'.repeat(200), warnings: [{ ...WARNINGS.deprecation, code: long('W') }] }),
    ];
    await deliver(served, body);
    const offered = await dataOf(served, 'GET /api/v1/facets', { query: `server=${'s'.repeat(200)}` });
    for (const [dimension, facet, values] of [
      ['server', 's', offered.servers],
      ['client', 'c', offered.clients],
      ['operation', 'o', offered.operations],
      ['code', 'C', offered.codes],
      ['warning', 'W', offered.warnings],
    ] as const) {
      const [value] = values.map((one) => one.value).filter((one) => one.startsWith(facet.repeat(9)));
      const query = new URLSearchParams({ [dimension]: value ?? '' }).toString();
      const { items } = await dataOf(served, 'GET /api/v1/responses', { query });
      expect(items.length, dimension).toBe(dimension === 'server' ? 2 : 1);
    }
    await dataOf(served, 'DELETE /api/v1/servers/:name', { params: { name: 's'.repeat(200) } });
  });

  test('that makes an address too long is refused with the limit', async () => {
    const error = await errorOf(served, 'GET /api/v1/responses', { query: `q=${'x'.repeat(20_000)}` });
    expect(error).toMatchObject({ status: 413, code: 'VALIDATION_PAYLOAD_TOO_LARGE' });
    expect(error.message).toMatch(/header size limit of \d+ bytes: the part of the address and the headers/);
  });
});
