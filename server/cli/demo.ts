import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { counted } from '../../shared/text/words.ts';
import { reasonOf } from '../capture/reason.ts';
import { keepTelling, loadStory } from '../demo/load.ts';
import { story } from '../demo/story.ts';
import { type Command, CommandError, type Input } from './command.ts';
import { integer, toggle } from './flags.ts';
import { DASHBOARD_FLAGS, openDashboard, type RunningDashboard } from './open-dashboard.ts';
import { Output } from './output.ts';
import { Progress } from './progress.ts';
import { port } from './serve.ts';
import { tell } from './tell.ts';

const seed = integer('seed', 'N', {
  summary: 'Seed of the traffic; equal seeds give equal traffic at the same moment',
  least: 0,
  most: 2 ** 31 - 1,
  absent: 7,
});
const print = toggle('print', 'Print the traffic as NDJSON captures instead of serving the dashboard');

export const demo: Command = {
  description: `Twelve made-up servers, with an incident, a regression, deprecations, quotas, a broken contract and
more. New traffic keeps arriving while the demo runs. Its database is temporary and deleted on exit.`,
  flags: [port, seed, print, ...DASHBOARD_FLAGS],
  async run(input) {
    if (input.get(print)) await printStory(input.get(seed), Date.now());
    else await serveStory(input);
    return 0;
  },
};

async function serveStory(input: Input): Promise<void> {
  const folder = await temporaryFolder();
  const db = join(folder, 'demo.db');
  const dashboard = await openDashboard(input, { port: input.get(port), db, demo: true });
  try {
    await tellStory(dashboard, input.get(seed));
  } finally {
    await dashboard.close();
  }
}

/** A folder that is removed with the process, however that ends; Windows keeps what a thread has still open. */
async function temporaryFolder(): Promise<string> {
  try {
    const folder = await mkdtemp(join(tmpdir(), 'mailroom-demo-'));
    process.once('exit', () => {
      try {
        rmSync(folder, { recursive: true, force: true });
      } catch (error) {
        tell(`mailroom demo: cannot remove ${folder}: ${reasonOf(error)}`);
      }
    });
    return folder;
  } catch (error) {
    throw new CommandError(
      `cannot create a directory in ${tmpdir()}: ${reasonOf(error)}; set TMPDIR to another directory`,
      1,
    );
  }
}

/** Loads the month, then continues until told to stop. */
async function tellStory({ ingest, store, greeting, told }: RunningDashboard, seed: number): Promise<void> {
  const ending = new AbortController();
  void told.finally(() => ending.abort()).catch(() => {});
  process.stderr.write('mailroom demo: generating a month of made-up traffic...\n');
  const begun = Date.now();
  const loaded = await loadStory(ingest, store, seed, begun, ending.signal);
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  const done = `A month of made-up traffic: ${counted(loaded, 'response')} in ${seconds} s, seed ${seed}`;
  process.stdout.write(`${[...greeting, done].join('\n')}\n`);
  await Promise.race([told, keepTelling(ingest, seed, begun, ending.signal)]);
}

async function printStory(seed: number, now: number): Promise<void> {
  const output = new Output(new Progress());
  for (const capture of story(seed, now)) {
    output.add(`${JSON.stringify(capture)}\n`);
    if (output.full) await output.flush();
  }
  await output.flush();
}
