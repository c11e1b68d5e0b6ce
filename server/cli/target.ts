import type { Dashboard } from '../capture/dashboard.ts';
import { CommandError, type Input } from './command.ts';
import { config, readConfigFile, type Settings } from './config-file.ts';
import { databaseFile } from './database.ts';
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

/** Opens what {@link targetFlags} name. Throws CommandError if they name both, or settings for a dashboard. */
export async function targetOf<P>(
  input: Input,
  dashboardAt: (dashboard: Dashboard) => P,
  fileAt: (file: string, settings: Settings) => Promise<P>,
): Promise<P> {
  if (input.typed(db) && input.typed(to)) throw new CommandError('use either --to or --db, not both');
  const file = input.typed(to) ? undefined : input.get(db);
  if (file !== undefined) return fileAt(file, readConfigFile(input.get(configOfDb)));
  if (input.typed(configOfDb))
    throw new CommandError('--config needs --db; a dashboard has the settings it was started with');
  return dashboardAt({ address: input.get(to), token: input.get(token) });
}
