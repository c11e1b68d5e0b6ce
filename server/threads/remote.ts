import { getHeapStatistics } from 'node:v8';
import { parentPort, type TransferListItem, Worker, workerData } from 'node:worker_threads';
import { errorMessage } from '../../shared/text/words.ts';
import { StoreClosed } from '../store/faults.ts';
import { type Packed, pack, unpack } from './errors.ts';

/** Names of a service's methods that can be called from another thread: those that return a promise. */
type MethodOf<T> = {
  [K in keyof T]: T[K] extends (...args: never[]) => Promise<unknown> ? K : never;
}[keyof T] &
  string;
type Arguments<F> = F extends (...args: infer A) => unknown ? A : never;
type Result<F> = F extends (...args: never[]) => Promise<infer R> ? R : never;

interface Call {
  readonly service: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

interface Request {
  readonly id: number;
  /** `open`, which comes first, makes the services. */
  readonly call: 'open' | Call;
}

/** The answer to a request, or an event. */
type Message =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: Packed }
  | { readonly event: string; readonly value: unknown };

/** A quarter of the default: about 40 MB less resident under load, as fast. Half of it is a tenth slower. */
const YOUNG_MB = 12;
/**
 * Below 2 GiB V8 collects a heap when it has grown to twice what was in use, from there on four times: about 35 MB less
 * resident under load, as fast. What the limits of a request allow takes less than half of it.
 */
const OLD_MB = 2000;

/**
 * A worker thread, as seen from the thread that started it. `S` maps names to services, objects whose methods
 * take and return structured-cloneable values; `E` maps names of events to their values. Both sides share S
 * and E, being one build.
 */
export class Remote<S extends object, E extends object = object> {
  readonly #worker: Worker;
  readonly #calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  readonly #listeners = new Map<string, (value: unknown) => void>();
  #last = 0;
  #isOpen = false;
  #ended: Error | undefined;

  /**
   * Starts a worker whose module calls {@link host}. `onCrash` is called once if the thread ends other than by
   * {@link stop} after it was opened, after pending calls are rejected.
   */
  constructor(url: URL, name: string, data: unknown, onCrash: (error: Error) => void) {
    const allowed = getHeapStatistics().heap_size_limit / 1024 ** 2;
    const resourceLimits = {
      maxYoungGenerationSizeMb: YOUNG_MB,
      maxOldGenerationSizeMb: Math.min(OLD_MB, allowed),
    };
    this.#worker = new Worker(url, { workerData: data, name, resourceLimits });
    const crash = (cause: unknown) => {
      if (this.#ended !== undefined) return;
      const why = errorMessage(cause);
      const error = new Error(`The ${name} thread ended unexpectedly: ${why}`, { cause });
      this.#end(error);
      if (this.#isOpen) onCrash(error);
    };
    this.#worker.on('message', (message: Message) => this.#receive(message));
    this.#worker.on('error', crash);
    this.#worker.on('messageerror', crash);
    this.#worker.on('exit', (code) => crash(`exit code ${code}`));
  }

  /** Lets the worker make its services; throws what that threw. Calls that come before its end wait for it. */
  async open(): Promise<void> {
    await this.#request('open');
    this.#isOpen = true;
  }

  /** Calls a method in the worker; `transfer` moves memory instead of copying. Rejects with what it threw. */
  async call<K extends keyof S & string, N extends MethodOf<S[K]>>(
    service: K,
    method: N,
    args: Arguments<S[K][N]>,
    transfer: readonly TransferListItem[] = [],
  ): Promise<Result<S[K][N]>> {
    return (await this.#request({ service, method, args }, transfer)) as Result<S[K][N]>;
  }

  /** Calls the listener for each event of this name, in order. There is one listener per name. */
  on<K extends keyof E & string>(event: K, listener: (value: E[K]) => void): void {
    this.#listeners.set(event, (value) => listener(value as E[K]));
  }

  /** Terminates the thread at once. Anything it must finish needs a call of its own first. */
  async stop(): Promise<void> {
    // Only requests whose client has gone are still under way: nothing is wrong, and nobody is told.
    this.#end(new StoreClosed('the server was stopped'));
    await this.#worker.terminate();
  }

  #request(call: Request['call'], transfer: readonly TransferListItem[] = []): Promise<unknown> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const id = ++this.#last;
    this.#worker.postMessage({ id, call } satisfies Request, transfer);
    return new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject }));
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

/**
 * The worker's side of {@link Remote}. `make` is called when it is opened, with the start's data and a function that
 * raises events.
 */
export function host<D, S extends object, E extends object = object>(
  make: (data: D, raise: <K extends keyof E & string>(event: K, value: E[K]) => void) => Promise<S>,
): void {
  if (parentPort === null) throw new Error('This module only runs in a worker thread');
  const port = parentPort;
  const send = (message: Message) => port.postMessage(message);
  let made: Promise<S> | undefined;
  const open = () => make(workerData, (event, value) => send({ event, value }));
  const answer = async (call: Request['call']): Promise<unknown> => {
    if (call !== 'open') return run(await made, call);
    made = open();
    await made;
    return undefined;
  };
  port.on('message', ({ id, call }: Request) => {
    // An answer that cannot be cloned makes its call fail too.
    answer(call)
      .then((value: unknown) => send({ id, value }))
      .catch((error: unknown) => send({ id, error: pack(error) }));
  });
}

async function run(services: object | undefined, { service, method, args }: Call): Promise<unknown> {
  const target: unknown = services && Reflect.get(services, service);
  if (typeof target !== 'object' || target === null) throw new Error(`The thread has no service ${service}`);
  const found: unknown = Reflect.get(target, method);
  if (typeof found !== 'function') throw new Error(`The service ${service} has no method ${method}`);
  return Reflect.apply(found, target, args);
}
