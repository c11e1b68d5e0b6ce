import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { ApiFailure, goneSince } from '../lib/api.ts';
import { isLive } from '../lib/question.ts';

/** Retries once for what may be transient: no answer, or a fault of the server. A refusal would be repeated. */
function again(failures: number, error: Error): boolean {
  const refused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
  return !refused && failures < 1;
}

// The server may be on this machine, reachable without a network.
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

// Once the server is back, fetches everything that may have changed or was never loaded.
goneSince.subscribe(() => {
  if (goneSince.get() !== null) return;
  void queryClient.invalidateQueries({
    predicate: (query) => query.state.data === undefined || isLive(query),
  });
});
