import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { ApiFailure, goneSince } from '../lib/api.ts';
import { isLive } from '../lib/live.ts';

/** Once more for what may pass by itself: no answer, too busy, or a fault of the server. */
function again(failures: number, error: Error): boolean {
  const passing =
    !(error instanceof ApiFailure) || error.status === 0 || error.status === 429 || error.status >= 500;
  return passing && failures < 1;
}

// The server may be on this machine, which needs no network to reach it.
const networkMode = 'always';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      placeholderData: keepPreviousData,
      staleTime: 5000,
      retry: again,
      retryDelay: 1000,
      networkMode,
    },
    mutations: { networkMode },
  },
});

// Once the server is back, everything that can have changed or was never there is asked again.
goneSince.subscribe(() => {
  if (goneSince.get() !== null) return;
  void queryClient.invalidateQueries({
    predicate: (query) => query.state.data === undefined || isLive(query),
  });
});
