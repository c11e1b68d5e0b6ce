import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfigFile } from '../../server/cli/config-file.ts';
import { folderOfFile } from '../helpers/folder.ts';

const folder = folderOfFile();

function read(text: string) {
  const file = join(folder, 'mailroom.json');
  writeFileSync(file, text);
  return readConfigFile(file);
}

test('sets levels of rules and additional secret keys', () => {
  const { rules, secretKeys } = read(
    '{"rules": {"TRN-03": "off", "CODE-03": "must"}, "secret_keys": ["^x-tenant$"]}',
  );
  expect([...rules]).toEqual([
    ['TRN-03', 'off'],
    ['CODE-03', 'must'],
  ]);
  expect(secretKeys.map((pattern) => pattern.test('X-Tenant'))).toEqual([true]);
});

test('sets nothing if there is no file', () => {
  const { rules, secretKeys } = readConfigFile(undefined);
  expect([rules.size, secretKeys]).toEqual([0, []]);
});

test.each([
  ['{"rules": {"ENV-99": "off"}}', 'ENV-99'],
  ['{"rules": {"ENV-01": "harsh"}}', 'ENV-01'],
  ['{"rulez": {}}', 'did you mean "rules"?'],
  ['{"theme": {}}', /: unknown setting "theme"$/],
  ['{"secret_keys": ["a", "("]}', 'secret_keys[1]: Invalid regular expression: /(/i: Unterminated group'],
  ['{"secret_keys": "^x-"}', 'secret_keys must be an array of regular expressions'],
  ['{"secret_keys": [""]}', 'secret_keys[0] must be a regular expression'],
  ['{"secret_keys": [1]}', 'secret_keys[0] must be a regular expression'],
  ['[]', 'must contain a JSON object'],
  ['{', 'cannot read configuration'],
  ['{', 'line 1, column 2: unexpected end, expected name or }'],
  ['', 'line 1, column 1: unexpected end, expected value'],
  ['{\n  "secret_keys": ["é", off]\n}', 'line 2, column 24: expected value'],
  ['{"rules": {\n  "TRN-03": "off",\n}}', 'line 3, column 1: expected name'],
])('%s is refused with the reason', (text, words) => {
  expect(() => read(text)).toThrow(words);
});

test('a byte order mark is ignored', () => {
  expect(read('\ufeff{"rules": {"TRN-03": "off"}}').rules.get('TRN-03')).toBe('off');
});

test('UTF-16, as Windows PowerShell 5 writes it, is told as such', () => {
  const file = join(folder, 'utf-16.json');
  writeFileSync(file, Buffer.from('\ufeff{}', 'utf16le'));
  expect(() => readConfigFile(file)).toThrow(
    `cannot read configuration ${file}: it is UTF-16; save it as UTF-8`,
  );
});

test('a directory is refused as one', () => {
  expect(() => readConfigFile(folder)).toThrow(`cannot read configuration ${folder}: it is a directory`);
});

test('a missing file is refused by name', () => {
  expect(() => readConfigFile(join(folder, 'nowhere.json'))).toThrow(
    /^cannot read configuration .+nowhere\.json: no such file or directory$/,
  );
});
