import { createStore } from './store.ts';

type LiveState = 'off' | 'connecting' | 'live' | 'lost';

/** State of the stream. */
export const liveState = createStore<LiveState>('off');
