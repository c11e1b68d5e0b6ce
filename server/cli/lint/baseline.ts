import { chmodSync, existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isObject } from '../../../shared/json/value.ts';
import { anyIndex, type Reported } from '../../../shared/report/reported.ts';
import { reasonOf } from '../../capture/reason.ts';
import { CommandError } from '../command.ts';
import { refuseUncreatable, whyDenied } from '../folder.ts';
import { readJsonFile } from '../json-file.ts';

/** What identifies a violation in a baseline: not how often it occurs, since traffic varies, and not its place in a list. */
interface Known {
  readonly server: string;
  readonly operation: string | null;
  readonly rule: string;
  /** The failure's code. */
  readonly code: string | null;
  /** `*` stands for an index. */
  readonly pointer: string;
}

/** Violations that are tolerated, so that a server with a history can only get better. */
export class Baseline {
  readonly #known: ReadonlyMap<string, Known>;
  readonly #seen = new Set<string>();
  readonly #servers = new Set<string>();

  constructor(known: readonly Known[] = []) {
    this.#known = byKey(known);
  }

  /** A response of a server is judged. */
  sees(server: string): void {
    this.#servers.add(server);
  }

  /** True where the baseline holds it. Remembers that it was seen. */
  holds(reported: Reported): boolean {
    const key = keyOf(knownOf(reported));
    this.#seen.add(key);
    return this.#known.has(key);
  }

  /** Entries of servers that were seen, which nothing broke any more. */
  get healed(): number {
    return [...this.#known].filter(([key, { server }]) => this.#servers.has(server) && !this.#seen.has(key))
      .length;
  }

  /**
   * Writes what was seen, and what the file holds of servers that were not; of all servers, if some responses were not judged
   * (`isAll`). Sorted, so that a change of the file shows what changed. Returns the number of entries. Throws CommandError.
   */
  write(path: string, isAll: boolean): number {
    // Read only now, since another program may have updated it meanwhile.
    const old = existsSync(path) ? [...byKey(knownIn(path))] : [];
    const kept = old.filter(([, { server }]) => !isAll || !this.#servers.has(server)).map(([key]) => key);
    const entries = [...new Set([...kept, ...this.#seen])].sort();
    const text = `{"mailroom_baseline": 1, "known": [\n${entries.join(',\n')}\n]}\n`;
    try {
      replaceFile(path, text);
    } catch (error) {
      throw new CommandError(`cannot write baseline ${path}: ${reasonOf(error)}`);
    }
    return entries.length;
  }
}

/** Reads a baseline written by {@link Baseline.write}. Throws CommandError if it cannot be read. */
export function readBaseline(path: string): Baseline {
  return new Baseline(knownIn(path));
}

function byKey(known: readonly Known[]): ReadonlyMap<string, Known> {
  return new Map(known.map((entry) => [keyOf(entry), entry]));
}

function knownIn(path: string): readonly Known[] {
  const value = readJsonFile('baseline', path);
  if (!isObject(value) || value.mailroom_baseline !== 1 || !Array.isArray(value.known)) {
    throw new CommandError(
      `${path} is not a baseline; use a file that --update-baseline wrote, or a new one for it to write`,
    );
  }
  return value.known.map((entry: unknown, position) => {
    if (isKnown(entry)) return entry;
    throw new CommandError(`${path}: known[${position}] is not a baseline entry`);
  });
}

/** Regardless of the order of its members, and of anything added to it. */
function isKnown(entry: unknown): entry is Known {
  if (!isObject(entry)) return false;
  const { server, operation, rule, code, pointer } = entry;
  const texts = [server, rule, pointer, operation ?? '', code ?? ''];
  return texts.every((text) => typeof text === 'string') && operation !== undefined && code !== undefined;
}

/**
 * Throws CommandError if {@link Baseline.write} to `path` would fail, or overwrite what it must not: an input, another
 * kind of file, or a read-only one.
 */
export function refuseToWrite(path: string, inputs: readonly string[]): void {
  const old = existsSync(path);
  const real = old ? realpathSync(path) : path;
  refuseUncreatable(real, 2);
  if (!old) return;
  if (inputs.some((input) => existsSync(input) && realpathSync(input) === real))
    throw new CommandError(`${path} is an input file; use another file for the baseline`);
  knownIn(path);
  const reason = whyDenied(path, 'write');
  if (reason !== undefined) throw new CommandError(`cannot write baseline ${path}: ${reason}`);
}

/**
 * Writes it whole or not at all: whoever reads the file meanwhile, or after a crash, gets the old text or the new one. The
 * file's permissions are kept.
 */
function replaceFile(path: string, text: string): void {
  const old = existsSync(path);
  const file = old ? realpathSync(path) : path;
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    // Its name can be guessed: in a folder of several users, it could be another's link to a file of this one's.
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, text, { flush: true, flag: 'wx' });
    // The mode of a new file is less what the process masks.
    if (old) chmodSync(unfinished, statSync(file).mode);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function keyOf({ server, operation, rule, code, pointer }: Known): string {
  return JSON.stringify({ server, operation, rule, code, pointer });
}

function knownOf({ server, operation = null, rule, code = null, pointer = '' }: Reported): Known {
  return { server, operation, rule, code, pointer: anyIndex(pointer) };
}
