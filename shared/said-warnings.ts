import type { Verdict, Warning } from './verdict.ts';

/** A warning that a response counts for. */
export interface SaidWarning {
  readonly warning: Warning;
  /** The operation that it came with: that of its batch member, if it has one. */
  readonly operation: string | null;
}

/**
 * Warnings of a response, in the order sent: its own, then those of its batch's members. A condition that the
 * batch itself reports is not counted again for its members, since repeated warnings of a response are to be
 * collapsed into one (warnings.md 6.5).
 */
export function saidWarnings({ warnings, operation, members }: Verdict): readonly SaidWarning[] {
  const said = warnings.map((warning) => ({ warning, operation }));
  if (members.length === 0) return said;
  const reported = new Set(warnings.flatMap(({ condition }) => condition ?? []));
  for (const member of members)
    for (const warning of member.warnings)
      if (warning.condition === null || !reported.has(warning.condition))
        said.push({ warning, operation: member.operation ?? operation });
  return said;
}
