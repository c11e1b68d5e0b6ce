import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** Makes a folder for the running test, after whose hooks it is removed. Not for tests that run concurrently. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes a folder for all tests of a file, after which it is removed; called where the file, or a suite of it, begins. */
export function folderOfFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailroom-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Path of a database that does not exist yet, in a folder as from {@link newFolder}. */
export const newDatabase = (): string => join(newFolder(), 'mailroom.db');
