/** States of an error group; it regresses to `open` by itself. Stored by position: add at the end only. */
export const GROUP_STATES = ['open', 'acknowledged', 'resolved', 'muted'] as const;
export type GroupState = (typeof GROUP_STATES)[number];

/** The author recorded for changes that a group makes by itself. */
export const SYSTEM = 'system';

/** Orders of the list of groups, most first. */
export const GROUP_SORTS = ['count', 'last_seen', 'first_seen'] as const;
