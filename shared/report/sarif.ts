import { digest } from '../digest.ts';
import { CATALOGUE, RULE_IDS } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import type { Unreadable } from '../unreadable.ts';
import type { Level } from '../verdict.ts';
import { anyIndex, placeOf, type Reported, type Subject } from './reported.ts';

const LEVEL: Readonly<Record<Level, 'error' | 'warning' | 'note'>> = {
  must: 'error',
  should: 'warning',
  info: 'note',
};

/** Notifications stand after the results, so that they are held; more than this are only counted. */
const MOST_NOTIFICATIONS = 1_000;

/**
 * A SARIF 2.1.0 log, written piece by piece: `start`, then `result` for each violation, then `end`; together they are
 * one JSON document. A violation that a baseline holds is suppressed, not left out. Where there is a baseline, every
 * result says how it stands to it (3.27.24, 3.27.23: of all results or of none).
 */
export class Sarif {
  readonly #subject: Subject;
  readonly #unreadable: Unreadable[] = [];
  #results = 0;
  #further = 0;

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
    const { rule, level, message, server, tool, operation, code, pointer, count, known = false } = reported;
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
        'mailroom/v1': digest(
          JSON.stringify([server, tool, operation, code, rule, pointer && anyIndex(pointer)]),
        ),
      },
      ...(count === undefined ? {} : { occurrenceCount: count }),
      ...(this.#subject.hasBaseline && {
        baselineState: known ? 'unchanged' : 'new',
        suppressions: known ? [{ kind: 'external' }] : [],
      }),
      properties: { server, tool: tool ?? null, operation: operation ?? null, pointer: pointer ?? null },
    };
    return `${this.#results++ === 0 ? '' : ',\n'}${json(result)}`;
  }

  /** Told at the end; the run was no success then. */
  unreadable(line: Unreadable): void {
    if (this.#unreadable.length < MOST_NOTIFICATIONS) this.#unreadable.push(line);
    else this.#further += 1;
  }

  end(): string {
    const notifications = this.#unreadable.map(({ line, reason }) => ({
      level: 'error',
      message: { text: `Line ${line} could not be read: ${reason}` },
      locations: this.#physical([line]).map((physicalLocation) => ({ physicalLocation })),
    }));
    const further = { level: 'error', message: { text: `${this.#further} further lines could not be read` } };
    const invocation = {
      executionSuccessful: notifications.length === 0,
      toolExecutionNotifications: this.#further === 0 ? notifications : [...notifications, further],
      ruleConfigurationOverrides: [...this.#subject.settings].map(([id, level]) => ({
        descriptor: { id, index: RULE_IDS.indexOf(id) },
        configuration: level === 'off' ? { enabled: false } : { level: LEVEL[level] },
      })),
    };
    return `],"invocations":[${json(invocation)}]}]}\n`;
  }

  #locations(reported: Reported) {
    const logicalLocations = [{ fullyQualifiedName: placeOf(reported), kind: 'member' }];
    const places = this.#physical(reported.lines);
    if (places.length === 0) return [{ logicalLocations }];
    return places.map((physicalLocation) => ({ physicalLocation, logicalLocations }));
  }

  #physical(lines: readonly number[]) {
    const { file } = this.#subject;
    if (file === null) return [];
    const artifactLocation = { uri: file };
    if (lines.length === 0) return [{ artifactLocation }];
    return lines.map((startLine) => ({ artifactLocation, region: { startLine } }));
  }
}

/** Half a character, which JSON can hold only as an escape, is beyond several readers: U+FFFD stands for it. */
function json(value: object): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'string' ? member.replace(/\p{Cs}/gu, '\ufffd') : member,
  );
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
