import { statSync } from 'node:fs';
import { counted, size } from '../../shared/text/words.ts';
import { isStoreFault } from '../store/faults.ts';
import { type Command, CommandError } from './command.ts';
import { dbToRead, defaultDatabase, openToRead, unusable } from './database.ts';
import { refuseUncreatable } from './folder.ts';

export const backup: Command = {
  description: `The backup is a compacted snapshot. It is verified before it gets its name, and never replaces an
existing file. Until then it is FILE.unfinished, which an interrupted backup leaves and the next one
to FILE replaces. To restore it, stop Mailroom, then serve the backup (mailroom serve --db FILE)
or put it in the database's place and delete the old -wal file.`,
  operands: { shown: 'FILE', least: 1, most: 1 },
  flags: [dbToRead],
  async run(input) {
    const [copy = ''] = input.operands;
    const fault = unusable(copy);
    if (fault !== undefined) throw new CommandError(`FILE ${fault}`);
    const file = input.get(dbToRead) ?? defaultDatabase();
    refuseUncreatable(copy, 1);
    const store = await openToRead(file);
    try {
      const { responses, bytes } = await store.stored();
      if (process.stderr.isTTY) process.stderr.write(`Copying ${size(bytes)}...\n`);
      await store.backup(copy);
      const copied = `${counted(responses, 'response')}, ${size(statSync(copy).size)}`;
      process.stdout.write(`Backed up ${file} to ${copy}: ${copied}\n`);
      return 0;
    } catch (error) {
      if (!isStoreFault(error)) throw error;
      // The driver's words name the copy; the store's own speak of the database.
      const { message } = error.cause instanceof Error ? error.cause : error;
      throw new CommandError(`cannot back up ${file}: ${message}`, 1);
    } finally {
      await store.close();
    }
  },
};
