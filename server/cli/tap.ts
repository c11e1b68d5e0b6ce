import { constants } from 'node:os';
import { basename } from 'node:path';
import { errorCode } from '../../shared/text/words.ts';
import { reasonOf } from '../capture/reason.ts';
import { runServer } from '../capture/stdio.ts';
import { type Command, CommandError } from './command.ts';
import { server, to, token } from './flags.ts';
import { closeWatch, openWatch } from './open-watch.ts';
import { tell } from './tell.ts';

export const tap: Command = {
  description: `Put it in front of the server's command in your MCP client's configuration:
  mailroom tap --server files -- npx some-mcp-server /data
Leave out the -- for a client that takes it for its own.

Every byte passes through unchanged, and the server keeps working while the dashboard is away.
Without --server, the server has the name that it gives itself, or else that of its command. It gets
the tap's environment, except MAILROOM_TOKEN. On Linux and macOS, it runs in a session of its own
and is sent each signal by the tap: a SIGKILL of the tap's process group ends only the tap, and the
server sees its stdin close.

Exit codes:
  2    wrong usage
  126  the command cannot be executed
  127  the command was not found
Any other is the server's own.`,
  operands: { shown: '-- COMMAND [ARG...]', least: 1, most: Number.POSITIVE_INFINITY, verbatim: true },
  flags: [server, to, token],
  ownsStdout: true,
  async run(input) {
    const [command = '', ...args] = input.operands;
    const say = (line: string) => tell(`mailroom tap: ${line}`);
    const named = input.get(server);
    const watch = openWatch(
      input,
      { server: named ?? basename(command), isAssumed: named === undefined, transport: 'stdio' },
      'the server keeps running',
      say,
    );
    watch.connected();
    // With the token a server could read the dashboard, and write to it in the name of others. Windows finds it in any case.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => name.toUpperCase() !== 'MAILROOM_TOKEN'),
    );
    const ending = await runServer(command, args, env, watch).catch((error: unknown) => {
      // Shells tell the two apart, too.
      throw errorCode(error) === 'ENOENT'
        ? new CommandError(`cannot run ${command}: command not found`, 127)
        : new CommandError(`cannot run ${command}: ${reasonOf(error)}`, 126);
    });
    await closeWatch(watch, 'line', say);
    if (typeof ending === 'string') {
      process.removeAllListeners(ending);
      process.kill(process.pid, ending);
    }
    // Returning would wait until the client has read everything, which it may never do. Of a signal that does not end this
    // process, the code is that of a shell.
    process.exit(typeof ending === 'string' ? 128 + constants.signals[ending] : ending);
  },
};
