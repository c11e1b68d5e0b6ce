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

/** Throws CommandError if no file can be created at `path`, before the work that would be lost. */
export function refuseUnwritableFolder(path: string, exitCode: number): void {
  const folder = dirname(resolve(path));
  const file = fileAbove(path);
  if (path.endsWith('/'))
    throw new CommandError(`cannot write ${path}: it names a directory, not a file`, exitCode);
  if (file !== undefined)
    throw new CommandError(`cannot write ${path}: ${file} is a file, not a directory`, exitCode);
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new CommandError(`cannot write ${path} to directory ${folder}: ${reasonOf(error)}`, exitCode);
  }
}
