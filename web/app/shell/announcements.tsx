import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { cut } from '../../../shared/text/cut.ts';
import { isAnnounced, setAnnounced } from '../../lib/announced.ts';
import { counted } from '../../lib/numbers.ts';
import { deprecationsQuestion } from '../../lib/questions.ts';
import { DEPRECATIONS_FROM } from '../../lib/range.ts';
import { toast } from '../../ui/toast.tsx';

const clipped = (name: string) => (name.length > 60 ? `${cut(name, 59)}…` : name);

/** ` “list_repos” is due for removal in 12 days.` */
function dueWords(name: string, days: number): string {
  const left = days === 0 ? 'today' : `in ${counted(days, 'day')}`;
  const due = days < 0 ? `was due for removal ${counted(-days, 'day')} ago` : `is due for removal ${left}`;
  return ` “${clipped(name)}” ${due}.`;
}

/** Announces deprecations still in use, once per session (warnings.md 5.3), except on their own page. */
export function Announcements() {
  const navigate = useNavigate();
  const reviewed = useLocation({ select: ({ pathname }) => pathname.startsWith('/deprecations') });
  const [told, tell] = useState(isAnnounced);
  // The range of the page that it leads to, whatever the filter here.
  const { data } = useQuery({
    ...deprecationsQuestion({ from: DEPRECATIONS_FROM }),
    enabled: !told,
  });
  useEffect(() => {
    const used = data?.items.filter(({ count }) => count > 0) ?? [];
    if (isAnnounced()) return tell(true);
    if (used.length === 0 || reviewed) return;
    setAnnounced();
    tell(true);
    const [soonest] = used
      .flatMap(({ deprecated_item: name, days_left: days }) => (days === null ? [] : [{ name, days }]))
      .toSorted((a, b) => a.days - b.days);
    toast({
      message: `${counted(used.length, 'deprecated item is', 'deprecated items are')} still in use.${soonest ? dueWords(soonest.name, soonest.days) : ''}`,
      action: { label: 'Review', run: () => void navigate({ to: '/deprecations' }) },
    });
  }, [data, navigate, reviewed]);
  return null;
}
