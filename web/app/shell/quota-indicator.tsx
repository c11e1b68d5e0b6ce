import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Quota } from '../../../shared/api/quotas.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { useNow } from '../../lib/now.ts';
import { useZone } from '../../lib/preferences.ts';
import { quotasQuestion } from '../../lib/questions.ts';
import { forecastTime, forecastWords, fullness, worstQuota } from '../../lib/quota.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon, QUOTA_MARKS } from '../../ui/mark.tsx';

/** The next threshold of a quota and when its trend reaches it; null if it holds. */
function nextOf(quota: Quota): { word: string; at: string } | null {
  if (quota.pause_at !== null) return { word: 'pauses', at: quota.pause_at };
  if (quota.hard_stop_at !== null) return { word: 'stops', at: quota.hard_stop_at };
  return null;
}

/** The worst quota, on every page and in real time whatever its range, with what is coming (warnings.md 5.3). */
export function QuotaIndicator() {
  const zone = useZone();
  const now = useNow(60_000);
  const { from: _from, to: _to, ...filter } = useFilter();
  const { data } = useQuery(quotasQuestion(filter));
  const worst = worstQuota(data?.items ?? [], now);
  if (worst === undefined) return null;
  const { name, tone, word } = QUOTA_MARKS[worst.state];
  const next = nextOf(worst);
  return (
    <Link
      className={`${buttonClass()} quota tint ${tone}`}
      to="/"
      hash="quotas"
      activeOptions={{ includeHash: true }}
      search={sharedFilter(filter)}
      title={`${worst.server}, ${worst.metric}: ${word}, ${forecastWords(worst, zone, now)}`}
    >
      <Icon name={name} tone={tone} />
      <span className="word">Quota</span>
      <span className="num">
        {fullness(worst.share)}
        {/* Without the figures, which change with every response. */}
        <span className="vh" role="status">
          {' '}
          of {worst.metric} on {worst.server}, {word}
        </span>
      </span>
      <i className="hide-m" aria-hidden="true">
        <b style={{ width: `${Math.min(100, worst.share * 100)}%` }} />
      </i>
      {next && <span className="coming">{`${next.word} ${forecastTime(next.at, zone, now)}`}</span>}
    </Link>
  );
}
