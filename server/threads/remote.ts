import { parentPort, type TransferListItem, Worker, workerData } from 'node:worker_threads';
import { type Packed, pack, unpack } from './errors.ts';

/** Names of the methods of a service that can be called from another thread: they answer with a promise. */
type MethodOf<T> = {
  [K in keyof T]: T[K] extends (...args: never[]) => Promise<unknown> ? K : never;
}[keyof T] &
  string;
type Arguments<F> = F extends (...args: infer A) => unknown ? A : never;
type Result<F> = F extends (...args: never[]) => Promise<infer R> ? R : never;

interface Call {
  readonly id: number;
  readonly service: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** The answer to a call, or an event that nobody asked for. Id 0 says that the worker is ready. */
type Message =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: Packed }
  | { readonly event: string; readonly value: unknown };

const READY = 0;
/** A quarter of the default: some 40 MB less resident under load at the same speed; half of it would cost a tenth of the time. */
const YOUNG_MB = 12;

/**
 * A worker thread seen from the one that started it. `S` names its services, objects whose methods take and give
 * structured-cloneable values; `E` names its events with their values. Both sides are of one build and share S and E.
 */
export class Remote<S extends object, E extends object = object> {
  readonly #worker: Worker;
  readonly #calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  readonly #listeners = new Map<string, (value: unknown) => void>();
  #last = READY;
  #ended: Error | undefined;

  private constructor(url: URL, name: string, data: unknown, onCrash: (error: Error) => void) {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB };
    this.#worker = new Worker(url, { workerData: data, name, resourceLimits });
    const crash = (cause: unknown) => {
      if (this.#ended !== undefined) return;
      const why = cause instanceof Error ? cause.message : String(cause);
      this.#end(new Error(`The ${name} thread ended unexpectedly: ${why}`, { cause }));
      onCrash(this.#ended ?? new Error(why));
    };
    this.#worker.on('message', (message: Message) => this.#receive(message));
    this.#worker.on('error', crash);
    this.#worker.on('messageerror', crash);
    this.#worker.on('exit', (code) => crash(`exit code ${code}`));
  }

  /**
   * Starts a worker whose module calls {@link host}, and waits until it is ready; throws what its start threw.
   * `onCrash` is called once if the thread ends by anything but {@link stop}; calls under way are rejected first.
   */
  static async start<S extends object, E extends object = object>(
    url: URL,
    name: string,
    data: unknown,
    onCrash: (error: Error) => void,
  ): Promise<Remote<S, E>> {
    let ready = false;
    const remote = new Remote<S, E>(url, name, data, (error) => {
      if (ready) onCrash(error);
    });
    try {
      await new Promise((resolve, reject) => remote.#calls.set(READY, { resolve, reject }));
      ready = true;
      return remote;
    } catch (error) {
      await remote.stop();
      throw error;
    }
  }

  /** Calls a method over there; `transfer` hands memory over instead of copying it. Rejects with what it threw. */
  async call<K extends keyof S & string, N extends MethodOf<S[K]>>(
    service: K,
    method: N,
    args: Arguments<S[K][N]>,
    transfer: readonly TransferListItem[] = [],
  ): Promise<Result<S[K][N]>> {
    if (this.#ended !== undefined) throw this.#ended;
    const id = ++this.#last;
    this.#worker.postMessage({ id, service, method, args } satisfies Call, transfer);
    const answer = new Promise<unknown>((resolve, reject) => this.#calls.set(id, { resolve, reject }));
    return (await answer) as Result<S[K][N]>;
  }

  /** Calls the listener at each event of this name, in order; one listener a name. */
  on<K extends keyof E & string>(event: K, listener: (value: E[K]) => void): void {
    this.#listeners.set(event, (value) => listener(value as E[K]));
  }

  /** Ends the thread at once: let it finish what matters by a method of its own first. */
  async stop(): Promise<void> {
    this.#end(new Error('The thread was stopped'));
    await this.#worker.terminate();
  }

  #end(error: Error): void {
    this.#ended = error;
    for (const call of this.#calls.values()) call.reject(error);
    this.#calls.clear();
  }

  #receive(message: Message): void {
    if ('event' in message) {
      this.#listeners.get(message.event)?.(message.value);
      return;
    }
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if ('error' in message) call?.reject(unpack(message.error));
    else call?.resolve(message.value);
  }
}

/** The worker's own side of {@link Remote}. `make` gets the data of the start and a way to raise events. */
export async function host<D, S extends object, E extends object = object>(
  make: (data: D, raise: <K extends keyof E & string>(event: K, value: E[K]) => void) => Promise<S>,
): Promise<void> {
  if (parentPort === null) throw new Error('This module is the inside of a worker thread');
  const port = parentPort;
  const send = (message: Message) => port.postMessage(message);
  try {
    const services = await make(workerData, (event, value) => send({ event, value }));
    port.on('message', ({ id, service, method, args }: Call) => {
      // An answer that cannot be cloned fails its call too.
      run(services, service, method, args)
        .then((value: unknown) => send({ id, value }))
        .catch((error: unknown) => send({ id, error: pack(error) }));
    });
    send({ id: READY, value: undefined });
  } catch (error) {
    send({ id: READY, error: pack(error) });
  }
}

async function run(
  services: object,
  service: string,
  method: string,
  args: readonly unknown[],
): Promise<unknown> {
  const target: unknown = Reflect.get(services, service);
  if (typeof target !== 'object' || target === null) throw new Error(`The thread has no service ${service}`);
  const found: unknown = Reflect.get(target, method);
  if (typeof found !== 'function') throw new Error(`The service ${service} has no method ${method}`);
  return Reflect.apply(found, target, args);
}
