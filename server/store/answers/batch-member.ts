import type { MemberVerdict, Verdict, Violation } from '../../../shared/verdict.ts';

/** Violations of a batch that belong to its members, by a member's pointer: those at its place in the envelope, or below. */
export function violationsByMember({ violations, members }: Verdict): ReadonlyMap<string, Violation[]> {
  const byMember = new Map(members.map(({ pointer }): [string, Violation[]] => [pointer, []]));
  if (byMember.size === 0) return byMember;
  for (const violation of violations) {
    const { in: where, pointer } = violation;
    if (where === 'envelope')
      for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1))
        byMember.get(pointer.slice(0, end))?.push(violation);
  }
  return byMember;
}

/** Returns a batch's verdict reduced to one member; pointers remain those of the batch. */
export function memberVerdict(batch: Verdict, member: MemberVerdict): Verdict {
  const { index: _, pointer, ...own } = member;
  return { ...batch, ...own, violations: violationsByMember(batch).get(pointer) ?? [], members: [] };
}
