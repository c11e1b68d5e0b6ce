import { serveDemo } from '../demo/server/serve.ts';
import { programVersion } from '../version.ts';
import type { Command } from './command.ts';

export const demoServer: Command = {
  description: `Tools mcp_aql_create, _read, _update, _delete and _execute over a shelf of parcels, with errors of every
category of the registry, every standard warning, batches and confirmations; the operation introspect lists them.
To see it live: mailroom tap --server demo -- mailroom demo-server`,
  flags: [],
  ownsStdout: true,
  async run() {
    await serveDemo(programVersion());
    return 0;
  },
};
