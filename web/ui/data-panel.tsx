import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isObject } from '../../shared/json/value.ts';
import { leavesFocus } from '../lib/focus.ts';
import { onServer } from '../lib/now.ts';
import { clockSeconds, dateTime } from '../lib/times.ts';
import { Panel, type PanelProps } from './panel.tsx';
import { Empty, Failure, Skeleton, useToldByShell } from './states.tsx';
import { ClockTime } from './time.tsx';

export type Answer<T> = UseQueryResult<T>;

interface Part<T> {
  readonly query: Answer<T>;
  /** Height of the body while there is no data, so that nothing moves when it arrives. */
  readonly height: number;
  /** Replaces the single grey block. */
  readonly skeleton?: ReactNode;
  /** What there is none of, such as `groups`; undefined if there is something. */
  readonly empty?: (data: T) => string | undefined;
  /** Whether an empty answer is good news. */
  readonly goodWhenEmpty?: boolean;
  readonly children: (data: T) => ReactNode;
}

/** The body of a question in its four states: loading, failed, empty, answered. */
export function DataBody<T>({ query, height, skeleton, empty, goodWhenEmpty, children }: Part<T>) {
  if (query.data === undefined) {
    if (query.error !== null)
      return <Failure error={query.error} retry={() => void query.refetch()} height={height} />;
    return (
      <div aria-busy="true" style={{ minHeight: height }}>
        <span className="vh">Loading</span>
        {skeleton ?? <Skeleton height={height} />}
      </div>
    );
  }
  const missing = empty?.(query.data);
  if (missing !== undefined) return <Empty what={missing} height={height} good={goodWhenEmpty} />;
  return children(query.data);
}

/** Says how old the data is if refreshing it failed. */
export function StaleMark<T>({ query }: { query: Answer<T> }) {
  const isTold = useToldByShell(query.error);
  if (query.error === null || isTold || query.data === undefined) return null;
  return (
    <button
      ref={leavesFocus}
      type="button"
      className="sm warn link"
      title={query.error.message}
      onClick={() => void query.refetch()}
    >
      as of <ClockTime at={onServer(query.dataUpdatedAt)} format={clockSeconds} />, retry
    </button>
  );
}

/**
 * Says from when on responses were counted, if a bounded scan ended before the range did. If that is true of
 * only some of the answer's `members` shown, names them.
 */
export function PartMark({ data, members = [] }: { data: unknown; members?: readonly string[] | undefined }) {
  if (!isObject(data) || data.partial !== true || !isObject(data.covered)) return null;
  const { from } = data.covered;
  const { in_part: all } = data;
  const parts = Array.isArray(all) ? members.filter((member) => all.includes(member)) : members;
  if (typeof from !== 'string' || (members.length > 0 && parts.length === 0)) return null;
  return (
    <span
      className="sm warn"
      title="No totals exist for these filters together, so the newest stored responses were counted one by one, back to this time"
    >
      {parts.length < members.length && `${parts.join(', ')} `}only since{' '}
      <ClockTime at={from} format={dateTime} />
    </span>
  );
}

/** What is there from the first paint, or once there is an answer. */
type Head<T> = ReactNode | ((data: T) => ReactNode);

export interface DataPanelProps<T> extends Part<T>, Pick<PanelProps, 'title' | 'padded'> {
  readonly note?: Head<T>;
  readonly actions?: Head<T>;
  readonly footer?: Head<T>;
  /** Members of the answer that are shown, for answers that say which were counted in part. */
  readonly members?: readonly string[];
}

/** A panel for one question. Its frame and title are there from the first paint. */
export function DataPanel<T>({ note, actions, footer, members, title, padded, ...part }: DataPanelProps<T>) {
  const { data } = part.query;
  const head = (value: Head<T> | undefined): ReactNode =>
    typeof value === 'function' ? (data === undefined ? undefined : value(data)) : value;
  const isEmpty = data !== undefined && part.empty?.(data) !== undefined;
  return (
    <Panel
      title={title}
      padded={padded}
      note={head(note)}
      footer={isEmpty ? undefined : (head(footer) ?? undefined)}
      actions={
        <>
          <PartMark data={data} members={members} />
          <StaleMark query={part.query} />
          {head(actions)}
        </>
      }
    >
      <DataBody {...part} />
    </Panel>
  );
}
