import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { useState } from 'react';
import { statusQuestion } from '../lib/questions.ts';

const Overview = lazyRouteComponent(() => import('../features/overview/page.tsx'), 'OverviewPage');
const Connect = lazyRouteComponent(() => import('../features/connect/page.tsx'), 'ConnectPage');

/** The overview; while nothing was ever stored, the screen that teaches how to begin. */
export function Home() {
  const { data: bare } = useQuery({ ...statusQuestion(), select: ({ stored }) => stored.responses === 0 });
  const [teaching, setTeaching] = useState<boolean>();
  // The screen stays when the first response arrives, so that it can say so.
  if (teaching === undefined && bare === true) setTeaching(true);
  return teaching === true ? <Connect onDone={() => setTeaching(false)} /> : <Overview />;
}
