import type { Command } from './command.ts';
import { databaseFile, defaultDatabase, makeDataFolder } from './database.ts';
import { integer } from './flags.ts';
import { DASHBOARD_FLAGS, openDashboard } from './open-dashboard.ts';

export const port = integer('port', 'PORT', {
  summary: 'Port to listen on; 0 picks a free one',
  least: 0,
  most: 65_535,
  absent: 4680,
});
const db = databaseFile({
  summary: 'Database file, or :memory:',
  shown: 'mailroom.db in your data directory',
});

export const serve: Command = {
  flags: [port, db, ...DASHBOARD_FLAGS],
  async run(input) {
    const named = input.get(db);
    if (named === undefined) makeDataFolder();
    const file = named ?? defaultDatabase();
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
