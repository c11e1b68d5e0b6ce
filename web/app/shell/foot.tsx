import { useQuery } from '@tanstack/react-query';
import { goneSince } from '../../lib/api.ts';
import { statusQuestion } from '../../lib/questions.ts';
import { useStore } from '../../lib/store.ts';
import { Toasts } from '../../ui/toast.tsx';
import { Announcements } from './announcements.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { GoneBanner } from './gone-banner.tsx';
import { StatusBar } from './status-bar.tsx';

/** What stands at the foot of every page: messages, what holds for the whole of it, and the status bar. */
export function Foot() {
  const gone = useStore(goneSince);
  const { data: status } = useQuery(statusQuestion());
  return (
    <>
      <div className="foot">
        <Toasts />
        {gone !== null ? <GoneBanner since={gone} /> : status?.demo === true && <DemoBanner />}
      </div>
      <StatusBar />
      <Announcements />
    </>
  );
}
