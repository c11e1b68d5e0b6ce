import { isObject } from '../../shared/json/value.ts';
import { NO_SETTINGS, readRuleSettings } from '../../shared/rules/settings.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { reasonOf } from '../capture/reason.ts';
import type { Settings } from '../ingest/ingest.ts';
import { CommandError } from './command.ts';
import { file } from './flags.ts';
import { readJsonFile } from './json-file.ts';

const MEMBERS = ['rules', 'secret_keys'];

export const config = file('config', 'Configuration file: rule levels and additional secret keys');

/**
 * Reads a configuration file such as `{"rules": {"TRN-03": "off"}, "secret_keys": ["^x-tenant$"]}`; without one there are
 * no settings. Throws CommandError that says which entry is invalid and why.
 */
export function readConfigFile(path: string | undefined): Settings {
  if (path === undefined) return { rules: NO_SETTINGS, secretKeys: [] };
  const value = readJsonFile('configuration', path);
  if (!isObject(value)) throw new CommandError(`${path} must contain a JSON object`);
  const unknown = Object.keys(value).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, MEMBERS);
    const hint = near === undefined ? '' : `; did you mean "${near}"?`;
    throw new CommandError(`${path}: unknown setting "${unknown}"${hint}`);
  }
  const { settings, problems } = readRuleSettings(value.rules);
  if (problems.length > 0) throw new CommandError(`${path}: ${problems.join(' ')}`);
  return { rules: settings, secretKeys: patterns(path, value.secret_keys) };
}

function patterns(path: string, value: unknown): readonly RegExp[] {
  if (value === undefined) return [];
  if (!Array.isArray(value))
    throw new CommandError(`${path}: secret_keys must be an array of regular expressions`);
  return value.map((pattern: unknown, index) => {
    const place = `${path}: secret_keys[${index}]`;
    if (typeof pattern !== 'string' || pattern === '')
      throw new CommandError(`${place} must be a regular expression, as a string that is not empty`);
    try {
      return new RegExp(pattern, 'i');
    } catch (error) {
      throw new CommandError(`${place}: ${reasonOf(error)}`);
    }
  });
}
