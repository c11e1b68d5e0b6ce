import type { Retention } from './store/store.ts';

/** An access token. The name appears in the history of changes. */
export interface Token {
  readonly name: string;
  readonly secret: string;
}

/** The server's configuration; constant while it runs. */
export interface AppConfig extends Retention {
  readonly version: string;
  /** Address to listen on: a name or an IP address, without brackets. */
  readonly host: string;
  /** Additional host names under which it is reached, without port, lower case. */
  readonly allowHosts: readonly string[];
  /** Path under which a proxy serves it, without a trailing slash: empty, or e.g. `/mailroom`. */
  readonly basePath: string;
  /** If empty, everyone who can reach the server has access. */
  readonly tokens: readonly Token[];
  readonly demo: boolean;
  /** Folder of the built dashboard. */
  readonly webFolder: string;
}
