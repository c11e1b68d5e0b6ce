import { randomUUID } from 'node:crypto';
import type { Direction } from '../../shared/recording/pairing.ts';
import { Sink } from '../capture/sink.ts';
import { Watch } from '../capture/watch.ts';
import type { reported as Reported, Reporting, Transport } from './contract.d.ts';

type Listener = NonNullable<Transport['onmessage']>;

interface Reporter {
  readonly watch: Watch;
  readonly sink: Sink;
  tell: (trouble: string) => void;
}

/**
 * By server and dashboard. Transports share one, as a server over HTTP without sessions makes one for each request:
 * each with a queue of its own, these would grow without bound while the dashboard is away, and only the one of
 * `initialize` would know the version.
 */
const reporters = new Map<string, Reporter>();

/** What each transport reports to. Wrapped once more, it would see each message twice, or hide it from the first. */
const watching = new WeakMap<Transport, Set<Watch>>();

export const reported: typeof Reported = (transport, reporting) => {
  const watch = watchOf(reporting, reporting.transport ?? kindOf(transport));
  const known = watching.get(transport);
  if (known !== undefined) {
    known.add(watch);
    return transport;
  }
  const watches = new Set([watch]);
  watching.set(transport, watches);
  const session = randomUUID();
  const see = (direction: Direction, message: unknown) => {
    const text = textOf(message);
    const at = Date.now();
    for (const each of watches) each.message(direction, text, { session, at });
  };

  const send = transport.send.bind(transport);
  const sendSeen: Transport['send'] = (message, options) => {
    const sent = send(message, options);
    see('server->client', message);
    return sent;
  };
  // A handler may modify the request, so it is examined first.
  const listening =
    (listener: Listener): Listener =>
    (message, extra) => {
      see('client->server', message);
      listener(message, extra);
    };
  // A transport that wraps another, as for Streamable HTTP, passes its listener on in a setter of its class.
  const handOn = setterOf(transport);
  let listener: Listener | undefined;
  const listen = (given: Listener | undefined) => {
    listener = given && listening(given);
    handOn?.call(transport, listener);
  };
  listen(transport.onmessage);
  Object.defineProperties(transport, {
    send: { value: sendSeen, configurable: true, writable: true },
    onmessage: { configurable: true, enumerable: true, get: () => listener, set: listen },
  });
  return transport;
};

/** Transports of the SDK over HTTP are handed the requests of an HTTP server. */
function kindOf(transport: Transport): 'stdio' | 'http' {
  return 'handleRequest' in transport || 'handlePostMessage' in transport ? 'http' : 'stdio';
}

function watchOf(
  { server, to = 'http://127.0.0.1:4680', token, onTrouble }: Reporting,
  transport: 'stdio' | 'http',
) {
  const key = JSON.stringify([server, to, token, transport]);
  const known = reporters.get(key);
  if (known !== undefined) {
    known.tell = onTrouble ?? known.tell;
    return known.watch;
  }
  const sink = new Sink({ address: to, token }, (trouble) => reporter.tell(trouble));
  const watch = new Watch(server, transport, sink);
  const reporter: Reporter = { watch, sink, tell: onTrouble ?? (() => {}) };
  if (reporters.size === 0) process.once('exit', abandonAll);
  reporters.set(key, reporter);
  watch.connected();
  return watch;
}

function abandonAll(): void {
  for (const { sink } of reporters.values()) sink.abandon();
}

/** Returns the setter of `onmessage`; undefined if it is a plain property. */
function setterOf(transport: Transport): ((listener: Listener | undefined) => void) | undefined {
  for (let at: object | null = transport; at !== null; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, 'onmessage');
    if (found !== undefined) return found.set;
  }
  return undefined;
}

/** Returns the message as sent; undefined if it cannot be serialised, which the transport itself reports. */
function textOf(message: unknown): string | undefined {
  try {
    return JSON.stringify(message);
  } catch {
    return undefined;
  }
}
