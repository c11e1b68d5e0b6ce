/** Requests of one direction of a conversation that have no reply yet, by id. */
export type Pending<R> = Map<unknown, R>;

/** Maximum number in one direction of a conversation. */
const MOST = 10_000;
/** Of all together, in UTF-16 units of their messages. Parsed, they take at least as much again. */
const MOST_HELD = 64 * 1024 * 1024;

/** What is pending in all conversations, within bounds: beyond them the oldest is forgotten. `size` is what keeping a request holds. */
export class Unanswered<R extends { readonly size: number }> {
  /** In the order in which they were asked. */
  readonly #all = new Map<R, { readonly pending: Pending<R>; readonly id: unknown }>();
  #held = 0;

  add(pending: Pending<R>, id: unknown, request: R): void {
    this.take(pending, id);
    if (pending.size >= MOST) {
      const [oldest] = pending.keys();
      this.take(pending, oldest);
    }
    pending.set(id, request);
    this.#all.set(request, { pending, id });
    this.#held += request.size;
    for (const { pending, id } of this.#all.values()) {
      if (this.#held <= MOST_HELD) break;
      this.take(pending, id);
    }
  }

  /** Returns a request, which is then no longer pending; undefined if it is not. */
  take(pending: Pending<R>, id: unknown): R | undefined {
    const request = pending.get(id);
    if (request === undefined) return undefined;
    pending.delete(id);
    this.#all.delete(request);
    this.#held -= request.size;
    return request;
  }

  clear(pending: Pending<R>): void {
    for (const id of pending.keys()) this.take(pending, id);
  }
}
