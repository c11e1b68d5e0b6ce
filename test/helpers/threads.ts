import { LIMITS } from '../../server/ingest/limits.ts';
import { startThreads, type Threads, type ThreadsOptions } from '../../server/threads/threads.ts';
import { newDatabase } from './folder.ts';

/** The folder of the built threads. */
export const BUILT = new URL('../../dist/server/', import.meta.url);

/**
 * Starts the built threads, by default those of a new file without settings, and waits until it is open. Throws what opening
 * it threw.
 */
export async function openThreads(options: Partial<ThreadsOptions> = {}): Promise<Threads> {
  const threads = startThreads({
    db: options.db ?? newDatabase(),
    limits: LIMITS,
    rules: new Map(),
    secretKeys: [],
    onCrash: (error) => {
      throw error;
    },
    entries: BUILT,
    ...options,
  });
  await threads.open();
  return threads;
}
