import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../shared/exchange.ts';
import { parseJson } from '../../shared/json/value.ts';
import { read } from '../../shared/read.ts';
import { dropServer, type Finding, foldAcross } from '../../shared/sessions/fold.ts';
import { Memory, restored } from '../../shared/sessions/memory.ts';
import { notesOf } from '../../shared/sessions/notes.ts';
import { HOUR } from '../../shared/time/units.ts';
import type { Level } from '../../shared/verdict.ts';

interface Step extends Exchange {
  readonly server?: string;
}

const hash = (token: string) => `#${token.length}${token.at(-1)}`;

/** Returns the findings for exchanges in order, which are named 1, 2, …, or from `first` on. */
function fold(steps: readonly Step[], memory = new Memory(), first = 1): readonly Finding[] {
  return steps.flatMap(({ server = 's', ...exchange }, position) =>
    foldAcross(memory, {
      server,
      ref: first + position,
      at: exchange.observed_at,
      notes: notesOf(read(exchange), hash),
    }),
  );
}

const gist = (findings: readonly Finding[]) => findings.map(({ rule, responses }) => [rule, ...responses]);

const failed = (code: string, message: string, operation = 'create'): Step => ({
  response: { success: false, error: { code, message } },
  operation,
});
const told = (error: string): Step => ({ response: { success: false, error }, tool: 'mcp_aql' });
const warned = (details: object, severity?: string, code = 'RATE_LIMIT_QUOTA_WARNING'): Step => ({
  response: {
    success: true,
    data: {},
    warnings: [{ code, message: 'm', details, ...(severity === undefined ? {} : { severity }) }],
  },
  observed_at: 0,
});
const quota = (current: number, severity?: string) =>
  warned({ metric: 'requests_per_hour', current, warn_threshold: 4000 }, severity);

describe('SES-01: severity of one condition', () => {
  test('is reported if it changes within one band', () => {
    const [finding] = fold([quota(4100, 'medium'), quota(4200, 'low')]);
    expect(finding).toMatchObject({
      rule: 'SES-01',
      in: 'envelope',
      pointer: '/warnings/0/severity',
      responses: [1, 2],
    });
  });

  test.each([
    ['rises with its band', [quota(4100, 'medium'), quota(4900, 'high')]],
    ['is not declared', [quota(4100, 'medium'), quota(4100), quota(4100, 'medium')]],
    ['is another server’s', [quota(4100, 'medium'), { ...quota(4100, 'low'), server: 'other' }]],
    [
      'is another metric’s',
      [quota(4100, 'medium'), warned({ metric: 'x', current: 1, warn_threshold: 1 }, 'low')],
    ],
  ])('is not reported if it %s', (_, steps) => {
    expect(fold(steps)).toEqual([]);
  });

  test('is compared with the newest earlier one', () => {
    const steps = [quota(4100, 'medium'), quota(4100, 'medium'), quota(4100, 'low'), quota(4100, 'medium')];
    expect(gist(fold(steps))).toEqual([
      ['SES-01', 2, 3],
      ['SES-01', 3, 4],
    ]);
  });

  test('has no bands for a custom code', () => {
    const own = (n: number, severity: string) => warned({ cache: 'a', n }, severity, 'PERFORMANCE_CACHE');
    expect(gist(fold([own(1, 'low'), own(2, 'high')]))).toEqual([['SES-01', 1, 2]]);
  });
});

test('SES-01: only a declared severity counts, and only that of an earlier response', () => {
  const code = 'RATE_LIMIT_QUOTA_WARNING';
  const details = { metric: 'requests_per_hour', current: 4100, warn_threshold: 4000 };
  const both: Step = {
    response: {
      success: true,
      data: {},
      warnings: [
        { code, message: 'm', details, severity: 'medium' },
        { code, message: 'm', details, severity: 'low' },
      ],
    },
    observed_at: 0,
  };
  expect(fold([quota(4100, 'medium'), quota(4100)])).toEqual([]);
  expect(fold([quota(4100), quota(4100, 'low')])).toEqual([]);
  expect(fold([both])).toEqual([]);
});

describe('SES-01: a standard warning that does not say what it is about is not compared', () => {
  test.each([
    ['DEPRECATION_WARNING', { deprecated_operation: 'a' }, { deprecated_operation: 'b' }],
    ['DEPRECATION_WARNING', { type: 'operation' }, { type: 'operation' }],
    ['RATE_LIMIT_QUOTA_WARNING', { current: 1 }, { current: 1 }],
    ['VALIDATION_TRUNCATED_WARNING', { field: null }, { field: null }],
    ['PERFORMANCE_SLOW_QUERY_WARNING', {}, {}],
  ])('%s %j', (code, one, other) => {
    expect(fold([warned(one, 'medium', code), warned(other, 'high', code)])).toEqual([]);
  });
});

test('SES-01: a message names the warning; one without a code is not compared', () => {
  const said = (code: unknown) => {
    const [low, high] = ['low', 'high'].map(
      (severity): Step => ({
        response: { success: true, data: {}, warnings: [{ code, message: 'm', details: {}, severity }] },
      }),
    );
    return low === undefined || high === undefined ? [] : fold([low, high]).map(({ message }) => message);
  };
  expect(said('OWN_X')).toEqual([
    'The severity of "OWN_X" is high, but was low for the same condition before.',
  ]);
  expect(said(undefined)).toEqual([]);
});

describe('SES-02: one message, several codes', () => {
  test.each([
    ['two words', 'disk full', 1],
    ['words of two letters', 'is on', 1],
    ['one word', "disk '1'", 0],
    ['one word and a letter', "disk a '1'", 0],
    ['no word', '1', 0],
    ['two words of letters with marks', 'नहीं मिला', 1],
    ['two Chinese words', '找不到文件', 1],
    ['two Thai words', 'ไม่พบไฟล์', 1],
    ['two Japanese words around a name', 'ファイル「1」が見つかりません', 1],
    ['one Chinese word', '用户 1', 0],
    ['one Thai word', 'ไฟล์ 1', 0],
    ['one letter with a mark', 'e\u0301 1', 0],
  ])('needs two words: %s', (_title, message, count) => {
    expect(fold([failed('INTERNAL_A', message), failed('CONFLICT_B', message)])).toHaveLength(count);
  });

  test('is reported once for each code', () => {
    const steps = [
      failed('VALIDATION_A', "Name 'x' is taken already"),
      failed('CONFLICT_B', "Name 'y' is taken already"),
      failed('VALIDATION_A', "Name 'z' is taken already"),
      failed('CONFLICT_B', "Name 'z' is taken already"),
      failed('INTERNAL_C', "Name 'z' is taken already"),
    ];
    expect(gist(fold(steps))).toEqual([
      ['SES-02', 1, 2],
      ['SES-02', 4, 5],
    ]);
  });

  test('is reported for sixteen codes of one message, and for none of them again', () => {
    const round = Array.from({ length: 20 }, (_, n) => failed(`VALIDATION_${n}`, 'Name is taken already'));
    const found = fold([...round, ...round, ...round]);
    expect(gist(found)).toEqual(Array.from({ length: 15 }, (_, n) => ['SES-02', n + 1, n + 2]));
  });

  test('repeats of a long code only its start', () => {
    const [finding] = fold([
      failed('A'.repeat(10_000), 'Name is taken'),
      failed('B'.repeat(10_000), 'Name is taken'),
    ]);
    expect(finding?.message).toMatch(
      /^The code is "B{79}…", but was "A{79}…" for the same message before\.$/,
    );
  });

  test.each([
    ['the message says too little', [failed('A_A', "Failed: 'x'"), failed('B_B', "Failed: 'y'")]],
    ['the operation is another', [failed('A_A', 'It is taken'), failed('B_B', 'It is taken', 'update')]],
  ])('is not reported if %s', (_, steps) => {
    expect(fold(steps)).toEqual([]);
  });
});

describe('SES-03: error objects and error strings', () => {
  const at = (step: Step, observed_at: number): Step => ({ ...step, observed_at });

  test('are reported once an hour, while they change', () => {
    const object = failed('NOT_FOUND_RESOURCE', 'm');
    const string = told('Item not found');
    const steps = [
      at(object, 0),
      at(string, 1),
      at(object, 2),
      at(string, HOUR),
      at(string, HOUR + 1),
      at(string, 2 * HOUR),
    ];
    expect(gist(fold(steps))).toEqual([
      ['SES-03', 1, 2],
      ['SES-03', 3, 4],
    ]);
  });

  test('are reported in every hour of two days, once in each', () => {
    const steps = Array.from({ length: 48 }, (_, hour) => [
      at(failed('NOT_FOUND_RESOURCE', 'm'), hour * HOUR),
      at(told('Item not found'), hour * HOUR + 1),
      at(failed('NOT_FOUND_RESOURCE', 'm'), hour * HOUR + 2),
    ]).flat();
    expect(gist(fold(steps))).toHaveLength(48);
  });

  test('are reported once if no time is known', () => {
    const steps = [failed('A_B', 'm'), told('x'), failed('A_B', 'm'), told('x')];
    expect(gist(fold(steps))).toEqual([['SES-03', 1, 2]]);
  });
});

test('SES-03: a failure without an error is of no form', () => {
  const silent: Step = { response: { success: false }, tool: 'mcp_aql' };
  expect(fold([{ ...failed('CONFLICT_EXISTS', 'm'), tool: 'mcp_aql' }, silent, told('x')])).toMatchObject([
    { rule: 'SES-03', responses: [1, 3] },
  ]);
});

test('SES-03: what a success has as its error is of no form', () => {
  const odd: Step = { response: { success: true, data: {}, error: 'none' }, tool: 'mcp_aql' };
  expect(fold([{ ...failed('CONFLICT_EXISTS', 'm'), tool: 'mcp_aql' }, odd])).toEqual([]);
});

describe('SES-04: dialects of one server', () => {
  const result: Step = { response: { success: true, instruction: 'Show' } };
  const aql: Step = { response: { success: true, data: 1 } };

  test('are reported', () => {
    expect(gist(fold([aql, result]))).toEqual([['SES-04', 1, 2]]);
  });

  test('are not reported for shapes that any server may use', () => {
    const plain: Step = { response: { content: [{ type: 'text', text: 'x' }] } };
    const flag: Step = { response: { success: true } };
    const rpc: Step = { response: { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'm' } } };
    expect(fold([aql, plain, flag, rpc, aql])).toEqual([]);
    expect(fold([aql, { ...result, server: 'other' }])).toEqual([]);
  });
});

test('SES-05: near-synonyms of one server are reported once for each code', () => {
  const steps = [
    failed('NOT_FOUND_OPERATION', 'm'),
    failed('UNKNOWN_OPERATION', 'm'),
    failed('NOT_FOUND_OPERATION', 'm'),
    failed('CONFLICT_EXISTS', 'm'),
    { ...failed('CONFLICT_ALREADY_EXISTS', 'm'), server: 'other' },
  ];
  const [finding, ...others] = fold(steps);
  expect(finding).toMatchObject({ rule: 'SES-05', pointer: '/error/code', responses: [1, 2] });
  expect(others).toEqual([]);
});

test.each([
  ['NOT_FOUND_OPERATION', 'UNKNOWN_OPERATION'],
  ['UNKNOWN_OPERATION', 'VALIDATION_UNKNOWN_OPERATION'],
  ['VALIDATION_ENDPOINT_MISMATCH', 'VALIDATION_WRONG_ENDPOINT'],
  ['CONFLICT_EXISTS', 'CONFLICT_ALREADY_EXISTS'],
  ['CONFIRMATION_REJECTED', 'TOKEN_INVALID'],
  ['RATE_LIMIT_ERROR', 'RATE_LIMIT_EXCEEDED'],
  ['VALIDATION_ERROR', 'VALIDATION_FAILED'],
])('SES-05: %s and %s mean the same', (one, other) => {
  expect(gist(fold([failed(one, 'm'), failed(other, 'm')]))).toEqual([['SES-05', 1, 2]]);
  expect(fold([failed(one, 'm'), failed('NOT_FOUND_RESOURCE', 'm')])).toEqual([]);
});

describe('SES-06: a confirmation token', () => {
  const issued = (token: string): Step => ({
    response: {
      success: false,
      error: { code: 'CONFIRMATION_REQUIRED', message: 'm' },
      confirmation: { token },
    },
  });
  const detailed = (token: string): Step => ({
    response: {
      success: false,
      error: { code: 'CONFIRMATION_REQUIRED', message: 'm', details: { confirmation_token: token } },
    },
  });

  test('that was issued before is reported, but never stored', () => {
    const memory = new Memory();
    const [finding] = fold([issued('geheim-a'), detailed('geheim-b'), detailed('geheim-a')], memory);
    expect(finding).toMatchObject({
      rule: 'SES-06',
      pointer: '/error/details/confirmation_token',
      responses: [1, 3],
    });
    expect(JSON.stringify([memory.save(), finding])).not.toContain('geheim');
  });

  test('that a response rejects does not count as issued', () => {
    const refused: Step = {
      response: {
        success: false,
        error: { code: 'TOKEN_EXPIRED', message: 'm', details: { token: 'geheim-a' } },
      },
    };
    expect(fold([issued('geheim-a'), refused])).toEqual([]);
  });

  test.each(['', '[redacted]'])('that is %j is none', (token) => {
    expect(fold([issued(token), issued(token), detailed(token), detailed(token)])).toEqual([]);
  });

  test('of the details counts only if there is none above', () => {
    const both = (token: string): Step => ({
      response: {
        success: false,
        error: { code: 'CONFIRMATION_REQUIRED', message: 'm', details: { confirmation_token: 'geheim-d' } },
        confirmation: { token },
      },
    });
    expect(fold([both('geheim-a'), both('geheim-b')])).toEqual([]);
    expect(fold([both(''), both('')]).map(({ pointer }) => pointer)).toEqual([
      '/error/details/confirmation_token',
    ]);
  });

  test('may occur twice in one response', () => {
    const { response } = issued('geheim-a');
    const results = [0, 1].map((index) => ({ index, operation: 'x', result: response }));
    expect(fold([{ response: { success: true, data: null, results, summary: {} } }])).toEqual([]);
  });

  test('is found in what halted a batch', () => {
    const halted: Step = {
      response: {
        success: true,
        data: null,
        results: [],
        summary: {},
        halted_at: { index: 0, operation: 'x', result: detailed('geheim-a').response },
      },
    };
    expect(fold([issued('geheim-a'), halted])[0]?.pointer).toBe(
      '/halted_at/result/error/details/confirmation_token',
    );
  });
});

test('batch members are examined, and reported with their prefix', () => {
  const batch = (result: unknown) => ({
    success: true,
    data: null,
    results: [{ index: 0, operation: 'create', result }],
    summary: {},
  });
  const taken = batch(failed('CONFLICT_EXISTS', 'Is taken already').response);
  const findings = fold([failed('CONFLICT_ALREADY_EXISTS', 'Is taken already'), { response: taken }]);
  expect(findings.map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['SES-02', '/results/0/result/error/code'],
    ['SES-05', '/results/0/result/error/code'],
  ]);
  const [within] = fold([failed('CONFLICT_ALREADY_EXISTS', 'Is taken already'), { response: batch(taken) }]);
  expect(within?.pointer).toBe('/results/0/result/results/0/result/error/code');
});

test('a response of another dialect issues no token', () => {
  const other = { success: false, error: 'x', error_type: 'y', confirmation: { token: 'geheim' } };
  expect(fold([{ response: other }, { response: other }])).toEqual([]);
});

test('members of one batch do not contradict each other', () => {
  const coded = (code: string) => ({ code, message: 'Is taken already' });
  const errors = ['x', coded('CONFLICT_EXISTS'), coded('CONFLICT_ALREADY_EXISTS')];
  const results = errors.map((error, index) => ({
    index,
    operation: 'x',
    result: { success: false, error },
  }));
  expect(fold([{ response: { success: true, data: null, results, summary: {} } }])).toEqual([]);
});

describe('what one batch member says', () => {
  const batch = (...members: readonly Step[]): Step => ({
    response: {
      success: true,
      data: null,
      results: members.map(({ response }, index) => ({ index, operation: 'create', result: response })),
      summary: {},
    },
    observed_at: 0,
  });
  const old = failed('CONFLICT_EXISTS', 'Is taken already');
  const other = failed('CONFLICT_ALREADY_EXISTS', 'Is taken already');

  test.each([
    ['a code', old, other, ['SES-02', 'SES-05']],
    ['a severity', quota(4100, 'medium'), quota(4200, 'low'), ['SES-01']],
    ['a form of error', failed('X', 'm'), told('x'), ['SES-03']],
  ])('as before hides no member with another: %s', (_, before, another, rules) => {
    const first = fold([before, batch(another, before)]);
    const last = fold([before, batch(before, another)]);
    expect(gist(first)).toEqual(rules.map((rule) => [rule, 1, 2]));
    expect(gist(last)).toEqual(gist(first));
    for (const { pointer } of first) expect(pointer).toMatch('/results/0/');
    for (const { pointer } of last) expect(pointer).toMatch('/results/1/');
  });

  test('twice, is reported once, and each new code is', () => {
    const third = failed('INTERNAL_ERROR', 'Is taken already');
    const findings = fold([old, batch(other, third, other), other, third]);
    expect(findings.map(({ rule, pointer, responses }) => [rule, pointer, ...responses])).toEqual([
      ['SES-02', '/results/0/result/error/code', 1, 2],
      ['SES-02', '/results/1/result/error/code', 1, 2],
      ['SES-05', '/results/0/result/error/code', 1, 2],
    ]);
  });
});

test('findings of one response are in the order of the catalogue', () => {
  const asking = (code: string): Step => ({
    response: {
      success: false,
      error: { code, message: 'Say yes first' },
      confirmation: { token: 'geheim' },
    },
  });
  const findings = fold([asking('CONFIRMATION_REQUIRED'), asking('RATE_LIMIT_QUOTA_PAUSE')]);
  expect(findings.map(({ rule }) => rule)).toEqual(['SES-02', 'SES-06']);
});

test('what halted a batch may be anything', () => {
  const halted = (result: unknown): Step => ({
    response: { success: true, data: null, results: [], summary: {}, halted_at: { result } },
  });
  expect(fold([halted(null), halted(1), halted([])])).toEqual([]);
});

describe('the memory', () => {
  test('survives a restart', () => {
    const memory = new Memory();
    fold([quota(4100, 'medium'), failed('CONFLICT_EXISTS', 'm')], memory);
    const saved = parseJson(JSON.stringify(memory.save()));
    const again = restored(saved);
    expect(again.save()).toEqual(saved);
    expect(gist(fold([quota(4100, 'low'), failed('CONFLICT_ALREADY_EXISTS', 'm')], again, 3))).toEqual([
      ['SES-01', 1, 3],
      ['SES-05', 2, 4],
    ]);
  });

  test.each([
    null,
    1,
    {},
    { version: 9, entries: [] },
    { version: 2 },
    { version: 1, entries: [['k', 1, 'v', []]] },
    {
      version: 2,
      entries: [1, null, [], [1, 1, 'v', []], ['k', 1, 1, []], ['k', 1, 'v', 1], ['k', null, 'v', []]],
    },
  ])('starts empty from %j', (saved) => {
    expect(restored(saved).save()).toEqual(new Memory().save());
  });

  test('reads back what it can of what was damaged', () => {
    const entries = [null, ['a', 1, 'v', ['x', 5]], ['b', 'r', 'v', []]];
    const again = restored({ version: 3, entries });
    expect(again.save()).toEqual({
      version: 3,
      entries: [
        ['a', 1, 'v', ['x']],
        ['b', 'r', 'v', []],
      ],
    });
    expect(again.revision).toBe(0);
  });

  test('forgets the least recently seen first, and says so', () => {
    const memory = new Memory(3);
    const seen = (metric: string, severity: string) =>
      warned({ metric, current: 4100, warn_threshold: 4000 }, severity);
    fold([seen('a', 'low'), seen('b', 'low'), seen('a', 'low'), seen('c', 'low')], memory);
    expect(memory.forgotten).toBe(1);
    expect(fold([seen('b', 'high')], memory, 5)).toEqual([]);
  });

  test('never forgets what is seen again and again, whatever else comes', () => {
    const memory = new Memory(80);
    const seen = (metric: string, severity: string) =>
      warned({ metric, current: 4100, warn_threshold: 4000 }, severity);
    const steps = Array.from({ length: 1_000 }, (_, n) => seen(n % 10 === 0 ? 'often' : `once ${n}`, 'low'));
    fold(steps, memory);
    // One more key is for SES-04.
    expect(memory.forgotten).toBe(900 + 2 - 80);
    expect(gist(fold([seen('often', 'high')], memory, 1_001))).toEqual([['SES-01', 991, 1_001]]);
  });

  test('stays small and tells codes apart, however long they are', () => {
    const memory = new Memory();
    const long = 'A'.repeat(1_000_000);
    const steps = ['', '_B', '', '_B'].map((end) => failed(long + end, 'The name is taken'));
    expect(gist(fold(steps, memory))).toEqual([['SES-02', 1, 2]]);
    expect(JSON.stringify(memory.save()).length).toBeLessThan(2_000);
  });

  test.each(['shop', '😀', `${'n'.repeat(199)}s`])(
    'drops everything about %s, and about no other server',
    (server) => {
      const said = 'It is taken already '.repeat(20);
      const steps = [quota(4100, 'medium'), failed('A_A', said), failed('A_B', 'It is taken')];
      const by = (name: string) => steps.map((step) => ({ ...step, server: name }));
      const others = [`${server.slice(0, -1)}t`, server.slice(1), '4 shop'].flatMap(by);
      const [memory, without] = [new Memory(), new Memory()];
      fold([...others, ...by(server)], memory);
      fold(others, without);
      const { revision } = memory;
      dropServer(memory, server);
      expect(memory.save()).toEqual(without.save());
      expect(memory.revision).toBeGreaterThan(revision);
    },
  );

  test('has a new revision only if something was learnt', () => {
    const memory = new Memory();
    fold([quota(4100, 'medium')], memory);
    const { revision } = memory;
    fold([quota(4200, 'medium'), quota(4300, 'medium')], memory, 2);
    expect(memory.revision).toBe(revision);
    fold([quota(4200, 'low')], memory, 4);
    expect(memory.revision).toBeGreaterThan(revision);
    const known = ['a'];
    memory.remember('k', { ref: 1, value: 'v', known });
    const { revision: first } = memory;
    memory.remember('k', { ref: 2, value: 'v', known });
    expect(memory.revision).toBe(first);
    memory.remember('k', { ref: 2, value: 'v', known: ['a', 'b'] });
    expect(memory.revision).toBeGreaterThan(first);
  });

  const asked = { code: 'CONFIRMATION_REQUIRED', message: 'Say yes first' };
  test.each<readonly [string, Step]>([
    ['a code', failed('CONFLICT_EXISTS', 'Is taken already')],
    ['an error string', told('m')],
    ['a token', { response: { success: false, error: asked, confirmation: { token: 'geheim' } } }],
  ])('learns nothing from %s again', (_title, step) => {
    const memory = new Memory();
    fold([step], memory);
    const { revision } = memory;
    fold([step, step], memory, 2);
    expect(memory.revision).toBe(revision);
  });
});

test('a rule that is off reports nothing and still remembers', () => {
  const off: ReadonlyMap<string, Level | 'off'> = new Map([['SES-05', 'off']]);
  const memory = new Memory();
  const observe = (ref: number, code: string, settings?: ReadonlyMap<string, Level | 'off'>) =>
    foldAcross(
      memory,
      { server: 's', ref, at: 0, notes: notesOf(read(failed(code, 'm', `${ref}`)), hash) },
      settings,
    ).map(({ level }) => level);
  expect(observe(1, 'CONFLICT_EXISTS', off)).toEqual([]);
  expect(observe(2, 'CONFLICT_ALREADY_EXISTS', new Map([['SES-05', 'must']]))).toEqual(['must']);
  expect(observe(3, 'UNKNOWN_OPERATION', off)).toEqual([]);
  expect(observe(4, 'NOT_FOUND_OPERATION', off)).toEqual([]);
  expect(observe(5, 'VALIDATION_UNKNOWN_OPERATION')).toEqual(['info']);
});
