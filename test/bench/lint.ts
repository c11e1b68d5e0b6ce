import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isObject, parseJson } from '../../shared/json/value.ts';
import { atLeast, type Measured } from './measured.ts';
import { captureLine } from './traffic.ts';

const LINES = 100_000;
const ROUNDS = 3;

/** Reads a file of lines and parses each, nothing else. */
const PARSE = `
let rest = Buffer.alloc(0);
const { createReadStream } = await import('node:fs');
for await (const chunk of createReadStream(process.argv[1], { highWaterMark: 262144 })) {
  const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    JSON.parse(bytes.toString('utf8', start, end));
    start = end + 1;
  }
  rest = bytes.subarray(start);
}`;

/** Measures the speed of `mailroom lint` relative to parsing the same file, each in its own process. */
export async function run(): Promise<readonly Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-bench-'));
  const file = join(folder, 'shop.ndjson');
  try {
    return [
      await ratio('bare envelopes', file, (n) => JSON.stringify(envelopeOf(captureLine(n, 0)))),
      await ratio('captures, most with the envelope as text, which is parsed again', file, (n) =>
        captureLine(n, 0),
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ratio(what: string, file: string, line: (n: number) => string): Promise<Measured> {
  const output = openSync(file, 'w');
  for (let n = 0; n < LINES; n++) writeSync(output, `${line(n)}\n`);
  closeSync(output);
  const lint = ['dist/server/main.js', 'lint', file, '--format', 'ndjson', '--fail-level', 'never'];
  const parse = ['--input-type=module', '-e', PARSE, file];
  // Alternating, so that whatever else the machine does slows both.
  const fastest = { parse: Number.POSITIVE_INFINITY, lint: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    fastest.parse = Math.min(fastest.parse, await timeOf(parse));
    fastest.lint = Math.min(fastest.lint, await timeOf(lint));
  }
  const figure = fastest.parse / fastest.lint;
  const name = `lint of ${LINES.toLocaleString('en-GB')} ${what}, as a share of the speed of parsing them`;
  return atLeast(0.33, name, figure);
}

/** Runs a program. Returns its duration, ms. */
async function timeOf(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [status]: readonly unknown[] = await once(child, 'exit');
  if (status !== 0) throw new Error(`node ${args.slice(0, 2).join(' ')} ended with ${status}`);
  return performance.now() - start;
}

/** Returns the envelope that a capture carries as text; the whole result if its text is prose. */
function envelopeOf(capture: string): unknown {
  const value = parseJson(capture);
  const response = isObject(value) && isObject(value.response) ? value.response : {};
  const [block]: readonly unknown[] = Array.isArray(response.content) ? response.content : [];
  const text = isObject(block) && typeof block.text === 'string' ? block.text : '';
  return text.startsWith('{') ? parseJson(text) : response;
}
