import type { Retention } from './store/store.ts';

/** Who may ask: the name stands in the history of what was changed. */
export interface Token {
  readonly name: string;
  readonly secret: string;
}

/** How the server is set up; constant while it runs. */
export interface AppConfig extends Retention {
  readonly version: string;
  /** Address it listens on: a name or an IP address, without brackets. */
  readonly host: string;
  /** Names beside its own under which it is reached, without port, lower case. */
  readonly allowHosts: readonly string[];
  /** Path under which a proxy has it, without a trailing slash: empty, or such as `/mailroom`. */
  readonly basePath: string;
  /** Empty: everyone who reaches it may ask. */
  readonly tokens: readonly Token[];
  readonly demo: boolean;
  /** Folder of the built dashboard. */
  readonly webFolder: string;
}
