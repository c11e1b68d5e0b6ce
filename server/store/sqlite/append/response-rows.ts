import { saidWarnings } from '../../../../shared/said-warnings.ts';
import { OUTCOMES } from '../../../../shared/verdict.ts';
import { violationsByMember } from '../../answers/batch-member.ts';
import { countedFailure } from '../../answers/counted.ts';
import { durationOf, levelsOf } from '../../answers/listed.ts';
import type { ResponseRecord } from '../../record.ts';
import { failureKind, type RecordFindings, type RecordIds } from '../cells/counting.ts';
import { numberOf } from '../file/words.ts';
import type { Dictionaries } from '../rows/dictionaries.ts';
import { PLACES, type RowColumns } from '../rows/insert.ts';
import { ALONE } from '../rows/payloads.ts';
import type { Keyed, Vacancy } from '../upkeep/withdrawal.ts';

/** The row of a response of a session, if any, that is written in a place. */
export function rowOf(
  dictionaries: Dictionaries,
  record: ResponseRecord,
  ids: RecordIds,
  { failures }: RecordFindings,
  { key, shift, quarantined, lodging, capture }: Omit<Vacancy, 'members' | 'groups'>,
  session: number | null,
): RowColumns {
  const { verdict } = record;
  return {
    key,
    shift,
    place: quarantined ? PLACES.quarantined : PLACES.response,
    operation: ids.operation,
    outcome: ids.outcome,
    fault: dictionaries.fault(ids.server, verdict.category, verdict.code),
    failure: failureKind(failures, null),
    parent: null,
    position: null,
    duration: durationOf(record),
    said: verdict,
    warnings: saidWarnings(verdict).map(({ warning }) => warning),
    levels: levelsOf(verdict.violations),
    members: verdict.members.length,
    lodging,
    session,
    capture,
  };
}

/** The rows of the members of its batch, each in the place that `placeOf` gives it, in this order. */
export function memberRowsOf(
  dictionaries: Dictionaries,
  { verdict }: ResponseRecord,
  { server }: RecordIds,
  { failures }: RecordFindings,
  parent: RowColumns,
  placeOf: (index: number) => Keyed,
): readonly RowColumns[] {
  const broken = violationsByMember(verdict);
  return verdict.members.map((member, i) => {
    const { key, shift } = placeOf(i);
    const failure = failureKind(failures, i);
    const { operation } = failure === null ? member : countedFailure(verdict, i);
    return {
      key,
      shift,
      place: parent.place === PLACES.quarantined ? PLACES.quarantined : PLACES.member,
      operation: dictionaries.operation(server, operation),
      outcome: numberOf(OUTCOMES, member.outcome),
      fault: dictionaries.fault(server, member.category, member.code),
      failure,
      parent: parent.key,
      position: member.index,
      duration: null,
      said: member,
      warnings: member.warnings,
      levels: levelsOf(broken.get(member.pointer) ?? []),
      members: 0,
      lodging: ALONE,
      session: null,
      capture: null,
    };
  });
}
