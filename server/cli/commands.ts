import type { Command } from './command.ts';

/** A command's line in help; its module is loaded only when it is asked for. */
export interface Entry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Every command, in the order of help. To add one: its file in this folder, and its line here. */
export const COMMANDS: ReadonlyMap<string, Entry> = new Map([]);
