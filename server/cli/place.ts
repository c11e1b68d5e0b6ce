import type { Dashboard } from '../capture/dashboard.ts';
import type { Input } from './command.ts';
import { config, readConfigFile, type Settings } from './config-file.ts';
import { fileInstead, refuseMissing, unheld } from './database.ts';
import { to, token } from './flags.ts';

/** Flags of a command that works at a running dashboard, or on a file that no dashboard runs on. */
export const placeFlags = [to, token, unheld, config] as const;

/** The place that {@link placeFlags} name, as one of the two makes it. Throws CommandError where they name both, or no database. */
export async function placeOf<P>(
  input: Input,
  dashboardAt: (dashboard: Dashboard) => P,
  fileAt: (file: string, settings: Settings) => Promise<P>,
): Promise<P> {
  const file = fileInstead(input);
  if (file === undefined) return dashboardAt({ address: input.get(to), token: input.get(token) });
  refuseMissing(file);
  return fileAt(file, readConfigFile(input.get(config)));
}
