import type { ErrorGroup } from '../../shared/api/error-groups.ts';
import type { Quota } from '../../shared/api/quotas.ts';
import type { GroupState } from '../../shared/group-state.ts';
import type { Level, Outcome } from '../../shared/verdict.ts';

export type MarkName =
  | 'high'
  | 'medium'
  | 'low'
  | 'tick'
  | 'cross'
  | 'dashes'
  | 'regressed'
  | 'new'
  | 'open'
  | 'acknowledged'
  | 'muted'
  | 'waiting'
  | 'fading'
  | 'quiet';

export type Tone = 'bad' | 'warn' | 'ok' | 'low' | 'accent' | 'muted';

/** What a state looks like: mark, colour and word. */
export interface StateLook {
  readonly name: MarkName;
  readonly tone: Tone;
  readonly word: string;
}

/** By the severity's number. */
export const SEVERITY_MARKS = [
  { name: 'high', tone: 'bad', word: 'high' },
  { name: 'medium', tone: 'warn', word: 'medium' },
  { name: 'low', tone: 'low', word: 'low' },
] as const satisfies readonly StateLook[];

export const LEVEL_MARKS = {
  must: { name: 'high', tone: 'bad', word: 'MUST' },
  should: { name: 'medium', tone: 'warn', word: 'SHOULD' },
  info: { name: 'low', tone: 'low', word: 'INFO' },
} as const satisfies Record<Level, StateLook>;

export const OUTCOME_MARKS: Readonly<Record<Outcome, StateLook>> = {
  success: { name: 'tick', tone: 'muted', word: 'Success' },
  failure: { name: 'cross', tone: 'bad', word: 'Failure' },
  unknown: { name: 'dashes', tone: 'muted', word: 'Unknown' },
};

export const QUOTA_MARKS: Readonly<Record<Quota['state'], StateLook>> = {
  ok: { name: 'tick', tone: 'ok', word: 'OK' },
  warn: { name: 'medium', tone: 'warn', word: 'Warning' },
  pause: { name: 'high', tone: 'bad', word: 'Paused' },
  hard_stop: { name: 'high', tone: 'bad', word: 'Stopped' },
};

export const GROUP_MARKS: Readonly<Record<GroupState | 'regressed' | 'new', StateLook>> = {
  regressed: { name: 'regressed', tone: 'bad', word: 'Regressed' },
  new: { name: 'new', tone: 'accent', word: 'New' },
  open: { name: 'open', tone: 'muted', word: 'Open' },
  acknowledged: { name: 'acknowledged', tone: 'muted', word: 'Acknowledged' },
  muted: { name: 'muted', tone: 'muted', word: 'Muted' },
  resolved: { name: 'tick', tone: 'ok', word: 'Resolved' },
};

export type Group = Pick<ErrorGroup, 'state' | 'regressed' | 'new'>;

/** What an error group looks like: what happened to an open one takes precedence over its state. */
export function groupLook({ state, regressed, new: isNew }: Group): StateLook {
  if (state !== 'open') return GROUP_MARKS[state];
  return GROUP_MARKS[regressed ? 'regressed' : isNew ? 'new' : 'open'];
}
