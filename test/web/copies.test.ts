import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../shared/inspect.ts';
import { contentsOf } from '../../shared/recording/responses.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { curlOf, fixtureOf } from '../../web/features/traffic/copies.ts';

const ADDRESS = 'http://127.0.0.1:4680';

/** The words that a shell passes to curl, each followed by a NUL. */
const passed = (command: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    encoding: 'utf8',
    env: { MAILROOM_TOKEN: 'se cret' },
  })
    .split('\0')
    .slice(0, -1);

describe('the curl command of a response', () => {
  it('sends the capture as it is stored', () => {
    const raw = `{"server":"it's","response":"$HOME \\\\ 'x' \`id\`"}`;
    expect(passed(curlOf({ raw, server: "it's" }, ADDRESS, false))).toEqual([
      '-sS',
      `${ADDRESS}/api/v1/responses`,
      '-H',
      'content-type: application/json',
      '--data-binary',
      raw,
    ]);
  });

  it('names the server where the capture does not', () => {
    const [, address = ''] = passed(curlOf({ raw: '{"response":1}', server: "it's a&b" }, ADDRESS, false));
    expect(new URL(address).searchParams.get('server')).toBe("it's a&b");
  });

  it('has the token from the environment where one is needed', () => {
    expect(passed(curlOf({ raw: '{"response":1}', server: 'a' }, ADDRESS, true))).toContain(
      'authorization: Bearer se cret',
    );
  });
});

describe('the test fixture of a response', () => {
  const judged = (capture: string): Verdict => {
    const [found] = contentsOf(capture, JSON.parse(capture)).found;
    return inspect(found?.exchange ?? { response: null });
  };
  const observed_at = '2026-11-29T00:00:00.000Z';
  const response = '{"success":true,"warnings":[{"code":"x","message":"m","severity":"bad"}],"n":1.0}';

  it('is the capture with what is expected of it, and judged as the capture is', () => {
    const raw = `{"tool":"mcp_aql_read","server":"a","response":${response}}`;
    const verdict = judged(raw);
    const fixture = fixtureOf({ raw, server: 'a', observed_at, verdict });
    expect(fixture.startsWith(`${raw.slice(0, -1)},"observed_at":"${observed_at}","expect":`)).toBe(true);
    expect(judged(fixture)).toEqual(verdict);
    const { violations } = JSON.parse(fixture).expect;
    expect(JSON.parse(fixture).expect).toMatchObject({
      dialect: 'mcp-aql',
      outcome: 'success',
      code: null,
      warnings: [{ code: 'x', severity: 1, declared: 'bad' }],
      decided_by: 'tool',
    });
    expect(violations).toContainEqual({ rule: 'ENV-03', in: 'envelope', pointer: '/data' });
    expect(violations).toHaveLength(verdict.violations.length);
  });

  it('names the server where the capture does not, and expects nothing of other responses', () => {
    const raw = `{"response":${response} }\n`;
    const verdict = judged(raw);
    const across = {
      rule: 'SES-01',
      level: 'should',
      in: 'envelope',
      pointer: '/warnings/0',
      message: 'm',
    } as const;
    const server = 'a "b"';
    const fixture = fixtureOf({ raw, server, observed_at, verdict: { ...verdict, violations: [across] } });
    expect(JSON.parse(fixture)).toMatchObject({ server, expect: { violations: [] } });
  });

  it('says when the response arrived where the capture has no time, as rules on dates are judged by it', () => {
    const details = { type: 'operation', deprecated_item: 'old', removal_date: '2026-11-30' };
    const warning = {
      code: 'DEPRECATION_WARNING',
      message: "Operation 'old' is deprecated",
      severity: 'low',
    };
    const envelope = { success: true, data: 1, warnings: [{ ...warning, details }] };
    const capture = { observed_at: null, tool: 'mcp_aql_read', server: 'a', response: envelope };
    const verdict = judged(JSON.stringify({ ...capture, observed_at }));
    expect(verdict.violations.map(({ rule }) => rule)).toEqual(['WRN-21']);
    const fixture = fixtureOf({ raw: JSON.stringify(capture), server: 'a', observed_at, verdict });
    expect(judged(fixture)).toEqual(verdict);
  });
});
