import { execFileSync } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderOfFile } from '../helpers/folder.ts';
import { atTerminal, CLEAR, mailroom } from '../helpers/program.ts';

/** Size of the pieces in which a file is read. */
const CHUNK = 256 * 1024;
const LINE = 1024;
const LINES = (8 * CHUNK) / LINE;

/** Breaks ENV-03 in its first line and is read in eight pieces, 256 responses each. */
const recording = Array.from({ length: LINES }, (_, n) => {
  const response = n === 0 ? '{"success":true}' : '{"success":true,"data":1}';
  const line = `{"server":"shop","tool":"mcp_aql_read","response":${response},"params":{"x":""}}`;
  return `${line.replace('"x":"', `"x":"${'x'.repeat(LINE - 1 - line.length)}`)}\n`;
}).join('');

/** A clock by which a second passes whenever the program looks at it: its work is always long enough to show. */
const HURRIED = `import { isMainThread } from 'node:worker_threads';
  const now = Date.now;
  let looks = 0;
  if (isMainThread) Date.now = () => now() + 1000 * ++looks;`;

const folder = folderOfFile();
let file = '';
let db = '';
beforeAll(async () => {
  file = join(folder, 'shop.ndjson');
  db = join(folder, 'shop.db');
  writeFileSync(file, recording);
  await mailroom(['import', file, '--db', db]);
});

/** Runs a command in a terminal, as long work. Returns all that was shown in turn, and what is left of it at the end. */
async function watched(...args: readonly string[]) {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(HURRIED)}`;
  const { code, shown, left } = await atTerminal(args, '', '', { NODE_OPTIONS, FORCE_COLOR: '0' });
  return { code, shown: shown.split(CLEAR), left };
}

describe('at a terminal', () => {
  test('a check shows how far it is, and then leaves its report for people and nothing else', async () => {
    const { code, shown, left } = await watched('lint', file);
    expect(shown.filter((text) => text.includes('%'))).toEqual([
      '12 %, 0 responses',
      '25 %, 256 responses',
      '37 %, 512 responses',
      '50 %, 768 responses',
      '62 %, 1,024 responses',
      '75 %, 1,280 responses',
      '87 %, 1,536 responses',
      '100 %, 1,792 responses',
    ]);
    const piped = await mailroom(['lint', file, '--format', 'stylish'], { env: { FORCE_COLOR: '0' } });
    expect([code, left]).toEqual([1, piped.stdout]);
  });

  test('a check of a pipe, whose size is unknown, shows how much it has read', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    createWriteStream(pipe).end(recording);
    const { code, shown, left } = await watched('lint', pipe);
    expect(shown.join('')).not.toContain('%');
    expect(shown).toContainEqual(expect.stringMatching(/^2\.1 MB, [\d,]+ responses$/));
    expect(left).toContain('✖ 2,048 responses: 1 MUST');
    expect(code).toBe(1);
  });

  test('an import shows what it has stored, or found to be stored already', async () => {
    const args = ['import', file, '--db', join(folder, 'imported.db')];
    const first = await watched(...args);
    expect(first.shown).toEqual(expect.arrayContaining(['50 %, 0 responses', '62 %, 1,000 responses']));
    expect([first.code, first.left]).toEqual([0, '2,048 responses imported\n']);
    const again = await watched(...args);
    expect(again.shown).toEqual(expect.arrayContaining(['50 %, 0 responses', '62 %, 1,000 responses']));
    expect([again.code, again.left]).toEqual([0, '0 responses imported, 2,048 already stored\n']);
  });

  test('a backup says first how much there is to copy', async () => {
    const { code, left } = await watched('backup', join(folder, 'copy.db'), '--db', db);
    expect(left).toMatch(/^Copying [\d.]+ [kM]B\.\.\.\nBacked up .+: 2,048 responses, [\d.]+ [kM]B\n$/);
    expect(code).toBe(0);
  });

  test('a doctor shows how far it is', async () => {
    const { code, shown, left } = await watched('doctor', '--db', db);
    expect(shown).toContainEqual(expect.stringMatching(/^\d+ %, recounting$/));
    expect(left).not.toContain('recounting');
    expect(left).toContain(`${db}: sound\n`);
    expect(code).toBe(0);
  });

  test('a reinspection and a deletion show what they have changed', async () => {
    const config = join(folder, 'off.json');
    writeFileSync(config, '{"rules": {"ENV-03": "off"}}');
    const judged = await watched('reinspect', '--db', db, '--config', config);
    expect(judged.shown).toContainEqual(expect.stringMatching(/^\d+ %, [01] verdicts? changed$/));
    expect([judged.code, judged.left]).toEqual([0, 'Reinspected 2,048 responses, 1 verdict changed\n']);
    const deleted = await watched('forget', '--server', 'shop', '--db', db, '--yes');
    expect(deleted.shown).toEqual(
      expect.arrayContaining(['500 responses deleted', '2,048 responses deleted']),
    );
    expect([deleted.code, deleted.left]).toEqual([0, 'Deleted shop: 2,048 responses\n']);
  });
});
