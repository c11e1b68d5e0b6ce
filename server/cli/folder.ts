import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { reasonOf } from '../capture/reason.ts';
import { CommandError } from './command.ts';

/** The nearest part of the path above a file that exists: a directory, unless the path is wrong. */
export function existingAbove(path: string): string {
  let folder = dirname(resolve(path));
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/** The part of the path that should be a directory and is a file; undefined if there is none. */
export function fileAbove(path: string): string | undefined {
  const folder = existingAbove(path);
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false ? folder : undefined;
}

const RIGHTS = { read: constants.R_OK, write: constants.W_OK };

export type Right = keyof typeof RIGHTS;

/** The system's reason why this process may not read or write a file or a folder; undefined if it may. */
export function whyDenied(path: string, right: Right): string | undefined {
  try {
    accessSync(path, RIGHTS[right]);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Throws CommandError if no file can be created at `path`, before the work that would be lost. */
export function refuseUncreatable(path: string, exitCode: number): void {
  const folder = dirname(resolve(path));
  const file = fileAbove(path);
  if (path.endsWith('/'))
    throw new CommandError(`cannot write ${path}: it names a directory, not a file`, exitCode);
  if (file !== undefined)
    throw new CommandError(`cannot write ${path}: ${file} is a file, not a directory`, exitCode);
  const reason = whyDenied(folder, 'write');
  if (reason !== undefined)
    throw new CommandError(`cannot write ${path} to directory ${folder}: ${reason}`, exitCode);
}
