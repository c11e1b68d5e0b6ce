import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Deprecation, DeprecationDetail } from '../../../shared/api/deprecations.ts';
import type { Filter } from '../../lib/filter.ts';
import { focusMain, isFocusLost } from '../../lib/focus.ts';
import { count, counted, percent } from '../../lib/numbers.ts';
import { useZone } from '../../lib/preferences.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { date } from '../../lib/times.ts';
import { useShownOne } from '../../lib/title.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Captured } from '../../ui/captured.tsx';
import { DataBody, PartMark, StaleMark } from '../../ui/data-panel.tsx';
import { IconLink } from '../../ui/icon-link.tsx';
import { SeverityMark } from '../../ui/mark.tsx';
import { Neighbours } from '../../ui/neighbours.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DaysLeft, removalDay, severityNow } from '../../ui/removal.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { BurnDown } from './burn-down.tsx';
import { Callers } from './callers.tsx';
import { itemQuestion } from './queries.ts';
import { VerdictChip } from './verdict-chip.tsx';
import { safeWords } from './words.ts';

/** How much of an open item to show at least: its heading above the bars at the bottom. */
const LEAST_PX = 160;

/**
 * One deprecated item: whether it may be removed, who still calls it, and how its use declines. `listed` are the items
 * of the page, in their order, once they are known.
 */
export function Item({ id, listed }: { id: string; listed: readonly Deprecation[] | undefined }) {
  const query = useQuery(itemQuestion(id, useFilter(), useSearch({ from: '/deprecations' })));
  useShownOne(query.data?.deprecated_item);
  const navigate = useNavigate();
  const place = useRef<HTMLElement>(null);
  const there = listed !== undefined && query.data !== undefined;
  // It opens below a list that may be longer than the window, and returns the focus to its row.
  useEffect(() => {
    if (!there) return;
    const row = document.querySelector<HTMLElement>('tr[data-selected] a');
    place.current?.scrollIntoView({ block: 'nearest' });
    // What was clicked stays in sight, right below the bar, unless nothing would show then that it opened something.
    const bar = Math.max(0, document.querySelector('search')?.getBoundingClientRect().bottom ?? 0);
    const top = row?.closest('tr')?.getBoundingClientRect().top ?? bar;
    const back = Math.min(0, top - bar);
    const opened = (place.current?.getBoundingClientRect().top ?? 0) - back;
    if (opened <= innerHeight - LEAST_PX) scrollBy(0, back);
    return () => {
      if (isFocusLost()) row?.focus();
    };
  }, [there]);
  // What was open need not be in the list, nor exist.
  useEffect(
    () => () => {
      if (isFocusLost()) focusMain();
    },
    [],
  );
  useShortcuts({
    Escape: () => void navigate({ to: '/deprecations', search: true, resetScroll: false }),
    // As in other lists, Enter on the row that is open leads into what is open.
    Enter: ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      if (target.matches('tr[data-selected] a')) place.current?.focus();
      else target.click();
    },
  });
  return (
    <section ref={place} className="deprecations-place" aria-label="Deprecated item" tabIndex={-1}>
      <Panel
        title={
          query.data === undefined ? (
            'Deprecated item'
          ) : (
            <code className="b clamp">
              <Captured text={query.data.deprecated_item} />
            </code>
          )
        }
        note={
          query.data && (
            <span className="clamp">
              {query.data.type} on <Captured text={query.data.server} />
              {query.data.replacement !== null && (
                <>
                  , use{' '}
                  <code>
                    <Captured text={query.data.replacement} />
                  </code>
                </>
              )}
            </span>
          )
        }
        actions={
          <>
            <PartMark data={query.data} />
            <StaleMark query={query} />
            <span className="deprecations-ways no-print">
              <Neighbours
                what="item"
                items={listed ?? []}
                at={listed?.findIndex((one) => one.id === id) ?? -1}
                to={(one) => ({ to: '/deprecations/$item', params: { item: one.id }, search: true })}
              />
              <IconLink to={{ to: '/deprecations', search: true }} name="Close" Sign={X} />
            </span>
          </>
        }
      >
        <DataBody query={query} height={300} skeleton={<SkeletonRows rows={8} />}>
          {(item) => (
            <div className="deprecations-item">
              <SafeToRemove item={item} />
              <BurnDown item={item} />
              <div>
                <Callers item={item} />
              </div>
            </div>
          )}
        </DataBody>
      </Panel>
    </section>
  );
}

/** Selects the responses that used an item, in the page's range and filter. */
const usesOf = ({ server, deprecated_item }: DeprecationDetail, filter: Filter) => ({
  ...filter,
  server: [server],
  deprecated: deprecated_item,
});

function SafeToRemove({ item }: { item: DeprecationDetail }) {
  const zone = useZone();
  const filter = useFilter();
  const severity = severityNow(item);
  return (
    <div>
      <h3>Safe to remove?</h3>
      <p>
        <VerdictChip item={item} answer={item.verdict === 'safe_to_remove' ? 'Yes:' : 'Not yet:'} />
      </p>
      <p className="break">{item.evidence}</p>
      <dl className="kv">
        <dt>Uses</dt>
        <dd>
          <b>
            {item.count === 0 ? (
              0
            ) : (
              <Link
                className="link"
                to="/traffic"
                search={usesOf(item, filter)}
                aria-label={counted(item.count, 'use')}
              >
                {count(item.count)}
              </Link>
            )}
          </b>
          {item.previous_count !== null && `, was ${count(item.previous_count)}`}
        </dd>
        <dt>Share</dt>
        <dd>
          <b>{percent(item.share)}</b> of {counted(item.responses, 'response')}
        </dd>
        <dt>Removal</dt>
        <dd>
          <DaysLeft item={item} />
          {item.removal_date !== null && (
            <span className="muted break">
              {' '}
              <Captured text={removalDay(item.removal_date)} />
            </span>
          )}
        </dd>
        {item.zero_at !== null && (
          <>
            <dt>Zero</dt>
            <dd>about {date(item.zero_at, zone)} at this pace</dd>
          </>
        )}
        <dt>Warned</dt>
        <dd>since {date(item.first_seen, zone)}</dd>
        {severity !== undefined && (
          <>
            <dt>Severity</dt>
            <dd>
              <SeverityMark severity={severity} />
            </dd>
          </>
        )}
        <dt>Safe after</dt>
        <dd className="muted">{safeWords(item)}</dd>
        {item.migration_guide !== null && (
          <>
            <dt>Guide</dt>
            <dd className="mono break">
              <Captured text={item.migration_guide} />
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}
