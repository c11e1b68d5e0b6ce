import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorGroupDetail } from '../../../shared/api/error-groups.ts';
import { counted } from '../../lib/numbers.ts';
import { useZone } from '../../lib/preferences.ts';
import { dateTime, zoneName } from '../../lib/times.ts';
import { useShownOne } from '../../lib/title.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Captured } from '../../ui/captured.tsx';
import { Chip, GroupChip } from '../../ui/chip.tsx';
import { DataBody, PartMark, StaleMark } from '../../ui/data-panel.tsx';
import { IconLink } from '../../ui/icon-link.tsx';
import { Neighbours } from '../../ui/neighbours.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { CategoryName } from '../../ui/swatch.tsx';
import { GroupActions } from './actions.tsx';
import { Breakdowns } from './breakdowns.tsx';
import { History } from './history.tsx';
import { groupQuestion } from './queries.ts';
import { Samples } from './samples.tsx';
import { Trend } from './trend.tsx';
import { useGroups } from './use-groups.ts';
import './group-panel.css';

/** Categories on which the server's owner must act. */
const SERVER_OWNER_ACTS: ReadonlySet<ErrorGroupDetail['category']> = new Set([
  'internal',
  'schema',
  'unknown',
]);

/** One error group next to the list: who must act, what can be done, since when, for whom, and samples. */
export function GroupPanel({ id }: { id: string }) {
  const query = useQuery(groupQuestion(id, useFilter()));
  useShownOne(query.data && `${query.data.code ?? 'no code'} on ${query.data.server}`);
  return (
    <aside className="group-panel" aria-label="Error group" tabIndex={-1}>
      {query.isLoadingError && (
        <section className="row">
          <span className="end">
            <Close />
          </span>
        </section>
      )}
      <DataBody query={query} height={480} skeleton={<SkeletonRows rows={12} />}>
        {(group) => (
          <>
            <Head
              group={group}
              marks={
                <>
                  <PartMark data={group} />
                  <StaleMark query={query} />
                </>
              }
            />
            <Trend group={group} />
            <Breakdowns group={group} />
            <Samples group={group} />
            <History group={group} />
          </>
        )}
      </DataBody>
    </aside>
  );
}

function Head({ group, marks }: { group: ErrorGroupDetail; marks: ReactNode }) {
  const newest = group.versions[0]?.version;
  return (
    <section>
      <div className="row wrap">
        <GroupChip group={group} />
        <Chip>
          <CategoryName category={group.category} />
        </Chip>
        <NextGroups id={group.id} />
        <Close />
        {marks}
      </div>
      <h2 className="mono break">{group.code === null ? 'no code' : <Captured text={group.code} />}</h2>
      {group.message !== null && (
        <p className="muted clamp">
          <Captured text={group.message} />
        </p>
      )}
      <p className="sm muted break">
        {group.operation !== null && (
          <code>
            <Captured text={group.operation} />
          </code>
        )}{' '}
        on <Captured text={group.server} /> {newest !== undefined && <Captured text={newest} />}
      </p>
      <p>
        {SERVER_OWNER_ACTS.has(group.category) ? (
          <>
            <b>Fix in the server.</b> <span className="muted">Clients: {group.guidance}.</span>
          </>
        ) : (
          <>
            <b>Fix in the client:</b> <span className="muted">{group.guidance}.</span>
          </>
        )}
      </p>
      {!group.registered && group.code !== null && group.dialect === 'mcp-aql' && (
        <p className="sm muted">This code is not in the MCP-AQL registry.</p>
      )}
      {group.state === 'muted' && <MuteEnd group={group} />}
      {group.resolved_in !== null && (
        <p className="sm muted">
          Resolved in <Captured text={group.resolved_in} />.
        </p>
      )}
      <GroupActions groups={[group]} newest={newest} keys />
    </section>
  );
}

/** When a muted group will be open again. */
function MuteEnd({ group: { muted_until, muted_until_count } }: { group: ErrorGroupDetail }) {
  const zone = useZone();
  return (
    <p className="sm muted">
      {muted_until !== null
        ? `Reopens on ${dateTime(muted_until, zone)} ${zoneName(zone)}.`
        : muted_until_count !== null
          ? `Reopens after ${counted(muted_until_count, 'more failure')}.`
          : 'Muted until somebody reopens it.'}
    </p>
  );
}

function Close() {
  return <IconLink className="no-print" to={{ to: '/errors', search: true }} name="Close" Sign={X} />;
}

/** Links to the previous and next group in the list. */
function NextGroups({ id }: { id: string }) {
  const { groups } = useGroups();
  return (
    <span className="row end no-print">
      <Neighbours
        what="group"
        items={groups}
        at={groups.findIndex((group) => group.id === id)}
        to={(group) => ({ to: '/errors/$group', params: { group: group.id }, search: true })}
      />
    </span>
  );
}
