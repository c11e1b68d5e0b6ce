import type { Dashboard } from '../capture/dashboard.ts';
import type { Threads } from '../threads/threads.ts';
import { CommandError, type Input } from './command.ts';
import { config, readConfigFile } from './config-file.ts';
import { databaseFile, openInstead, refuseMissing } from './database.ts';
import { to, token } from './flags.ts';

/** The file of a command that changes it, instead of a running dashboard's. */
const db = databaseFile({
  summary: 'Database file to change directly, with no dashboard running on it; --to overrides MAILROOM_DB',
  shown: undefined,
});

/** The settings for that file. */
const configOfDb = {
  ...config,
  summary: 'Configuration file for --db: rule levels and additional secret keys; a dashboard has its own',
};

/** Flags of a command that works through a running dashboard, or on a file that no dashboard has open. */
export const targetFlags = [to, token, db, configOfDb] as const;

/** How a command works on either. */
interface Ways<T> {
  readonly dashboardAt: (dashboard: Dashboard) => T;
  readonly fileAt: (threads: Threads, file: string) => T | Promise<T>;
  /** Throws CommandError if a file is not to be opened; by default if it does not exist, as it would be created. */
  readonly refuse?: (file: string) => void;
}

/** Works on what {@link targetFlags} name. Throws CommandError if they name both, or settings for a dashboard. */
export async function onTarget<T>(
  input: Input,
  { dashboardAt, fileAt, refuse = refuseMissing }: Ways<T>,
  work: (target: T) => Promise<number>,
): Promise<number> {
  if (input.typed(db) && input.typed(to)) throw new CommandError('use either --to or --db, not both');
  const file = input.typed(to) ? undefined : input.get(db);
  if (file === undefined) {
    if (input.typed(configOfDb))
      throw new CommandError('--config needs --db; a dashboard has the settings it was started with');
    return work(dashboardAt({ address: input.get(to), token: input.get(token) }));
  }
  const settings = readConfigFile(input.get(configOfDb));
  refuse(file);
  const threads = await openInstead(file, settings);
  try {
    return await work(await fileAt(threads, file));
  } finally {
    await threads.close();
  }
}
