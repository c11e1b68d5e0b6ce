import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isAnnounced, setAnnounced } from '../../lib/announced.ts';
import { counted, span } from '../../lib/format.ts';
import { deprecationsQuestion } from '../../lib/questions.ts';
import { DEPRECATIONS_FROM } from '../../lib/range.ts';
import { toast } from '../../ui/toast.tsx';

const clipped = (name: string) => (name.length > 60 ? `${name.slice(0, 59)}…` : name);

/** Announces deprecations still in use, once per session (warnings.md 5.3), except on their own page. */
export function Announcements() {
  const navigate = useNavigate();
  const reviewed = useLocation({ select: ({ pathname }) => pathname.startsWith('/deprecations') });
  // The range of the page that it leads to, whatever the filter here.
  const { data } = useQuery({
    ...deprecationsQuestion({ from: DEPRECATIONS_FROM }),
    enabled: !isAnnounced(),
  });
  useEffect(() => {
    const used = data?.items.filter(({ count }) => count > 0) ?? [];
    const next = used
      .filter(({ days_left }) => days_left !== null)
      .toSorted((a, b) => (a.days_left ?? 0) - (b.days_left ?? 0))[0];
    if (used.length === 0 || reviewed || isAnnounced()) return;
    setAnnounced();
    const days = next?.days_left ?? null;
    const soonest =
      next === undefined || days === null
        ? ''
        : ` ${clipped(next.deprecated_item)} ${days < 0 ? `was due for removal ${span(-days * 86_400_000)} ago` : `is due for removal in ${span(days * 86_400_000)}`}.`;
    toast({
      message: `${counted(used.length, 'deprecated item is', 'deprecated items are')} still in use.${soonest}`,
      action: { label: 'Review', run: () => void navigate({ to: '/deprecations' }) },
    });
  }, [data, navigate, reviewed]);
  return null;
}
