import { entry } from '../../collections/entry.ts';
import { canonical } from '../../json/equality.ts';
import { isObject } from '../../json/value.ts';
import { MARKER } from '../../secrets.ts';
import { warned } from '../examples.ts';
import type { Rule, Scene } from '../rule.ts';
import { quoted } from '../show.ts';

/** Indexes of the warnings of each code. */
function byCode(warnings: readonly unknown[]): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>();
  for (const [index, warning] of warnings.entries()) {
    const code = isObject(warning) ? warning.code : undefined;
    if (typeof code !== 'string' || code === '') continue;
    entry(positions, code, () => []).push(index);
  }
  return positions;
}

function judge(code: string, positions: readonly number[], warnings: readonly unknown[], scene: Scene): void {
  const seen = new Map<string, number>();
  for (const index of positions) {
    const warning = warnings[index];
    const details = canonical(isObject(warning) ? warning.details : undefined);
    // Different secrets are equal once they are redacted.
    if (details.includes(MARKER)) continue;
    const first = seen.get(details);
    if (first === undefined) seen.set(details, index);
    else scene.breach(`/warnings/${index}`, `The warning repeats ${quoted(code)} at /warnings/${first}.`);
  }
}

export const rule: Rule = {
  id: 'WRN-07',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'Warnings are not repeated',
  condition: 'Two warnings have the same code and deeply equal details. Messages and key order are ignored.',
  reason: 'Duplicates crowd out other warnings; one warning with an `occurrence_count` says as much.',
  source: 'docs/features/warnings.md 6.5-1',
  pointer: '/warnings/N',
  whole: true,
  inSeeds: true,
  good: [
    {
      exchange: warned(
        { code: 'PERFORMANCE_X', message: 'm', details: { a: 1 } },
        { code: 'PERFORMANCE_X', message: 'm', details: { a: 2 } },
      ),
    },
  ],
  bad: [
    {
      exchange: warned(
        { code: 'PERFORMANCE_X', message: 'm', details: { a: 1, b: 2 } },
        { code: 'PERFORMANCE_X', message: 'other words', details: { b: 2, a: 1 } },
      ),
      pointer: '/warnings/1',
    },
  ],
  check: {
    warnings(warnings, scene) {
      if (warnings.length < 2) return;
      for (const [code, positions] of byCode(warnings)) {
        if (positions.length > 1) judge(code, positions, warnings, scene);
      }
    },
  },
};
