import { once } from 'node:events';
import { story } from '../demo/story.ts';
import { type Command, CommandError } from './command.ts';
import { integer, toggle } from './flags.ts';

const seed = integer('seed', 'N', {
  summary: 'equal seeds tell equal stories',
  least: 0,
  most: 2 ** 31 - 1,
  absent: 7,
});
const print = toggle('print', 'print the story as NDJSON captures and serve nothing');

/** Captures a write; large enough that the writes cost nothing beside the making. */
const CHUNK = 200;

export const demo: Command = {
  flags: [seed, print],
  async run(input) {
    if (!input.get(print)) throw new CommandError('only --print works as yet');
    await printStory(input.get(seed), Date.now());
    return 0;
  },
};

async function printStory(seed: number, now: number): Promise<void> {
  let lines = '';
  let count = 0;
  for (const capture of story(seed, now)) {
    lines += `${JSON.stringify(capture)}\n`;
    count += 1;
    if (count % CHUNK === 0) {
      if (!process.stdout.write(lines)) await once(process.stdout, 'drain');
      lines = '';
    }
  }
  process.stdout.write(lines);
}
