import { digest } from '../digest.ts';
import { CATALOGUE, RULE_IDS } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import type { Level } from '../verdict.ts';
import { placeOf, type Reported, type Subject } from './reported.ts';

const LEVEL: Readonly<Record<Level, 'error' | 'warning' | 'note'>> = {
  must: 'error',
  should: 'warning',
  info: 'note',
};

/**
 * A SARIF 2.1.0 log, written piece by piece: `start`, then `result` for each violation, then `end`; together they are
 * one JSON document. A violation that a baseline holds is suppressed, not left out.
 */
export class Sarif {
  readonly #subject: Subject;
  #results = 0;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  start(): string {
    const { name, version } = this.#subject.tool;
    const driver = { name, version, semanticVersion: version, rules: CATALOGUE.map(descriptor) };
    return (
      '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{' +
      `"tool":${JSON.stringify({ driver })},"columnKind":"utf16CodeUnits","results":[`
    );
  }

  result(reported: Reported): string {
    const { rule, level, message, server, tool, operation, code, pointer, count, known } = reported;
    const result = {
      ruleId: rule,
      ruleIndex: RULE_IDS.indexOf(rule),
      level: LEVEL[level],
      message: {
        text:
          pointer === undefined ? message : `${message} (${placeOf(reported)}, at ${pointer || 'the root'})`,
      },
      locations: this.#locations(reported),
      partialFingerprints: {
        'mailroom/v1': digest(JSON.stringify([server, tool, operation, code, rule, pointer])),
      },
      ...(count === undefined ? {} : { occurrenceCount: count }),
      ...(known === true ? { baselineState: 'unchanged', suppressions: [{ kind: 'external' }] } : {}),
      properties: { server, tool: tool ?? null, operation: operation ?? null, pointer: pointer ?? null },
    };
    return `${this.#results++ === 0 ? '' : ',\n'}${JSON.stringify(result)}`;
  }

  /** `complete`: everything could be read. */
  end(complete: boolean): string {
    return `],"invocations":[{"executionSuccessful":${complete}}]}]}\n`;
  }

  #locations(reported: Reported) {
    const logicalLocations = [{ fullyQualifiedName: placeOf(reported), kind: 'member' }];
    const { file } = this.#subject;
    if (file === null) return [{ logicalLocations }];
    const artifactLocation = { uri: file };
    if (reported.lines.length === 0) return [{ physicalLocation: { artifactLocation }, logicalLocations }];
    return reported.lines.map((startLine) => ({
      physicalLocation: { artifactLocation, region: { startLine } },
      logicalLocations,
    }));
  }
}

function descriptor(rule: Rule) {
  return {
    id: rule.id,
    shortDescription: { text: rule.title },
    fullDescription: { text: rule.condition },
    help: {
      text: `${rule.reason} Clause: ${rule.source}`,
      markdown: `${rule.reason}\n\nClause: ${rule.source}`,
    },
    defaultConfiguration: { level: LEVEL[rule.level] },
    properties: { level: rule.level, dialects: rule.dialects, tags: rule.dialects },
  };
}
