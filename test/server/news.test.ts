import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import type { Committed } from '../../server/ingest/ingest.ts';
import { News } from '../../server/routes/news.ts';

test('a stream that waits is woken by a commit, a change and its end, and leaves nothing behind', async () => {
  let commit: (committed: Committed) => void = () => {};
  let change = () => {};
  const changes = {
    current: () => 0,
    onChange: (listener: () => void) => {
      change = listener;
    },
  };
  const news = new News(
    {
      submit: () => Promise.reject(new Error('nothing is submitted here')),
      onCommitted: (listener) => {
        commit = listener;
      },
    },
    changes,
  );
  const stream = new AbortController();
  const listeners = () => getEventListeners(stream.signal, 'abort').length;
  const hour = 3_600_000;
  for (let n = 1; n <= 20; n++) {
    const woken = news.next(hour, stream.signal);
    if (n % 2 === 0) change();
    else commit({ first: n, last: n, counts: [] });
    await woken;
    expect(listeners()).toBe(0);
  }
  const last = news.next(hour, stream.signal);
  stream.abort();
  await last;
  await news.next(hour, stream.signal);
  expect(listeners()).toBe(0);
});
