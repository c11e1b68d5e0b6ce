import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { denied } from '../errors.ts';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'];

/** True for an address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.includes(host) || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Refuses requests addressed to a foreign host name (DNS rebinding: a page of that name could read the
 * answers) and requests from a foreign page (their Origin is not the address they were sent to, or the browser says that they
 * are from another site), except for following a link.
 * A server that listens beyond loopback also accepts any IP address, since DNS rebinding needs a name.
 */
export function ownHosts(app: FastifyInstance, host: string, allowHosts: readonly string[]): void {
  const own = new Set([host.toLowerCase(), ...allowHosts]);
  const beyond = !isLoopback(host);
  const isOwn = (address: string) => {
    const reached = hostname(`http://${address}`);
    if (reached === undefined) return false;
    return own.has(reached) || isLoopback(reached) || (beyond && isIP(reached) > 0);
  };
  app.addHook('onRequest', async ({ headers }) => {
    // HTTP/1.0 has requests without a host, such as the health checks of HAProxy; no browser sends one.
    const { host, origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
    if (host !== undefined && !isOwn(host)) {
      throw denied(`the host ${shown(host)} is not allowed; add it with --allow-host`);
    }
    if (origin !== undefined && !isOwnOrigin(origin, host ?? '', allowHosts)) {
      throw denied(`the origin ${shown(origin)} is not allowed`);
    }
    // Such as for an image: it says no origin and its page cannot read the answer, but each would cost a question.
    if (origin === undefined && site === 'cross-site' && mode !== 'navigate') {
      throw denied('requests by pages of another site are not allowed');
    }
  });
}

function isOwnOrigin(origin: string, host: string, allowHosts: readonly string[]): boolean {
  if (!/^https?:\/\//i.test(origin)) return false;
  const name = hostname(origin);
  if (name === undefined) return false;
  const address = origin.replace(/^https?:\/\//i, '').toLowerCase();
  return address === host.toLowerCase() || allowHosts.includes(name);
}

/** Returns the host of an address, lower case, without port and brackets; undefined if the address is invalid. */
export function hostname(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const plain = url.username === '' && url.password === '' && url.pathname === '/' && url.search === '';
  return plain ? url.hostname.replace(/^\[|\]$/g, '') : undefined;
}

function shown(text: string): string {
  return text.slice(0, 100);
}
