import { serveDemo } from '../demo/server/serve.ts';
import { programVersion } from '../version.ts';
import type { Command } from './command.ts';

export const demoServer: Command = {
  description: `Has the tools mcp_aql_create, _read, _update, _delete and _execute for a shelf of parcels, with
errors of every registry category, every standard warning, batches and confirmations. Its operation
"introspect" lists all operations. To watch it in the dashboard:
  mailroom tap --server demo -- mailroom demo-server`,
  flags: [],
  ownsStdout: true,
  async run() {
    await serveDemo(programVersion());
    return 0;
  },
};
