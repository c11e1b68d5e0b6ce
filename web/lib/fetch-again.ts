import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * Fetches again what a change has made wrong: by default, everything on screen. Answers still on their way may
 * be from before the change, and are dropped.
 */
export async function fetchAgain(client: QueryClient, which: InvalidateQueryFilters = {}): Promise<void> {
  // Invalidating alone would let the first answer to a question arrive and count as up to date.
  await client.cancelQueries(which);
  await client.invalidateQueries(which);
}
