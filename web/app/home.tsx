import { lazy } from 'react';
import { useStore } from '../lib/store.ts';
import { teaching } from './teaching.ts';

const Overview = lazy(async () => ({
  default: (await import('../features/overview/page.tsx')).OverviewPage,
}));
const Connect = lazy(async () => ({ default: (await import('../features/connect/page.tsx')).ConnectPage }));

/** The overview; where nothing was ever stored, the screen that teaches how to begin. */
export function Home() {
  return useStore(teaching) === true ? <Connect onDone={() => teaching.set(false)} /> : <Overview />;
}
