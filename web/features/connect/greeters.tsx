import type { ReactNode } from 'react';
import type { Way } from './ways.ts';

/** The part of Mailroom that connects before the first response, and what to check if it does not. */
export const GREETERS: Readonly<
  Partial<Record<Way, { readonly name: string; readonly Help: () => ReactNode }>>
> = {
  stdio: { name: 'Tap', Help: TapHelp },
  http: { name: 'Proxy', Help: ProxyHelp },
  middleware: { name: 'Middleware', Help: MiddlewareHelp },
};

function TapHelp() {
  return (
    <>
      <li>Restart the client. Most clients read their configuration only at startup.</li>
      <li>
        Check that <code>mailroom --version</code> works in the client’s environment. If not, use its full
        path.
      </li>
      <li>Look for the tap’s messages in the server’s stderr, in the client’s log.</li>
      <li>
        A tap on another machine needs <code>--to</code> with an address it can reach, and a token.
      </li>
    </>
  );
}

function ProxyHelp() {
  return (
    <>
      <li>Restart the client. Most clients read their configuration only at startup.</li>
      <li>Check that the client uses the proxy’s URL, and look for messages in the proxy’s terminal.</li>
      <li>For a server that requires OAuth, use the middleware instead.</li>
      <li>
        A proxy on another machine needs <code>--to</code> with an address it can reach, and a token.
      </li>
    </>
  );
}

function MiddlewareHelp() {
  return (
    <>
      <li>Restart the server and reconnect a client to it.</li>
      <li>
        Check that <code>mcp-mailroom</code> is installed where the server runs.
      </li>
      <li>
        Pass <code>onTrouble</code> to see what goes wrong.
      </li>
      <li>
        A server on another machine needs <code>to</code> with an address it can reach, and a token.
      </li>
    </>
  );
}
