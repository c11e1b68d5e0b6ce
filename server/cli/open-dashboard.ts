import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { Reinspection } from '../../shared/api/reinspection.ts';
import { SYSTEM } from '../../shared/group-state.ts';
import { counted, figure } from '../../shared/text/words.ts';
import { reasonOf } from '../capture/reason.ts';
import type { AppConfig, Token } from '../config.ts';
import type { Ingest } from '../ingest/ingest.ts';
import { LIMITS } from '../ingest/limits.ts';
import { hostname, isLoopback } from '../plugins/own-hosts.ts';
import { loginPath } from '../plugins/tokens.ts';
import { compactSteadily } from '../store/compact-steadily.ts';
import { keepWithin } from '../store/keep-within.ts';
import type { RemoteStore } from '../threads/services.ts';
import { programFolder, programVersion } from '../version.ts';
import { basePath } from './base-path.ts';
import { CommandError, type Input } from './command.ts';
import { config, readConfigFile } from './config-file.ts';
import { beginToOpen } from './database.ts';
import { ENDING } from './ending.ts';
import { flag, headerText, list, Unusable } from './flags.ts';
import { listeningPort } from './listening-port.ts';
import { keep, maxSize } from './retention.ts';

const host = flag('host', 'ADDRESS', {
  summary: 'Address to listen on; any but loopback requires --token',
  absent: '127.0.0.1',
  shown: '127.0.0.1',
  parse: (given) => {
    const plain = given
      .trim()
      .toLowerCase()
      .replace(/^\[|\]$/g, '');
    if (!/^[\w.:-]+$/.test(plain)) throw new Unusable(`expects a host name or an IP address, not "${given}"`);
    return plain;
  },
});
const allowHost = list('allow-host', 'NAME', {
  summary: 'Additional host name to accept, such as that of a reverse proxy',
  parse: (given) => {
    const name = hostname(`http://${isIPv6(given) ? `[${given}]` : given}`);
    if (name === undefined || name.includes('*'))
      throw new Unusable(`expects a host name such as tools.example.com, not "${given}"`);
    return name;
  },
});
const token = list('token', '[NAME:]SECRET', {
  summary: 'Require this token; NAME appears in the history of error groups',
  parse: tokenOf,
});

/** Flags of every command that starts the dashboard. */
export const DASHBOARD_FLAGS = [host, allowHost, basePath, token, config, keep, maxSize] as const;

interface DashboardOptions {
  readonly port: number;
  /** File of the database, or `:memory:`. */
  readonly db: string;
  readonly demo: boolean;
}

/** A dashboard that answers. */
export interface RunningDashboard {
  readonly store: RemoteStore;
  readonly ingest: Ingest;
  /** Lines that say where it is, how a browser logs in, and what is to be done. */
  readonly greeting: readonly string[];
  /** Resolves when it was told to end ({@link ENDING}); rejects when a thread of it ended unexpectedly. */
  readonly told: Promise<void>;
  /** Answers what is under way, stores what was submitted, ends. */
  close(): Promise<void>;
}

/** Starts the dashboard. Throws CommandError if it cannot open its database or cannot listen. */
export async function openDashboard(input: Input, options: DashboardOptions): Promise<RunningDashboard> {
  const settings = readConfigFile(input.get(config));
  const appConfig = appConfigOf(input, options.demo);
  const end = new End();
  const { threads, opening } = beginToOpen(options.db, settings, (error) => end.crashed(error));
  const { store, ingest, reinspection } = threads;
  const build = async () => {
    const { buildApp } = await import('../app.ts');
    const services = { ...threads, clock: Date.now, config: appConfig, limits: LIMITS };
    const app = await buildApp({ ...services, ...settings }, { level: 'error', stream: process.stderr });
    await app.ready();
    return app;
  };
  // What serves HTTP is loaded and built while the threads open the store.
  const [app] = await Promise.all([build(), opening]);
  try {
    const advice = adviceOf(await reinspection.state());
    await app.listen({ host: appConfig.host, port: options.port });
    const stopRemoving = keepWithin(store, appConfig);
    const stopCompacting = compactSteadily(store);
    return {
      store,
      ingest,
      greeting: [...greetingOf(appConfig, listeningPort(app.server) ?? options.port), ...advice],
      told: end.told,
      close: async () => {
        await app.close();
        await Promise.all([stopRemoving(), stopCompacting()]);
        await threads.close();
      },
    };
  } catch (error) {
    await threads.close();
    throw listenError(error, appConfig.host, options.port);
  }
}

function appConfigOf(input: Input, demo: boolean): AppConfig {
  const address = input.get(host);
  const tokens = input.get(token);
  if (tokens.length === 0 && !isLoopback(address)) {
    throw new CommandError(
      `listening on ${address} lets other machines in; add --token to protect the dashboard, or omit --host`,
    );
  }
  return {
    version: programVersion(),
    host: address,
    allowHosts: input.get(allowHost),
    basePath: input.get(basePath),
    tokens,
    demo,
    webFolder: join(programFolder() ?? '.', 'dist', 'web'),
    keepMs: input.get(keep),
    maxBytes: input.get(maxSize),
  };
}

/** Names in the history of an error group that nobody with a token has. */
const RESERVED = [SYSTEM, 'local'];

/**
 * The whole text is the secret; a word before a colon in it is the name. Throws Unusable if it does not fit into a header,
 * has one of the {@link RESERVED} names, or nothing after the name, as when a script's variable is not set.
 */
function tokenOf(text: string): Token {
  const [, name = 'token', rest] = /^([\w.-]{1,40}):(.*)$/s.exec(text) ?? [];
  if (rest === '') throw new Unusable('has a name without a secret, which anyone could guess');
  if (RESERVED.includes(name))
    throw new Unusable(`must not have the name ${name}, which stands for changes that no token made`);
  return { name, secret: headerText(text) };
}

/** When to end: cleanly at the first signal, at once at the second, even if that is another. */
class End {
  readonly told: Promise<void>;
  crashed: (error: Error) => void = () => {};

  constructor() {
    this.told = new Promise((resolve, reject) => {
      this.crashed = reject;
      let isTold = false;
      for (const signal of ENDING) {
        process.on(signal, () => {
          if (isTold) process.exit(1);
          isTold = true;
          resolve();
        });
      }
    });
    // Whoever waits is told; a crash before anybody waits must not end the process by itself.
    this.told.catch(() => {});
  }
}

function listenError(error: unknown, address: string, port: number): unknown {
  const { code, syscall }: Partial<NodeJS.ErrnoException> = error instanceof Error ? error : {};
  switch (code) {
    case 'EADDRINUSE':
      return new CommandError(`port ${port} on ${address} is already in use; choose another with --port`, 1);
    case 'EACCES':
      // Windows reserves ranges of any ports.
      return new CommandError(
        `no permission to listen on port ${port}; choose ${port < 1024 ? 'one above 1023' : 'another'} with --port`,
        1,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CommandError(`${address} is not an address of this machine; choose another with --host`, 1);
    default:
      return syscall === 'listen' || syscall === 'getaddrinfo'
        ? new CommandError(`cannot listen on ${address}: ${reasonOf(error)}; choose another with --host`, 1)
        : error;
  }
}

function greetingOf(
  { version, host: address, basePath: path, tokens }: AppConfig,
  port: number,
): readonly string[] {
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}${path}`;
  return [
    `Mailroom ${version} listening on ${url}`,
    ...tokens.map(
      (each) => `Log in${each.name === 'token' ? '' : ` as ${each.name}`}: ${url}${loginPath(each)}`,
    ),
  ];
}

/** Says what to do about verdicts by other rules, settings or pins. */
function adviceOf({ needed, judged, total }: Reinspection): readonly string[] {
  if (!needed) return [];
  if (judged > 0)
    return [
      `Reinspection stopped at ${figure(judged)} of ${counted(total, 'response')}; run \`mailroom reinspect\` to resume it`,
    ];
  return [
    'Rules, settings or pinned dialects changed since responses were stored; run `mailroom reinspect` to apply them',
  ];
}
