import { Link } from '@tanstack/react-router';
import type { ErrorGroup } from '../../../shared/api/error-groups.ts';
import { count, percent } from '../../lib/numbers.ts';
import { Captured } from '../../ui/captured.tsx';
import { categoryColor } from '../../ui/category.ts';
import { Checkbox } from '../../ui/checks.tsx';
import { groupLook } from '../../ui/looks.ts';
import { Mark } from '../../ui/mark.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { CategoryName } from '../../ui/swatch.tsx';
import { RelativeTime } from '../../ui/time.tsx';

interface GroupRowProps {
  readonly group: ErrorGroup;
  readonly open: boolean;
  readonly cursor: boolean;
  readonly checked: boolean;
  readonly onCheck: (checked: boolean) => void;
}

/** What tells a group from others in words. */
const nameOf = ({ code, message, operation, server }: ErrorGroup) =>
  `${code ?? message ?? 'group'}${operation === null ? '' : ` in ${operation}`} on ${server}`;

/** One row per cause: 32 px high if the list is wide, else two lines. */
export function GroupRow({ group, open, cursor, checked, onCheck }: GroupRowProps) {
  return (
    <li
      className={`group${cursor ? ' cursor' : ''}`}
      aria-current={open ? 'true' : undefined}
      data-group={group.id}
    >
      <label className="group-check" htmlFor={`pick-${group.id}`}>
        <Checkbox
          id={`pick-${group.id}`}
          aria-label={`Select ${nameOf(group)}`}
          checked={checked}
          onChange={(event) => onCheck(event.target.checked)}
        />
      </label>
      <span className="group-state">
        <Mark {...groupLook(group)} />
      </span>
      <Link
        className="group-what"
        to="/errors/$group"
        params={{ group: group.id }}
        search={true}
        resetScroll={false}
        // It covers the row, whose state has no word if the list is narrow.
        title={[groupLook(group).word, group.message].filter(Boolean).join(': ')}
      >
        <span className="group-category">
          <CategoryName category={group.category} />
        </span>
        <span className="group-name mono">
          <b className="ell">
            {group.overflow ? 'Other groups, over the limit' : <Captured text={group.code ?? 'no code'} />}
          </b>
          <span className="ell muted">
            <Captured text={group.operation} />
          </span>
        </span>
        <span className="group-message muted ell">
          <Captured text={group.message} />
        </span>
      </Link>
      <span className="group-server muted ell break" title={group.server}>
        <Captured text={group.server} />
      </span>
      <span className="num group-clients" data-label="Clients">
        {count(group.clients)}
      </span>
      <b className="num group-count" data-label="Count">
        {count(group.count)}
      </b>
      <span className="num muted group-share" data-label="Share">
        {percent(group.share)}
      </span>
      <span className="group-spark">
        <Sparkline values={group.sparkline} color={categoryColor(group.category)} width={60} height={20} />
      </span>
      <span className="num muted group-first" data-label="First">
        <RelativeTime at={group.first_seen} />
      </span>
      <span className="num muted group-last" data-label="Last">
        <RelativeTime at={group.last_seen} />
      </span>
    </li>
  );
}
