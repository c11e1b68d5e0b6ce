import type { Dashboard } from '../capture/dashboard.ts';
import type { Input } from './command.ts';
import { readConfigFile, type Settings } from './config-file.ts';
import { configOfDb, dbToChange, fileInstead } from './database.ts';
import { to, token } from './flags.ts';

/** Flags of a command that works through a running dashboard, or on a file that no dashboard has open. */
export const targetFlags = [to, token, dbToChange, configOfDb] as const;

/** Opens what {@link targetFlags} name. Throws CommandError if they name both, or settings for a dashboard. */
export async function targetOf<P>(
  input: Input,
  dashboardAt: (dashboard: Dashboard) => P,
  fileAt: (file: string, settings: Settings) => Promise<P>,
): Promise<P> {
  const file = fileInstead(input);
  if (file === undefined) return dashboardAt({ address: input.get(to), token: input.get(token) });
  return fileAt(file, readConfigFile(input.get(configOfDb)));
}
