import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../lib/api.ts';

/** Once more for what may pass by itself: no answer, too busy, or a fault of the server. */
function again(failures: number, error: Error): boolean {
  const passing =
    !(error instanceof ApiFailure) || error.status === 0 || error.status === 429 || error.status >= 500;
  return passing && failures < 1;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { placeholderData: keepPreviousData, staleTime: 5000, retry: again, retryDelay: 1000 },
  },
});
