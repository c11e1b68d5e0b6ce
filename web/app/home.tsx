import { lazyPart } from '../lib/part.ts';
import { useStore } from '../lib/store.ts';
import { gettingStarted } from './getting-started.ts';

const Overview = lazyPart(() => import('../features/overview/page.tsx'), 'OverviewPage');
const Connect = lazyPart(() => import('../features/connect/page.tsx'), 'ConnectPage');

/** The overview, or the getting-started screen if nothing was ever stored. */
export function Home() {
  return useStore(gettingStarted) === true ? (
    <Connect onDone={() => gettingStarted.set(false)} />
  ) : (
    <Overview />
  );
}

Home.preload = async () => Overview.preload?.();
