import { setTimeout as pause } from 'node:timers/promises';
import type { Reinspection } from '../../shared/api/reinspection.ts';
import { counted } from '../../shared/text/words.ts';
import type { Dashboard } from '../capture/dashboard.ts';
import { tidyUp } from '../store/keep-within.ts';
import type { Threads } from '../threads/threads.ts';
import { ask } from './ask.ts';
import { type Command, CommandError } from './command.ts';
import { Progress } from './progress.ts';
import { onTarget, targetFlags } from './target.ts';

/** How often the progress is requested, ms. */
const LOOK_MS = 200;

export const reinspect: Command = {
  description: `Applies the current rules, settings and pinned dialects to responses that were stored before these
changed. A running dashboard does this in the background and continues if you stop this command; an
interrupted reinspection resumes where it stopped. Rules on redacted values keep their verdict, and
error groups keep their states.`,
  flags: targetFlags,
  async run(input) {
    return onTarget(input, { dashboardAt, fileAt }, async (target) => {
      const code = await follow(target);
      await target.tidyUp();
      return code;
    });
  },
};

/** Where it is judged again. */
interface Target {
  start(): Promise<Reinspection>;
  state(): Promise<Reinspection>;
  /** Clears away what was replaced, where nobody else will. */
  tidyUp(): Promise<void>;
}

function dashboardAt(dashboard: Dashboard): Target {
  const asked = async (method: 'GET' | 'POST') => {
    const state = await ask(dashboard, `${method} /api/v1/reinspection`);
    if (state === undefined)
      throw new CommandError(`${dashboard.address} is not a Mailroom that can reinspect`, 1);
    return state;
  };
  return {
    start: () => asked('POST'),
    state: () => asked('GET'),
    tidyUp: async () => {},
  };
}

function fileAt({ reinspection, store }: Threads): Target {
  return {
    start: () => reinspection.start(Date.now()),
    state: () => reinspection.state(),
    tidyUp: () => tidyUp(store),
  };
}

async function follow(target: Target): Promise<number> {
  const progress = new Progress();
  const { needed } = await target.state();
  if (!needed) {
    process.stdout.write(
      'Nothing to do: all stored responses were checked with the current rules and settings\n',
    );
    return 0;
  }
  let at = await target.start();
  while (at.needed && at.failure === null) {
    const { judged, total, changed } = at;
    progress.share(Math.min(1, judged / Math.max(1, total)), () => `${counted(changed, 'verdict')} changed`);
    await pause(LOOK_MS);
    at = await target.state();
    // A pinned dialect changed meanwhile.
    if (at.needed && !at.running && at.failure === null) at = await target.start();
  }
  progress.clear();
  if (at.failure !== null) throw new CommandError(`stopped: ${at.failure}`, 1);
  process.stdout.write(
    `Reinspected ${counted(at.judged, 'response')}, ${counted(at.changed, 'verdict')} changed\n`,
  );
  return 0;
}
