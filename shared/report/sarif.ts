import { CATALOGUE, RULE_IDS } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import type { RuleSettings } from '../rules/settings.ts';
import { digest } from '../text/digest.ts';
import type { Unreadable } from '../unreadable.ts';
import type { Level } from '../verdict.ts';
import { anyIndex, placeOf, type Reported } from './reported.ts';

const LEVEL: Readonly<Record<Level, 'error' | 'warning' | 'note'>> = {
  must: 'error',
  should: 'warning',
  info: 'note',
};

/** Notifications come after the results, so they are buffered; more than this are only counted. */
const MOST_NOTIFICATIONS = 1_000;

/** What made the log, and how. */
interface SarifOptions {
  /** Of Mailroom. */
  readonly version: string;
  readonly settings: RuleSettings;
  /** Whether violations are compared with a baseline. */
  readonly hasBaseline: boolean;
}

/** Something that could not be read. */
interface Notification {
  readonly text: string;
  readonly file: string | undefined;
  readonly lines: readonly number[];
}

/**
 * A SARIF 2.1.0 log, written piece by piece: `start`, then `result` for each violation, then `end`; together they are
 * one JSON document. Files are named by URI, absolute or relative. A violation in the baseline is suppressed, not
 * omitted. With a baseline, every result has its state relative to it (3.27.24, 3.27.23: all results or
 * none).
 */
export class Sarif {
  readonly #options: SarifOptions;
  readonly #notifications: Notification[] = [];
  #results = 0;
  #further = 0;

  constructor(options: SarifOptions) {
    this.#options = options;
  }

  start(): string {
    const { version } = this.#options;
    const driver = { name: 'mailroom', version, semanticVersion: version, rules: CATALOGUE.map(descriptor) };
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
        text: literal(
          pointer === undefined ? message : `${message} (${placeOf(reported)}, at ${pointer || 'the root'})`,
        ),
      },
      ...places(reported),
      partialFingerprints: {
        'mailroom/v1': digest(
          JSON.stringify([server, tool, operation, code, rule, pointer && anyIndex(pointer)]),
        ),
      },
      ...(count === undefined ? {} : { occurrenceCount: count }),
      ...(this.#options.hasBaseline && {
        baselineState: known ? 'unchanged' : 'new',
        suppressions: known ? [{ kind: 'external' }] : [],
      }),
      properties: { server, tool: tool ?? null, operation: operation ?? null, pointer: pointer ?? null },
    };
    return `${this.#results++ === 0 ? '' : ',\n'}${json(result)}`;
  }

  /** Reported at the end; the run then counts as unsuccessful. `isLine` says whether `line` is one of the file. */
  unreadable({ line, reason, file }: Unreadable, isLine: boolean): void {
    const text = `Line ${line} could not be read: ${reason}`;
    if (this.#notifications.length < MOST_NOTIFICATIONS)
      this.#notifications.push({ text, file, lines: isLine ? [line] : [] });
    else this.#further += 1;
  }

  /** A file that could not be read, or not to its end. Reported at the end, too. */
  failed(text: string, file: string): void {
    this.#notifications.push({ text, file, lines: [] });
  }

  end(): string {
    const notifications = this.#notifications.map(({ text, file, lines }) => ({
      level: 'error',
      message: { text: literal(text) },
      locations: physical(file, lines).map((physicalLocation) => ({ physicalLocation })),
    }));
    const further = { level: 'error', message: { text: `${this.#further} more lines could not be read` } };
    const invocation = {
      executionSuccessful: notifications.length === 0,
      toolExecutionNotifications: this.#further === 0 ? notifications : [...notifications, further],
      ruleConfigurationOverrides: [...this.#options.settings].map(([id, level]) => ({
        descriptor: { id, index: RULE_IDS.indexOf(id) },
        configuration: level === 'off' ? { enabled: false } : { level: LEVEL[level] },
      })),
    };
    return `],"invocations":[${json(invocation)}]}]}\n`;
  }
}

/** A result is at the newest of its responses: code hosts show only the first location. The others are related (3.27.12, 3.27.22). */
function places(reported: Reported) {
  const logicalLocations = [{ fullyQualifiedName: placeOf(reported), kind: 'member' }];
  const [newest, ...earlier] = physical(reported.file, reported.lines.toReversed());
  return {
    locations: [newest === undefined ? { logicalLocations } : { physicalLocation: newest, logicalLocations }],
    ...(earlier.length > 0 && {
      relatedLocations: earlier.map((physicalLocation) => ({ physicalLocation })),
    }),
  };
}

function physical(uri: string | undefined, lines: readonly number[]) {
  if (uri === undefined) return [];
  const artifactLocation = { uri };
  if (lines.length === 0) return [{ artifactLocation }];
  return lines.map((startLine) => ({ artifactLocation, region: { startLine } }));
}

/**
 * Text of a message in which nothing stands for something else: braces are doubled, which otherwise enclose the number of an
 * argument (3.11.5), and the brackets of what looks like a link (3.11.6), which a server may have chosen, are escaped.
 */
function literal(text: string): string {
  return text.replace(/[{}]/g, '$&$&').replace(/\[([^[\]]*)\](?=\()/g, '\\[$1\\]');
}

/** Several readers cannot handle a lone surrogate, which JSON can contain only as an escape: U+FFFD replaces it. */
function json(value: object): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'string' ? member.toWellFormed() : member,
  );
}

function descriptor(rule: Rule) {
  return {
    id: rule.id,
    shortDescription: { text: literal(rule.title) },
    fullDescription: { text: literal(rule.condition) },
    help: {
      text: literal(`${rule.reason} Clause: ${rule.source}`),
      markdown: literal(`${rule.reason}\n\nClause: ${rule.source}`),
    },
    defaultConfiguration: { level: LEVEL[rule.level] },
    properties: { level: rule.level, dialects: rule.dialects, tags: rule.dialects },
  };
}
