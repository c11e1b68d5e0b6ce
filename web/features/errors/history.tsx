import type { ErrorGroupDetail, GroupChange } from '../../../shared/api/error-groups.ts';
import { SYSTEM } from '../../../shared/group-state.ts';
import { counted } from '../../lib/numbers.ts';
import { useZone } from '../../lib/preferences.ts';
import { dateTime } from '../../lib/times.ts';
import { seen } from '../../ui/captured.tsx';
import { GROUP_MARKS } from '../../ui/looks.ts';
import { Icon } from '../../ui/mark.tsx';
import { ClockTime } from '../../ui/time.tsx';

/** Whether a change is a return: an undo that restores one is not. */
const isReturn = ({ regressed, by }: GroupChange) => regressed && by === SYSTEM;

/** What a change did to a group, and who made it: `Resolved in 2.0.0 by dana`. */
export function changeWords(change: GroupChange): string {
  const { to, version, until_count, by } = change;
  if (isReturn(change)) return `Regressed${version === null ? '' : ` in ${version}`}, reopened automatically`;
  const what =
    to === 'open'
      ? 'Reopened'
      : to === 'resolved' && version !== null
        ? `Resolved in ${version}`
        : GROUP_MARKS[to].word;
  const until = until_count === null ? '' : ` until ${counted(until_count, 'more failure')}`;
  return `${what}${by === SYSTEM ? ' automatically' : ` by ${by}`}${until}`;
}

/** What happened to a group, newest first. */
export function History({ group }: { group: ErrorGroupDetail }) {
  const zone = useZone();
  if (group.history.length === 0) return null;
  return (
    <section>
      <h3>History</h3>
      <ul className="group-history">
        {group.history.map((change) => {
          const { name, tone } = GROUP_MARKS[isReturn(change) ? 'regressed' : change.to];
          return (
            <li key={`${change.at} ${change.from} ${change.to}`}>
              <Icon name={name} tone={tone} />
              <span>
                {seen(changeWords(change))}
                {change.until !== null && (
                  <span className="muted"> until {dateTime(change.until, zone)}</span>
                )}
              </span>
              <span className="muted">
                <ClockTime at={change.at} format={dateTime} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
