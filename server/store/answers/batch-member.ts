import type { MemberVerdict, Verdict } from '../../../shared/verdict.ts';

/** What of a batch's violations is of one member: those at its place in the envelope, or below it. */
export function violationsOf(
  { violations }: Verdict,
  { pointer: place }: Pick<MemberVerdict, 'pointer'>,
): Verdict['violations'] {
  return violations.filter(
    ({ in: where, pointer }) =>
      where === 'envelope' && (pointer === place || pointer.startsWith(`${place}/`)),
  );
}

/** The part of a batch's verdict that speaks of one member; pointers stay those of the batch. */
export function memberVerdict(batch: Verdict, member: MemberVerdict): Verdict {
  const { index: _, pointer: __, ...own } = member;
  return { ...batch, ...own, violations: [...violationsOf(batch, member)], members: [] };
}
