import { Link } from '@tanstack/react-router';
import { SEVERITY_WORDS } from '../../../shared/severity.ts';
import type { Verdict, Violation, Warning } from '../../../shared/verdict.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { Captured } from '../captured.tsx';
import type { JsonMark } from '../json/json-line.tsx';
import { LEVEL_MARKS, SEVERITY_TONES } from '../looks.ts';
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
        <Link to="/rules/$id" params={{ id: violation.rule }} search={sharedFilter}>
          {violation.rule}
        </Link>
      </>
    ),
  };
}

/** A warning and its pointer in the envelope of the response. */
export interface PlacedWarning {
  readonly warning: Warning;
  readonly pointer: string;
}

/** Warnings of a response at a place in the envelope, and of the members of its batch. */
export function placedWarnings({ warnings, members }: Verdict, pointer: string): PlacedWarning[] {
  return [{ pointer, warnings }, ...members].flatMap((said) =>
    said.warnings.map((warning) => ({ warning, pointer: `${said.pointer}/warnings/${warning.index}/code` })),
  );
}

function warningMark({ warning, pointer }: PlacedWarning, at: number): JsonMark {
  const word = SEVERITY_WORDS[warning.severity];
  const says = warningSays(warning, at);
  return {
    key: `warning ${pointer}`,
    pointer,
    icon: word,
    tone: SEVERITY_TONES[warning.severity],
    label: `warning, ${word}`,
    note: `warning, ${word}${says === '' ? '' : `, ${says}`}`,
  };
}

/** Marks on the envelope: its violations and warnings. */
export function envelopeMarks(
  { violations }: Verdict,
  warnings: readonly PlacedWarning[],
  at: number,
): JsonMark[] {
  return [
    ...violations.filter((one) => one.in === 'envelope').map((one) => violationMark(one, one.pointer)),
    ...warnings.map((placed) => warningMark(placed, at)),
  ];
}

/** Marks on the whole capture: every violation, those of an embedded envelope at the string containing it. */
export function wholeMarks(verdict: Verdict, places: Places): JsonMark[] {
  return verdict.violations.map((one) => violationMark(one, pointerInWhole(places, one)));
}
