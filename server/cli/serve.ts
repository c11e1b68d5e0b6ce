import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from './command.ts';
import { DASHBOARD_FLAGS, openDashboard } from './dashboard.ts';
import { integer, text } from './flags.ts';

export const port = integer('port', 'PORT', {
  summary: 'port to listen on; 0 takes any that is free',
  least: 0,
  most: 65_535,
  absent: 4680,
});
const db = text('db', 'FILE', {
  summary: 'file of the database, or :memory:',
  absent: undefined,
  shown: 'a file in your data directory',
});

export const serve: Command = {
  flags: [port, db, ...DASHBOARD_FLAGS],
  async run(input) {
    const file = input.get(db) ?? defaultDatabase();
    const dashboard = await openDashboard(input, { port: input.get(port), db: file, demo: false });
    process.stdout.write(`${[...dashboard.greeting, `Database: ${file}`].join('\n')}\n`);
    try {
      await dashboard.told;
    } finally {
      await dashboard.close();
    }
    return 0;
  },
};

/** The database where none is named: in the folder that the platform keeps a user's data in, which is made if need be. */
function defaultDatabase(): string {
  const file = join(dataFolder(), 'mailroom.db');
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return file;
}

function dataFolder(): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  switch (process.platform) {
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Mailroom');
    case 'win32':
      return join(LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Mailroom');
    default:
      return join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'mailroom');
  }
}
