import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Quota } from '../../../shared/api/quotas.ts';
import { MINUTE } from '../../../shared/time/units.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { useNow } from '../../lib/now.ts';
import { useZone } from '../../lib/preferences.ts';
import { quotasQuestion } from '../../lib/questions.ts';
import { comingWords, fullness, isOver, worstFirst } from '../../lib/quota.ts';
import type { Zone } from '../../lib/times.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Captured } from '../../ui/captured.tsx';
import { QUOTA_MARKS } from '../../ui/looks.ts';
import { Icon } from '../../ui/mark.tsx';

/** What the quota's trend reaches next; undefined if it holds. */
function nextWords({ pause_at, hard_stop_at }: Quota, zone: Zone, now: number): string | undefined {
  if (pause_at !== null) return comingWords('pause', pause_at, zone, now);
  return hard_stop_at === null ? undefined : comingWords('stop', hard_stop_at, zone, now);
}

/** The worst quota, on every page and in real time whatever its range, with what is coming (warnings.md 5.3). */
export function QuotaIndicator() {
  const zone = useZone();
  const now = useNow(MINUTE);
  const { from: _from, to: _to, ...filter } = useFilter();
  const { data } = useQuery(quotasQuestion(filter));
  const [worst] = worstFirst(data?.items ?? [], now);
  if (worst === undefined || isOver(worst, now)) return null;
  const { name, tone, word } = QUOTA_MARKS[worst.state];
  const next = nextWords(worst, zone, now);
  return (
    <Link
      className={`${buttonClass()} tint ${tone === 'ok' ? 'muted' : tone}`}
      to="/"
      hash="quotas"
      activeOptions={{ includeHash: true }}
      search={sharedFilter(filter)}
      title={[`${worst.server}, ${worst.metric}: ${word}`, next].filter(Boolean).join(', ')}
    >
      <Icon name={name} tone={tone} />
      <span className="k hide-m">Quota</span>
      <span className="ell hide-m" aria-hidden="true">
        <Captured text={worst.server} />
      </span>
      <span className="num">
        {fullness(worst.share)}
        {/* Without the figures, which change with every response. */}
        <span className="vh" role="status">
          {' '}
          of {worst.metric} on {worst.server}, {word}
        </span>
      </span>
      {next && <span className="k coming">{next}</span>}
    </Link>
  );
}
