import type { Readable } from 'node:stream';
import type { Direction } from '../../shared/recording/pairing.ts';

/** What the body of a reply is read as: events, a message, or a message if it is JSON. */
export type ReadAs = 'events' | 'message' | 'refusal';

/**
 * What passed of a request over HTTP or of its reply, at `at`, epoch ms. Of one `exchange` they come in order; each body
 * ends, not `isWhole` where it was cut off, and that of the reply also where there is none.
 */
export type Passing = { readonly exchange: number; readonly at: number } & Part;

export type Part =
  | { readonly what: 'request'; readonly url: string; readonly session: string | undefined }
  | {
      readonly what: 'reply';
      /** Undefined where it holds no message; its body is then left out. */
      readonly readAs: ReadAs | undefined;
      readonly encoding: string;
      readonly session: string | undefined;
    }
  | { readonly what: 'sent' | 'received'; readonly chunk: Uint8Array }
  | { readonly what: 'all sent' | 'all received'; readonly isWhole: boolean };

/** Is shown what passes between one MCP server and its clients, and reads it in another thread. Nothing here throws. */
export interface Watching {
  connected(): void;
  /**
   * Takes a chunk of a stream of lines, which passed at `at`, epoch ms: reading what came before in it takes time. Both
   * directions are one session, a run of the server.
   */
  bytes(direction: Direction, chunk: Buffer, at: number): void;
  /** Takes what passed over HTTP. */
  passed(passing: Passing): void;
  /** Undefined unless much of what passed is still unread: whoever passes more on waits for it. */
  readonly behind: Promise<unknown> | undefined;
}

/** Lets a stream wait while much of what passed is unread. */
export function keepPace(stream: Readable, { behind }: Pick<Watching, 'behind'>): void {
  if (behind === undefined) return;
  stream.pause();
  void behind.then(() => stream.resume());
}
