/** Options for reporting a server's replies. */
export interface Reporting {
  /** Name of this server on the dashboard, 1 to 200 characters. */
  readonly server: string;
  /** Address of the dashboard, without a trailing slash; `http://127.0.0.1:4680` by default. */
  readonly to?: string;
  /** The dashboard's token, if it requires one. */
  readonly token?: string;
  /** The kind of transport; by default `http` for one that handles HTTP requests, else `stdio`. */
  readonly transport?: 'stdio' | 'http';
  /**
   * Called with one sentence that says why reports do not arrive, and whether they are queued or lost; not
   * called again until one has arrived, except as the process ends if some were not sent. Without it, nothing
   * is said. Transports that report the same server to the same dashboard share one queue, and the newest
   * function given is called.
   */
  readonly onTrouble?: (trouble: string) => void;
}

/** What the transports of every version of the TypeScript SDK have in common. */
export interface Transport {
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  send(message: never, options?: never): Promise<void>;
}

/**
 * Reports the replies of a server's tools to a Mailroom dashboard:
 * `server.connect(reported(transport, { server: 'NAME' }))`.
 * Returns the same transport; each reply of one that is reported again is reported once to each server and dashboard
 * named. Replies are forwarded before they are examined; whatever happens to the dashboard, this never throws, never
 * waits, and never keeps the process alive for longer than a pending request.
 */
export declare function reported<T extends Transport>(transport: T, reporting: Reporting): T;
