import { rpcCodeIn } from './prose.ts';
import { templateOf } from './template.ts';
import { shortened } from './text/digest.ts';
import type { MemberVerdict, Verdict } from './verdict.ts';

/**
 * Incremented when equal keys would mean other failures than before, so that old groups are not mixed with new ones. All
 * groups then lose their state, so not for a message that only gets another template, and with it another key.
 */
const FINGERPRINT_VERSION = 1;

/** The error group of one failure. */
export interface Grouped {
  /** Position in `verdict.members`; null for the response itself. */
  readonly member: number | null;
  /** Versioned grouping key: equal keys are one group. At most about 800 characters. */
  readonly key: string;
  /** The message without what changes from one occurrence to the next; null if there is no message. */
  readonly template: string | null;
}

/** The error groups that a response counts for: of its own failure, then of its members'. */
export function groupsOf(server: string, verdict: Verdict): readonly Grouped[] {
  const groups: Grouped[] = [];
  if (verdict.category !== null) groups.push(grouped(server, verdict, verdict.operation, null));
  for (const [position, member] of verdict.members.entries()) {
    if (member.category === null) continue;
    groups.push(grouped(server, member, member.operation ?? verdict.operation, position));
  }
  return groups;
}

type Failed = Pick<MemberVerdict, 'code' | 'category' | 'message'>;

/** What the SDK for Go and Effect send as the JSON-RPC code of an error that has none, whatever went wrong. */
const NO_CODE = '0';

function grouped(server: string, failed: Failed, operation: string | null, member: number | null): Grouped {
  const { category, message } = failed;
  const template = message === null ? null : templateOf(message);
  const code = failed.code ?? (message === null ? undefined : rpcCodeIn(message));
  const what = code === undefined || code === NO_CODE ? [category, template] : [shortened(code)];
  const key = JSON.stringify([
    FINGERPRINT_VERSION,
    server,
    operation === null ? null : shortened(operation),
    ...what,
  ]);
  return { member, key, template };
}
