import { parseArgs } from 'node:util';
import { nearest } from '../../shared/text/nearest.ts';
import { environmentName, type Flag, toggle, Unusable } from './flags.ts';

/** The operands of a command. */
interface Operands {
  /** As help shows them: `FILE...`, `-- COMMAND [ARG...]`. */
  readonly shown: string;
  readonly least: number;
  readonly most: number;
  /** True where all that follows the first operand is left alone, flags too: another program's command line. */
  readonly verbatim?: boolean;
}

/** One command: what it takes, and what it does. Its name and summary are in commands.ts. */
export interface Command {
  /** What help says beyond the summary and the flags. */
  readonly description?: string;
  readonly operands?: Operands;
  readonly flags: readonly Flag<unknown>[];
  /** True where stdout belongs to a peer, whose leaving the command handles itself. */
  readonly ownsStdout?: boolean;
  /**
   * Does the work. Returns the exit code: 0 is success.
   * Throws {@link CommandError} on what the person who typed it can act on.
   */
  readonly run: (input: Input) => Promise<number>;
}

/** The checked input of a command. */
export interface Input {
  readonly operands: readonly string[];
  /** The value of a flag of this command: from the command line, else from its environment variable, else `absent`. */
  get<T>(flag: Flag<T>): T;
  /** True where the flag stood on the command line itself. */
  typed(flag: Flag<unknown>): boolean;
}

/** A failure that is reported in one line, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;
  /** `exitCode` 2 is wrong usage or unreadable input. */
  constructor(message: string, exitCode = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

const NO_OPERANDS: Operands = { shown: '', least: 0, most: 0 };

/** Parses a command line. Returns `help` if help is requested. Throws {@link CommandError} if it is invalid. */
export function readInput(
  command: Command,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Input | 'help' {
  const { typed, operands, help } = scan(command, args);
  if (help) return 'help';
  const { least, most, shown, verbatim = false } = command.operands ?? NO_OPERANDS;
  if (operands.length < least) throw new CommandError(`missing argument: ${shown}`);
  const extra = operands[most];
  if (extra !== undefined) throw new CommandError(`unexpected argument "${extra}"`);
  // As from a variable that is not set. Of another program's command line, only its name is ours to judge.
  if ((verbatim ? operands.slice(0, 1) : operands).includes(''))
    throw new CommandError(`empty argument: ${shown}`);

  const texts = new Map<Flag<unknown>, readonly string[]>(typed);
  for (const flag of command.flags) {
    const variable = environmentName(flag);
    const inherited = environment[variable];
    if (!texts.has(flag) && inherited !== undefined && inherited !== '') texts.set(flag, [inherited]);
    check(flag, texts.get(flag), typed.has(flag) ? `--${flag.name}` : variable);
  }
  return {
    operands,
    get: (flag) => {
      const given = texts.get(flag);
      return given === undefined ? flag.absent : flag.read(given);
    },
    typed: (flag) => typed.has(flag),
  };
}

const HELP = toggle('help', 'Show this help');

function scan(command: Command, args: readonly string[]) {
  const flags = new Map([HELP, ...command.flags].map((flag) => [flag.name, flag]));
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    allowNegative: true,
    tokens: true,
    options: Object.fromEntries(
      [...flags.values()].map((flag) => [
        flag.name,
        {
          type: flag.takes === undefined ? 'boolean' : 'string',
          ...(flag === HELP ? { short: 'h' } : {}),
        },
      ]),
    ),
  });
  const typed = new Map<Flag<unknown>, readonly string[]>();
  const operands: string[] = [];
  let help = false;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') {
      operands.push(...args.slice(token.index + 1));
      break;
    }
    if (token.kind === 'positional') {
      if (command.operands?.verbatim !== true) {
        operands.push(token.value);
        continue;
      }
      operands.push(...args.slice(token.index));
      break;
    }
    const flag = flags.get(token.name);
    if (flag === undefined) throw unknownFlag(token.rawName, flags.keys());
    if (flag === HELP) help = true;
    else typed.set(flag, [...(typed.get(flag) ?? []), given(flag, token)]);
  }
  return { typed, operands, help };
}

function given(
  flag: Flag<unknown>,
  token: {
    readonly rawName: string;
    readonly value?: string | undefined;
    readonly inlineValue?: boolean | undefined;
  },
): string {
  const negated = token.rawName === `--no-${flag.name}`;
  if (flag.takes === undefined) return token.value ?? String(!negated);
  if (negated) throw unknownFlag(token.rawName, [flag.name]);
  // What looks like the next flag is no value, unless it was joined by "="; a number does not look like one.
  const next = token.inlineValue === false && /^-\D/.test(token.value ?? '');
  if (token.value === undefined || next)
    throw new CommandError(`--${flag.name} needs a value: ${flag.takes}`);
  return token.value;
}

function unknownFlag(typed: string, names: Iterable<string>): CommandError {
  const near = nearest(typed.replace(/^-+(no-)?/, ''), names);
  return new CommandError(`unknown flag ${typed}${near === undefined ? '' : `; did you mean --${near}?`}`);
}

function check(flag: Flag<unknown>, texts: readonly string[] | undefined, named: string): void {
  if (texts === undefined) return;
  try {
    flag.read(texts);
  } catch (error) {
    if (error instanceof Unusable) throw new CommandError(`${named} ${error.message}`);
    throw error;
  }
}

/** Columns of the widest line of help. */
const HELP_WIDTH = 100;

/** The help of one command, as text that ends in a line break. */
export function helpOf(name: string, summary: string, command: Command): string {
  const usage = ['mailroom', name, '[flags]', command.operands?.shown ?? ''].join(' ').trimEnd();
  const rows = [...command.flags, HELP].map((flag) => ({
    left: flag.takes === undefined ? `--${flag.name}` : `--${flag.name} ${flag.takes}`,
    variable: flag === HELP ? '' : environmentName(flag),
    right: flag.shown === undefined ? flag.summary : `${flag.summary} (default ${flag.shown})`,
  }));
  const width = (of: 'left' | 'variable') => Math.max(...rows.map((row) => row[of].length));
  const lines = rows.flatMap(({ left, variable, right }) => {
    const start = `  ${left.padEnd(width('left'))}  ${variable.padEnd(width('variable'))}  `;
    return wrapped(right, HELP_WIDTH - start.length).map(
      (line, index) => (index === 0 ? start : ' '.repeat(start.length)) + line,
    );
  });
  return [
    summary,
    '',
    `Usage: ${usage}`,
    ...(command.description === undefined ? [] : ['', command.description]),
    '',
    'Flags and their environment variables:',
    ...lines,
    '',
  ].join('\n');
}

/** The text in lines of at most `width` characters, broken between words; a longer word has a line of its own. */
function wrapped(text: string, width: number): readonly string[] {
  return text.match(new RegExp(`\\S(?:.{0,${width - 1}}(?=\\s|$)|\\S*)`, 'g')) ?? [];
}
