import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { reasonOf } from '../capture/reason.ts';
import { StoreFull, StoreUnavailable } from '../store/faults.ts';
import { type Command, CommandError } from './command.ts';
import { dbToRead, defaultDatabase, fileAbove, openToRead } from './database.ts';
import { count, size } from './words.ts';

export const backup: Command = {
  description: `The backup is a compacted snapshot. It is verified before it gets its name, and never replaces an
existing file. To restore it, stop the server, then serve the backup (mailroom serve --db FILE) or
put it in the database's place and delete the old -wal file.`,
  operands: { shown: 'FILE', least: 1, most: 1 },
  flags: [dbToRead],
  async run(input) {
    const [copy = ''] = input.operands;
    const file = input.get(dbToRead) ?? defaultDatabase();
    refuseUnwritableFolder(copy);
    const store = await openToRead(file);
    try {
      const { responses, bytes } = await store.stored();
      if (process.stderr.isTTY) process.stderr.write(`Copying ${size(bytes)}...\n`);
      await store.backup(copy);
      const copied = `${count(responses, 'response')}, ${size(statSync(copy).size)}`;
      process.stdout.write(`Backed up ${file} to ${copy}: ${copied}\n`);
      return 0;
    } catch (error) {
      if (!(error instanceof StoreUnavailable || error instanceof StoreFull)) throw error;
      // The driver's words name the copy; the store's own speak of the database.
      const { message } = error.cause instanceof Error ? error.cause : error;
      throw new CommandError(`cannot back up ${file}: ${message}`, 1);
    } finally {
      await store.close();
    }
  },
};

function refuseUnwritableFolder(copy: string): void {
  const folder = dirname(resolve(copy));
  const file = fileAbove(copy);
  if (file !== undefined)
    throw new CommandError(`cannot write ${copy}: ${file} is a file, not a directory`, 1);
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new CommandError(`cannot write ${copy} to directory ${folder}: ${reasonOf(error)}`, 1);
  }
}
