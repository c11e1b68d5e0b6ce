import { readFileSync } from 'node:fs';
import { parseJson } from '../../shared/json.ts';
import { reasonOf } from '../capture/reason.ts';
import { CommandError } from './command.ts';

/** The value in a JSON file, which error messages call `what`. Throws CommandError if it cannot be read. */
export function readJsonFile(what: string, path: string): unknown {
  try {
    // Some editors put a byte order mark before UTF-8.
    return parseJson(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    throw new CommandError(`cannot read ${what} ${path}: ${reasonOf(error)}`);
  }
}
