import { setTimeout as pause } from 'node:timers/promises';
import { counted, figure } from '../../shared/text/words.ts';
import type { Unreadable } from '../../shared/unreadable.ts';
import { MOST_PARAMS } from '../capture/capture.ts';
import {
  type Dashboard,
  type Delivery,
  deliver,
  patience,
  pauseAfter,
  Undelivered,
} from '../capture/dashboard.ts';
import { Recording } from '../capture/recording.ts';
import type { Threads } from '../threads/threads.ts';
import { type Command, CommandError } from './command.ts';
import { server } from './flags.ts';
import { Progress } from './progress.ts';
import {
  chunksOf,
  identityOf,
  nameOf,
  RECORDING_HELP,
  refuseTwiceStdin,
  refuseUnreadable,
  SourceFault,
  serverOf,
  sizeOf,
} from './source.ts';
import { onTarget, targetFlags } from './target.ts';
import { heard, tell } from './tell.ts';

/** Limits of one request. As many captures as a receipt names if all are rejected. */
const BATCH_CAPTURES = 1000;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Besides the time that its captures need. */
const REQUEST_MS = 60_000;
/** How often a batch is sent while the dashboard is away or its queue is full. */
const TRIES = 8;

/** Takes captures, each one line of JSON; `server` is used for those that name none. `say` hears why it takes longer. */
type Send = (
  captures: readonly string[],
  server: string | undefined,
  say: (line: string) => void,
) => Promise<Delivery>;

export const importRecording: Command = {
  description: `${RECORDING_HELP}. Each file
is read on its own, and one that cannot be read does not stop the others.

Importing a file again adds nothing. Importing the same stdin again adds only what has neither an
id nor a time.

Exit codes:
  0  everything was imported
  1  some responses were rejected, or nothing could be stored
  2  some lines or files could not be read, or the usage is wrong`,
  operands: { shown: 'FILE...', least: 1, most: Number.POSITIVE_INFINITY },
  flags: [server, ...targetFlags],
  async run(input) {
    const paths = input.operands;
    refuseTwiceStdin(paths);
    return onTarget(input, { dashboardAt, fileAt, refuse: () => refuseUnreadable(paths) }, async (send) => {
      const load = new Load(send, input.get(server), sizeOf(paths));
      for (const path of paths) await load.file(path);
      return load.end();
    });
  },
};

/** Retries until the dashboard accepts them. */
function dashboardAt(dashboard: Dashboard): Send {
  return async (captures, name, say) => {
    for (let tries = 1; ; tries++) {
      try {
        return await deliver(dashboard, captures, name, patience(REQUEST_MS, captures));
      } catch (error) {
        if (!(error instanceof Undelivered)) throw error;
        if (error.retryAfter === undefined) throw new CommandError(error.message, 1);
        if (tries === TRIES)
          throw new CommandError(`${error.message}; use --db FILE to import without a dashboard`, 1);
        if (tries === 1) say(`mailroom import: ${error.message}; retrying...`);
        await pause(pauseAfter(tries, error.retryAfter));
      }
    }
  };
}

/** The same ingestion as a running dashboard's, without the dashboard. */
function fileAt({ ingest }: Threads): Send {
  return async (captures, name) => {
    const receipt = await ingest.submit({
      bytes: new TextEncoder().encode(captures.join('\n')),
      kind: 'ndjson',
      server: name,
      receivedAt: Date.now(),
    });
    const { accepted, quarantined, duplicates } = receipt;
    const rejected = receipt.rejected.map(({ index, error }) => ({ index, reason: error.message }));
    return { accepted, quarantined, duplicates, rejected };
  };
}

/** What became of what was read, before anything was. */
const NOTHING = {
  /** Responses. */
  accepted: 0,
  /** Of those accepted: their time cannot be trusted. */
  quarantined: 0,
  duplicates: 0,
  rejected: 0,
  /** Responses, new or not, with a time that cannot be read. */
  misdated: 0,
  /** Responses, new or not, without their params, which are too long. */
  paramless: 0,
  /** Responses whose request is not in their file. */
  unpaired: 0,
  /** Lines. */
  unreadable: 0,
  /** Files that could not be read, or not to their end. */
  failed: 0,
};

/** A capture with its line in the recording. */
interface Batched {
  readonly line: number;
  readonly capture: string;
}

/** Loads all files and keeps the totals. */
class Load {
  readonly #send: Send;
  readonly #named: string | undefined;
  readonly #progress: Progress;
  readonly #totals = { ...NOTHING };

  constructor(send: Send, named: string | undefined, whole: number | undefined) {
    this.#send = send;
    this.#named = named;
    this.#progress = new Progress(whole);
  }

  /** Loads a recording, as far as it can be read. Rejects with CommandError if nobody accepts it. */
  async file(path: string): Promise<void> {
    const totals = this.#totals;
    const name = this.#named ?? serverOf(path);
    const unreadable = ({ line, reason }: Unreadable) => {
      totals.unreadable += 1;
      this.#tellOf(path, line, reason);
    };
    const recording = new Recording(name, unreadable, identityOf(path));
    let batch: Batched[] = [];
    let bytes = 0;
    const chunks = chunksOf(path, (more) =>
      this.#progress.add(more, () => counted(totals.accepted + totals.duplicates, 'response')),
    );
    try {
      for await (const responses of recording.read(chunks)) {
        for (const response of responses) {
          const capture = response.capture();
          // A large capture goes alone, so that refusing it costs no other.
          if (batch.length === BATCH_CAPTURES || bytes + capture.length > BATCH_BYTES) {
            await this.#deliver(path, name, batch);
            batch = [];
            bytes = 0;
          }
          batch.push({ line: response.line, capture });
          bytes += capture.length;
        }
        await heard();
      }
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      totals.failed += 1;
      this.#say(`mailroom import: ${error.message}`);
    }
    // What was read before a fault is imported all the same.
    await this.#deliver(path, name, batch);
    totals.misdated += recording.misdated;
    totals.paramless += recording.paramless;
    totals.unpaired += recording.unpaired;
  }

  async #deliver(path: string, name: string | undefined, batch: readonly Batched[]): Promise<void> {
    if (batch.length === 0) return;
    const captures = batch.map(({ capture }) => capture);
    const { accepted, quarantined, duplicates, rejected } = await this.#send(captures, name, (line) =>
      this.#say(line),
    );
    this.#totals.accepted += accepted;
    this.#totals.quarantined += quarantined;
    this.#totals.duplicates += duplicates;
    this.#totals.rejected += rejected.length;
    for (const { index, reason } of rejected) this.#tellOf(path, batch[index]?.line ?? 0, reason);
  }

  #tellOf(path: string, line: number, reason: string): void {
    this.#say(`${nameOf(path)}:${line}: ${reason}`);
  }

  #say(line: string): void {
    this.#progress.clear();
    tell(line);
  }

  /** Prints the totals. Returns the exit code. */
  end(): number {
    const { unreadable, failed, rejected } = this.#totals;
    this.#progress.clear();
    process.stdout.write(`${report(this.#totals)}\n`);
    return unreadable + failed > 0 ? 2 : rejected > 0 ? 1 : 0;
  }
}

function report(totals: Readonly<typeof NOTHING>): string {
  const { accepted, quarantined, duplicates, rejected } = totals;
  const { misdated, paramless, unpaired, unreadable, failed } = totals;
  const parts = [`${counted(accepted, 'response')} imported`];
  if (quarantined > 0) parts.push(`${figure(quarantined)} of them quarantined for their time`);
  if (duplicates > 0) parts.push(`${figure(duplicates)} already stored`);
  if (rejected > 0) parts.push(`${figure(rejected)} rejected`);
  if (misdated > 0) parts.push(`${figure(misdated)} with an unreadable ts taken as of now`);
  if (paramless > 0) parts.push(`params of ${figure(paramless)} left out (longer than ${MOST_PARAMS} MiB)`);
  if (unreadable > 0) parts.push(`${counted(unreadable, 'line')} unreadable`);
  if (failed > 0) parts.push(`${counted(failed, 'file')} unreadable`);
  if (unpaired > 0) parts.push(`${counted(unpaired, 'response')} without a request skipped`);
  return parts.join(', ');
}
