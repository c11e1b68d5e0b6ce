import { createInterface } from 'node:readline';
import type { ServerRow } from '../../shared/api/servers.ts';
import { harmless } from '../../shared/report/harmless.ts';
import { counted, day } from '../../shared/text/words.ts';
import { SAYABLE } from '../../shared/time/instant.ts';
import type { Dashboard } from '../capture/dashboard.ts';
import { reasonOf } from '../capture/reason.ts';
import { finishForgetting } from '../store/keep-within.ts';
import type { Removed } from '../store/store.ts';
import type { Threads } from '../threads/threads.ts';
import { ask } from './ask.ts';
import { type Command, CommandError } from './command.ts';
import { server, toggle } from './flags.ts';
import { Progress } from './progress.ts';
import { onTarget, targetFlags } from './target.ts';

const yes = toggle('yes', 'Do not ask for confirmation');

export const forget: Command = {
  description: `Permanently deletes the server's responses, counts, error groups with their states, and pinned
dialect, after asking for confirmation. A server that still reports returns with its next response,
so stop its tap first. An interrupted deletion resumes by itself while a dashboard is running.`,
  flags: [server, ...targetFlags, yes],
  async run(input) {
    const name = input.get(server);
    if (name === undefined) throw new CommandError('missing --server NAME');
    return onTarget(input, { dashboardAt, fileAt }, async (target) => {
      const known = await target.find(name);
      if (known === undefined) throw new CommandError(`${target.name} has no server "${name}"`, 1);
      // It may be pasted from what a server reports.
      const shown = harmless(name);
      const all = `everything about ${shown} in ${target.name}: ${counted(known.responses, 'response')} since ${day(known.first_seen)}`;
      if (!input.get(yes) && !(await agreed(all))) throw new CommandError('nothing was deleted', 1);
      process.stdout.write(`Deleted ${shown}: ${counted(await removeAll(target, name), 'response')}\n`);
      return 0;
    });
  },
};

/** Where a server is forgotten. */
interface Target {
  readonly name: string;
  /** Undefined where the server was never seen. */
  find(server: string): Promise<ServerRow | undefined>;
  /** Deletes a piece; once it has begun, only of what had the name then. Undefined where nothing of it is there. */
  forget(server: string, rest: boolean): Promise<Removed | undefined>;
}

/** Clocks up to a day ahead are accepted, so responses may be later than now. */
const EVER = { from: 0, to: SAYABLE.last };

function dashboardAt(dashboard: Dashboard): Target {
  return {
    name: dashboard.address,
    find: async (name) => {
      const query = { from: String(EVER.from), to: String(EVER.to), server: name };
      const servers = await ask(dashboard, 'GET /api/v1/servers', { query });
      return servers?.items.find((item) => item.name === name);
    },
    forget: (name, rest) => {
      const query = rest ? { rest: 'true' } : {};
      return ask(dashboard, 'DELETE /api/v1/servers/:name', { params: { name }, query });
    },
  };
}

async function fileAt({ store }: Threads, file: string): Promise<Target> {
  await finishForgetting(store);
  return {
    name: file,
    find: async (name) => {
      const { items } = await store.servers({ ...EVER, server: [name] });
      return items.find((item) => item.name === name);
    },
    forget: (name, rest) => (rest ? store.forgetRest(name) : store.forget(name)),
  };
}

/** Asks the person at the terminal; Ctrl+C and Ctrl+D mean no. Throws CommandError if there is no terminal. */
async function agreed(all: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new CommandError(
      `cannot ask for confirmation, because stdin is not a terminal; add --yes to delete ${all}`,
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string | undefined>((resolve) => {
    terminal.once('close', () => resolve(undefined));
    terminal.question(`This deletes ${all}. This cannot be undone. Continue? [y/N] `, resolve);
  });
  terminal.close();
  if (answer === undefined) process.stderr.write('\n');
  return /^y(?:es)?$/i.test(answer?.trim() ?? '');
}

async function removeAll(target: Target, name: string): Promise<number> {
  const progress = new Progress();
  let responses = 0;
  for (let more = true, rest = false; more; rest = true) {
    // Undefined where the dashboard itself has just removed the last of it.
    const removed = await target.forget(name, rest).catch((error: unknown) => {
      if (!rest) throw error;
      const begun = 'its name is given up, and a running dashboard deletes the rest by itself';
      throw new CommandError(`${reasonOf(error)}; ${begun}`, 1);
    });
    responses += removed?.responses ?? 0;
    more = removed?.more ?? false;
    progress.share(undefined, () => `${counted(responses, 'response')} deleted`);
  }
  progress.clear();
  return responses;
}
