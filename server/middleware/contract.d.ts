/** How a server's replies are reported. */
export interface Reporting {
  /** Name of this server on the dashboard, 1 to 200 characters. */
  readonly server: string;
  /** Address of the dashboard without a trailing slash; `http://127.0.0.1:4680` where there is none. */
  readonly to?: string;
  /** Token of the dashboard, where it asks for one. */
  readonly token?: string;
  /** What the transport is; `stdio` where it is not said. */
  readonly transport?: 'stdio' | 'http';
  /** Told in one sentence why reports do not arrive and whether they wait or are lost, once until one arrives again; silent where there is none. */
  readonly onTrouble?: (trouble: string) => void;
}

/** What the transports of every version of the TypeScript SDK have in common. */
export interface Transport {
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  send(message: never, options?: never): Promise<void>;
}

/**
 * Reports what a server's tools reply to a Mailroom dashboard: `server.connect(reported(transport, { server: 'NAME' }))`.
 * Gives the same transport. Replies pass before they are looked at; whatever happens to the dashboard, nothing here
 * throws, waits, or keeps the process alive for longer than a request under way.
 */
export declare function reported<T extends Transport>(transport: T, reporting: Reporting): T;
