import { SEVERITY_WORDS } from '../severity.ts';
import { keyOf, partsOf, type SessionCheck } from './observed.ts';

/** A declared severity that differs from the newest earlier one of the same condition in the same band (warnings.md 3.2). */
export const ses01: SessionCheck = (observed, memory) =>
  partsOf(observed.reading).flatMap(({ pointer, reading }) =>
    reading.warnings.flatMap(({ index, code, severity, defaulted, condition, recommended }) => {
      if (defaulted) return [];
      const key = keyOf(1, observed, condition, recommended);
      const earlier = memory.recall(key);
      const declared = SEVERITY_WORDS[severity];
      memory.remember(key, { ref: observed.ref, value: declared, known: earlier?.known ?? [] });
      if (earlier === undefined || earlier.value === declared || earlier.ref === observed.ref) return [];
      return [
        {
          pointer: `${pointer}/warnings/${index}/severity`,
          message: `${code ?? 'The warning'} is ${declared} here and was ${earlier.value} for the same condition.`,
          responses: [earlier.ref, observed.ref],
        },
      ];
    }),
  );
