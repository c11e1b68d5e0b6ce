import type { IncomingMessage, ServerResponse } from 'node:http';
import { keepPace, type Part, type ReadAs, type Watching } from './watching.ts';

/** Shows a watch what passes of requests and their replies. */
export class Passages {
  readonly #watch: Pick<Watching, 'passed' | 'behind'>;
  #last = 0;

  constructor(watch: Pick<Watching, 'passed' | 'behind'>) {
    this.#watch = watch;
  }

  /** Follows a request that is answered here. Returns the function that follows its reply, to be called once the reply's head is there. */
  follow(asked: IncomingMessage, answer: ServerResponse): (reply: IncomingMessage) => void {
    this.#last += 1;
    const exchange = this.#last;
    const show = (part: Part) => this.#watch.passed({ ...part, exchange, at: Date.now() });
    const showBody = (body: IncomingMessage, what: 'sent' | 'received', isRead: boolean) => {
      let isOver = false;
      const end = (isWhole: boolean) => {
        if (!isOver) show({ what: `all ${what}`, isWhole });
        isOver = true;
      };
      const hasPassed = () => body.complete && body.readableLength === 0;
      if (isRead)
        body.on('data', (chunk: Buffer) => {
          show({ what, chunk });
          keepPace(body, this.#watch);
          // A body that waits does not say that it has ended, and whoever has all of it may leave, or end this process, meanwhile.
          setImmediate(() => {
            if (hasPassed()) end(true);
          });
        });
      body.on('end', () => end(true));
      body.on('close', () => end(hasPassed()));
    };
    show({ what: 'request', url: asked.url ?? '/', session: headerOf(asked, 'mcp-session-id') });
    showBody(asked, 'sent', true);
    let isReplied = false;
    answer.on('close', () => {
      if (!isReplied) show({ what: 'all received', isWhole: false });
    });
    return (reply) => {
      isReplied = true;
      const readAs = readAsOf(asked, reply);
      const encoding = headerOf(reply, 'content-encoding') ?? '';
      show({ what: 'reply', readAs, encoding, session: headerOf(reply, 'mcp-session-id') });
      showBody(reply, 'received', readAs !== undefined);
    };
  }
}

function readAsOf({ method }: IncomingMessage, reply: IncomingMessage): ReadAs | undefined {
  const type = headerOf(reply, 'content-type') ?? '';
  if (/^text\/event-stream\b/i.test(type)) return 'events';
  // Only what is posted has a message in reply; a GET may be refused in JSON, where a server offers no stream.
  if (method !== 'POST') return undefined;
  if (/^application\/json\b/i.test(type)) return 'message';
  // Clients read a refusal whatever its type, and some servers send one without any.
  return (reply.statusCode ?? 0) >= 400 ? 'refusal' : undefined;
}

function headerOf(message: IncomingMessage, name: string): string | undefined {
  const value = message.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
