import { lazyRouteComponent } from '@tanstack/react-router';
import { part } from '../lib/part.ts';
import { useStore } from '../lib/store.ts';
import { teaching } from './teaching.ts';

const Overview = lazyRouteComponent(
  () => part(() => import('../features/overview/page.tsx')),
  'OverviewPage',
);
const Connect = lazyRouteComponent(() => part(() => import('../features/connect/page.tsx')), 'ConnectPage');

/** The overview; where nothing was ever stored, the screen that teaches how to begin. */
export function Home() {
  return useStore(teaching) === true ? <Connect onDone={() => teaching.set(false)} /> : <Overview />;
}

Home.preload = async () => Overview.preload?.();
