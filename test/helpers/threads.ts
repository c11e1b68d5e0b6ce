import { startThreads, type Threads, type ThreadsOptions } from '../../server/threads/threads.ts';

/** Starts the threads of a store and waits until it is open. Throws what opening it threw. */
export async function openThreads(options: ThreadsOptions): Promise<Threads> {
  const threads = startThreads(options);
  await threads.open();
  return threads;
}
