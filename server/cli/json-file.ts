import { readFileSync } from 'node:fs';
import { findSyntaxFault } from '../../shared/json/syntax.ts';
import { parseJson } from '../../shared/json/value.ts';
import { unmarked } from '../../shared/text/cut.ts';
import { reasonOf } from '../capture/reason.ts';
import { CommandError } from './command.ts';
import { refuseOtherThanText } from './other-than-text.ts';

/** The value in a JSON file, which error messages call `what`. Throws CommandError if it cannot be read. */
export function readJsonFile(what: string, path: string): unknown {
  const text = readText(what, path);
  try {
    return parseJson(text);
  } catch {
    throw new CommandError(`cannot read ${what} ${path}: ${faultIn(text)}`);
  }
}

function readText(what: string, path: string): string {
  try {
    const bytes = readFileSync(path);
    refuseOtherThanText(bytes);
    return unmarked(bytes.toString('utf8'));
  } catch (error) {
    throw new CommandError(`cannot read ${what} ${path}: ${reasonOf(error)}`);
  }
}

/** Where a text stops being JSON, and why: the engine often says neither line nor place. */
function faultIn(text: string): string {
  const { position, reason } = findSyntaxFault(text) ?? { position: 0, reason: 'not JSON' };
  const before = text.slice(0, position).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${reason}`;
}
