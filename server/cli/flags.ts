import { LONGEST } from '../../shared/capture.ts';
import { characters } from '../../shared/text/characters.ts';

/**
 * One flag of the command line: data from which parsing, help, the environment variable and their documentation derive.
 * Made by {@link flag}, {@link file}, {@link integer}, {@link choice}, {@link list} or {@link toggle}.
 */
export interface Flag<T> {
  /** Without the leading dashes: `fail-level`. */
  readonly name: string;
  /** What help shows for the value, such as `FILE`; undefined for a switch, which takes none. */
  readonly takes: string | undefined;
  readonly summary: string;
  /** What it is without the flag and without its environment variable. */
  readonly absent: T;
  /** How help shows `absent`; undefined where there is nothing to show. */
  readonly shown: string | undefined;
  /** The value of the texts given, in order, at least one. Throws {@link Unusable} on a text that it cannot take. */
  readonly read: (texts: readonly string[]) => T;
}

/** A flag's text is not a valid value; the message says what is expected, in words that follow "--port". */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}

/** The environment variable of a flag: `fail-level` → `MAILROOM_FAIL_LEVEL`. */
export function environmentName(flag: Flag<unknown>): string {
  return `MAILROOM_${flag.name.toUpperCase().replaceAll('-', '_')}`;
}

/** What every kind of flag is made from. */
interface Common<A> {
  readonly summary: string;
  readonly absent: A;
  readonly shown?: string | undefined;
}

/** A flag whose text is converted by `parse`, which throws {@link Unusable}. If repeated, the last one counts. */
export function flag<T, A>(
  name: string,
  takes: string,
  { summary, absent, shown, parse }: Common<A> & { readonly parse: (text: string) => T },
): Flag<T | A> {
  return { name, takes, summary, absent, shown, read: (texts) => parse(texts.at(-1) ?? '') };
}

/** The path of a file. */
export function file(name: string, summary: string): Flag<string | undefined> {
  return flag(name, 'FILE', {
    summary,
    absent: undefined,
    parse: (given) => {
      if (given.trim() === '') throw new Unusable('must not be empty');
      return given;
    },
  });
}

/** A whole number from `least` to `most`. */
export function integer(
  name: string,
  takes: string,
  { least, most, ...common }: Common<number> & { readonly least: number; readonly most: number },
): Flag<number> {
  return flag(name, takes, {
    shown: String(common.absent),
    ...common,
    parse: (given) => {
      const value = Number(given);
      if (!/^\d+$/.test(given) || value < least || value > most) {
        throw new Unusable(`expects a whole number from ${least} to ${most}, not "${given}"`);
      }
      return value;
    },
  });
}

/** One of a few words. */
export function choice<const W extends string, A extends W | undefined>(
  name: string,
  takes: string,
  { words, ...common }: Common<A> & { readonly words: readonly W[] },
): Flag<W | A> {
  return flag(name, takes, {
    shown: common.absent,
    ...common,
    summary: `${common.summary}: ${words.join(', ')}`,
    parse: (given) => {
      const word = words.find((each) => each === given);
      if (word === undefined) throw new Unusable(`expects one of ${words.join(', ')}, not "${given}"`);
      return word;
    },
  });
}

/** Several values, each converted by `parse`: the flag may be repeated, and each text may contain several separated by commas. */
export function list<T>(
  name: string,
  takes: string,
  { summary, parse }: { readonly summary: string; readonly parse: (text: string) => T },
): Flag<readonly T[]> {
  return {
    name,
    takes,
    summary: `${summary}; repeatable or comma-separated`,
    absent: [],
    shown: undefined,
    read: (texts) => {
      const items = texts
        .flatMap((each) => each.split(','))
        .map((each) => each.trim())
        .filter((each) => each !== '');
      if (items.length === 0) throw new Unusable('must not be empty');
      return items.map(parse);
    },
  };
}

const ON = ['1', 'true', 'yes'];
const OFF = ['0', 'false', 'no'];

/** A switch: on when given, off as `--no-NAME`. Its environment variable takes 1, true, yes, 0, false or no. */
export function toggle(name: string, summary: string): Flag<boolean> {
  return {
    name,
    takes: undefined,
    summary,
    absent: false,
    shown: undefined,
    read: (texts) => {
      const given = texts.at(-1) ?? '';
      const word = given.toLowerCase();
      if (![...ON, ...OFF].includes(word)) throw new Unusable(`expects true or false, not "${given}"`);
      return ON.includes(word);
    },
  };
}

/** Address of the dashboard that captures are sent to, without a trailing slash. */
export const to = flag('to', 'URL', {
  summary: 'URL of the dashboard',
  absent: 'http://127.0.0.1:4680',
  shown: 'http://127.0.0.1:4680',
  parse: (given) => httpAddress(given, 'use --token').replace(/\/+$/, ''),
});

export const token = flag('token', 'TOKEN', {
  summary: 'Token of the dashboard, in full as given to serve --token: [NAME:]SECRET',
  absent: undefined,
  parse: headerText,
});

/** A server's name is any text, even a blank one, as in a capture. */
export const server = flag('server', 'NAME', {
  summary: 'Name of the MCP server',
  absent: undefined,
  parse: (given) => {
    if (given === '') throw new Unusable('must not be empty');
    if (characters(given) > LONGEST.server)
      throw new Unusable(`must be at most ${LONGEST.server} characters long`);
    return given;
  },
});

/**
 * An http or https address, as given. Throws {@link Unusable} on anything else and on a user or password, without
 * repeating it; then with what to do `instead`.
 */
export function httpAddress(given: string, instead: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    const shown = given.replace(/^.*@/s, '…@');
    throw new Unusable(`expects a URL such as http://127.0.0.1:4680, not "${shown}"`);
  }
  if (url.username === '' && url.password === '') return given;
  throw new Unusable(`must not contain a user name or password; ${instead}`);
}

/** A token, as given. Throws {@link Unusable} if it does not fit into a header, without repeating it. */
export function headerText(given: string): string {
  if (/^[!-~]+$/.test(given)) return given;
  throw new Unusable('expects printable ASCII without spaces, because it is sent in an HTTP header');
}
