import { once } from 'node:events';
import { createProxy } from '../capture/http.ts';
import { reasonOf } from '../capture/reason.ts';
import { type Command, CommandError } from './command.ts';
import { ENDING } from './ending.ts';
import { flag, httpAddress, integer, server, to, token } from './flags.ts';
import { listeningPort } from './listening-port.ts';
import { closeWatch, openWatch } from './open-watch.ts';
import { tell } from './tell.ts';

const target = flag('target', 'URL', {
  summary: 'URL of the MCP server, such as http://127.0.0.1:3000/mcp',
  absent: undefined,
  parse: (given) =>
    new URL(httpAddress(given, 'clients can send an Authorization header, which is passed on')),
});

const listen = integer('listen', 'PORT', {
  summary: 'Port on 127.0.0.1 for clients to connect to; 0 picks a free one',
  least: 0,
  most: 65535,
  absent: 4690,
});

/** Whether a target is where the proxy will listen: each request would come back to it without end. */
function isOwn({ protocol, hostname, port }: URL, listens: number): boolean {
  // The port of a URL is empty if it is that of the protocol.
  return (
    ['127.0.0.1', 'localhost'].includes(hostname) && protocol === 'http:' && Number(port || 80) === listens
  );
}

export const proxy: Command = {
  description: `Point clients at the address it prints. Requests and responses pass through unchanged, as they
arrive, and the server stays reachable while the dashboard is away. Three things differ: requests
get the query parameters of --target that they lack; if it has some, web pages of other hosts are
refused, since these often hold a key; and redirects to the target lead to the proxy.
A server that still uses the deprecated HTTP+SSE transport works too, unless it names its endpoint
with an absolute URL: clients refuse one whose origin is not the proxy's. Without --server, the
server is named after the host of --target. Set NODE_EXTRA_CA_CERTS to the certificate of your own
authority if the server's certificate is from it.`,
  flags: [server, target, listen, to, token],
  async run(input) {
    const url = input.get(target);
    if (url === undefined) throw new CommandError('missing --target URL');
    if (isOwn(url, input.get(listen)))
      throw new CommandError(`--target ${url.origin} is the proxy itself; choose another port with --listen`);
    const say = (line: string) => tell(`mailroom proxy: ${line}`);
    const watch = openWatch(
      input,
      { server: input.get(server) ?? url.host, isAssumed: false, transport: 'http' },
      'the server stays reachable',
      say,
    );
    const listening = createProxy(url, watch).listen(input.get(listen), '127.0.0.1');
    await once(listening, 'listening').catch((error: unknown) => {
      const port = `port ${input.get(listen)} of 127.0.0.1`;
      throw new CommandError(`cannot listen on ${port}: ${reasonOf(error)}; choose another with --listen`, 1);
    });
    watch.connected();
    const port = listeningPort(listening) ?? input.get(listen);
    // Before the address is printed: whoever waits for that may end the proxy at once.
    const told = Promise.race(ENDING.map((signal) => once(process, signal)));
    // A query often holds a key, and what is printed is often kept.
    const query = url.search === '' ? '' : '?…';
    process.stdout.write(`http://127.0.0.1:${port}${url.pathname} → ${url.origin}${url.pathname}${query}\n`);

    await told;
    listening.close();
    listening.closeAllConnections();
    await closeWatch(watch, 'message', say);
    return 0;
  },
};
