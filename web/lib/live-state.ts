import { createStore } from './store.ts';

type LiveState = 'off' | 'connecting' | 'live' | 'lost';

export const liveState = createStore<LiveState>('off');
