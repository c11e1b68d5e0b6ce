#!/usr/bin/env node
import { nearest } from '../shared/text/nearest.ts';
import { CommandError, helpOf, readInput } from './cli/command.ts';
import { COMMANDS } from './cli/commands.ts';
import { endUnheard } from './cli/output.ts';
import { tell } from './cli/tell.ts';
import { isStoreFault } from './store/faults.ts';
import { programVersion } from './version.ts';

/** Exit code for a database that takes nothing more, as for one that cannot be opened. */
const UNABLE = 1;
/** Exit code for wrong usage, as in every command. */
const USAGE = 2;
/** Exit code for a bug: EX_SOFTWARE of sysexits, so that 1 keeps its meaning for `lint`. */
const INTERNAL = 70;

async function main(words: readonly string[]): Promise<number> {
  const [name = '--help', ...rest] = words;
  if (name === '--version' || name === '-v') return print(`${programVersion()}\n`);
  if (name === '--help' || name === '-h') return print(overview());
  if (name === 'help') return main([...rest.slice(0, 1), '--help']);
  const entry = COMMANDS.get(name);
  if (entry === undefined) return complain('mailroom', unknownCommand(name), USAGE);
  const command = await entry.load();
  if (command.ownsStdout === true) process.stdout.off('error', endUnheard);
  try {
    const input = readInput(command, rest, process.env);
    if (input === 'help') return print(helpOf(name, entry.summary, command));
    return await command.run(input);
  } catch (error) {
    if (error instanceof CommandError) return complain(`mailroom ${name}`, error.message, error.exitCode);
    if (isStoreFault(error)) return complain(`mailroom ${name}`, error.message, UNABLE);
    throw error;
  }
}

function overview(): string {
  const width = Math.max(...[...COMMANDS.keys()].map((name) => name.length));
  const lines = [...COMMANDS].map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'Self-hosted dashboard for the response envelopes of MCP servers',
    '',
    'Usage: mailroom COMMAND [flags]',
    '',
    'Commands:',
    ...lines,
    '',
    'Run `mailroom COMMAND --help` for the flags of a command, or `mailroom --version` for the version.',
    '',
  ].join('\n');
}

function unknownCommand(name: string): string {
  const near = nearest(name, COMMANDS.keys());
  const hint = near === undefined ? 'run `mailroom --help` for a list' : `did you mean ${near}?`;
  return `unknown ${name.startsWith('-') ? 'flag' : 'command'} ${name}; ${hint}`;
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function complain(who: string, message: string, exitCode: number): number {
  tell(`${who}: ${message}`);
  return exitCode;
}

process.stdout.on('error', endUnheard);
// A failing stderr affects neither the work nor its exit code.
process.stderr.on('error', () => {});
try {
  const exitCode = await main(process.argv.slice(2));
  // An empty write calls back once all before it is written, but before a failure of that is emitted.
  process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => process.exit(exitCode))));
} catch (error) {
  console.error('mailroom: unexpected error; please report it:', error);
  // A thread that is still running must not keep the program alive.
  process.stderr.write('', () => process.exit(INTERNAL));
}
