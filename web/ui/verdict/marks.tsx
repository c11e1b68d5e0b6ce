import { Link } from '@tanstack/react-router';
import type { Verdict, Violation, Warning } from '../../../shared/verdict.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { Captured } from '../captured.tsx';
import type { JsonMark } from '../json/json-line.tsx';
import type { JsonNode } from '../json/json-tree.ts';
import { LEVEL_MARKS, SEVERITY_MARKS } from '../looks.ts';
import { affectedBy } from './affected.ts';
import { type Places, pointerInWhole } from './place.ts';
import { warningSays } from './words.ts';

/** What tells the violations of one verdict apart. */
export const violationKey = ({ rule, in: where, pointer }: Pick<Violation, 'rule' | 'in' | 'pointer'>) =>
  `${rule} ${where} ${pointer}`;

function violationMark(violation: Violation, pointer: string): JsonMark {
  const { name, tone, word } = LEVEL_MARKS[violation.level];
  return {
    key: violationKey(violation),
    pointer,
    icon: name,
    tone,
    label: `${word} ${violation.rule}`,
    wavy: true,
    note: (
      <>
        <Captured text={violation.message} sentence />{' '}
        <Link className="nowrap" to="/rules/$id" params={{ id: violation.rule }} search={sharedFilter}>
          {violation.rule}
        </Link>
      </>
    ),
  };
}

/** A warning, and where it is in the envelope of the response. */
export interface PlacedWarning {
  readonly warning: Warning;
  readonly pointer: string;
  /** Pointer to the envelope that has it: of the response, or of a member of its batch. */
  readonly within: string;
}

/** Warnings of a response at a place in the envelope, and of the members of its batch. */
export function placedWarnings({ warnings, members }: Verdict, pointer: string): PlacedWarning[] {
  return [{ pointer, warnings }, ...members].flatMap((said) =>
    said.warnings.map((warning) => ({
      warning,
      pointer: `${said.pointer}/warnings/${warning.index}/code`,
      within: said.pointer,
    })),
  );
}

/** A warning's marks: on its code, and on the data that it is about. */
function warningMarks(
  { warning, pointer, within }: PlacedWarning,
  envelope: JsonNode | undefined,
  at: number,
): JsonMark[] {
  const { name, tone, word } = SEVERITY_MARKS[warning.severity];
  const says = warningSays(warning, at);
  const mark = {
    icon: name,
    tone,
    label: `warning, ${word}`,
    note: `warning, ${word}${says === '' ? '' : `, ${says}`}`,
  };
  const affected = envelope && affectedBy(warning, envelope, within);
  return [
    { ...mark, key: `warning ${pointer}`, pointer },
    ...(affected === undefined ? [] : [{ ...mark, key: `affected ${pointer}`, pointer: affected }]),
  ];
}

/** Marks on the envelope: its violations and warnings. */
export function envelopeMarks(
  { violations }: Verdict,
  warnings: readonly PlacedWarning[],
  envelope: JsonNode | undefined,
  at: number,
): JsonMark[] {
  return [
    ...violations.filter((one) => one.in === 'envelope').map((one) => violationMark(one, one.pointer)),
    ...warnings.flatMap((placed) => warningMarks(placed, envelope, at)),
  ];
}

/** Marks on the whole capture: every violation, those of an embedded envelope at the string containing it. */
export function wholeMarks(verdict: Verdict, places: Places): JsonMark[] {
  return verdict.violations.map((one) => violationMark(one, pointerInWhole(places, one)));
}
