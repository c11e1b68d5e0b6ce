import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlOf } from '../../web/features/traffic/copies.ts';

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
