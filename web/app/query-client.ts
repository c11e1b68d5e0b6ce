import { keepPreviousData, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { type ApiFailure, generalFault, goneSince } from '../lib/api.ts';
import { isLive } from '../lib/question.ts';
import { statusQuestion } from '../lib/questions.ts';

/** Retries once for what may be transient: no answer, or a fault of the server. A refusal would be repeated. */
function again(failures: number, error: ApiFailure): boolean {
  const refused = error.status >= 400 && error.status < 500;
  return !refused && failures < 1;
}

// The server may be on this machine, reachable without a network.
const networkMode = 'always';

const [STATUS] = statusQuestion().queryKey;

// What fails may be one question or all: the status, which needs the least, tells.
const queryCache = new QueryCache({
  onSettled: (_, error, { queryKey: [route] }) => {
    const fault = error?.isFault ? error : null;
    if (route === STATUS) {
      if (fault === null && generalFault.get() !== null) refresh();
      // After what is fetched again is known to be, or each part that failed would say so for a moment.
      notifyManager.schedule(() => generalFault.set(fault));
    } else if (fault !== null)
      void queryClient.invalidateQueries({ queryKey: [STATUS] }, { cancelRefetch: false });
  },
});

export const queryClient = new QueryClient({
  queryCache,
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

/** Once the server is back: fetches everything that may have changed or was never loaded. */
function refresh(): void {
  void queryClient.invalidateQueries({
    predicate: (query) => query.state.data === undefined || isLive(query),
  });
}

goneSince.subscribe(() => {
  if (goneSince.get() === null) refresh();
});
