import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { isObject, parseJson } from '../../shared/json/value.ts';

/** Returns where a log violates the schema of SARIF 2.1.0. */
export function sarifFaults(log: unknown): readonly unknown[] {
  valid(log);
  return valid.errors ?? [];
}

const valid = compiled();

function compiled() {
  const file = new URL('../corpus/sarif-2.1.0.schema.json', import.meta.url);
  const schema = parseJson(readFileSync(file, 'utf8'));
  if (!isObject(schema)) throw new Error('the schema is no object');
  const { $schema: _draft, id: _id, ...draftless } = schema;
  return new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(draftless);
}
