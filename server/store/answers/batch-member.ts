import type { MemberVerdict, Verdict } from '../../../shared/verdict.ts';

/** Returns a batch's violations that belong to one member: at its place in the envelope, or below. */
export function violationsOf(
  { violations }: Verdict,
  { pointer: place }: Pick<MemberVerdict, 'pointer'>,
): Verdict['violations'] {
  return violations.filter(
    ({ in: where, pointer }) =>
      where === 'envelope' && (pointer === place || pointer.startsWith(`${place}/`)),
  );
}

/** Returns a batch's verdict reduced to one member; pointers remain those of the batch. */
export function memberVerdict(batch: Verdict, member: MemberVerdict): Verdict {
  const { index: _, pointer: __, ...own } = member;
  return { ...batch, ...own, violations: [...violationsOf(batch, member)], members: [] };
}
