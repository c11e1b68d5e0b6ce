import { createHmac, randomBytes } from 'node:crypto';
import { judge } from '../../shared/inspect.ts';
import { read } from '../../shared/read.ts';
import { redactor, withoutSecretsIn } from '../../shared/redact.ts';
import { atLeast, type Reported } from '../../shared/report/reported.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import { type Finding, foldAcross } from '../../shared/sessions/fold.ts';
import { Memory } from '../../shared/sessions/memory.ts';
import type { Unreadable } from '../../shared/unreadable.ts';
import { LEVELS, type Level, type Verdict } from '../../shared/verdict.ts';
import { type Recorded, Recording } from '../capture/recording.ts';
import { programVersion } from '../version.ts';
import { type Command, CommandError } from './command.ts';
import { config, readConfigFile } from './config-file.ts';
import { choice, server, text, toggle } from './flags.ts';
import { Baseline, readBaseline, refuseToReplace } from './lint/baseline.ts';
import type { Reporter } from './lint/reporter.ts';
import { FORMATS, REPORTERS } from './lint/reporters.ts';
import { Output } from './output.ts';
import { paintFor } from './paint.ts';
import { Progress } from './progress.ts';
import { chunksOf, nameOf, serverOf, sizeOf } from './source.ts';
import { tell } from './tell.ts';
import { count } from './words.ts';

const format = choice('format', 'F', {
  words: FORMATS,
  absent: undefined,
  shown: 'stylish on a terminal, else ndjson',
  summary: 'what is printed',
});

const failLevel = choice('fail-level', 'LEVEL', {
  words: [...LEVELS, 'never'],
  absent: 'must',
  summary: 'least level of a violation that makes the exit code 1',
});

const baseline = text('baseline', 'FILE', {
  summary: 'violations that are tolerated',
  absent: undefined,
});

const updateBaseline = toggle(
  'update-baseline',
  'writes the violations found to the --baseline file; exit code 0',
);

export const lint: Command = {
  description: `Reads a line at a time: captures, a traffic log {"ts", "dir", "server", "msg"}, JSON-RPC messages, or bare envelopes;
a file that is one JSON array is read as its elements. Lines that name no server are of --server, or of the file's name:
give --server where that holds a date, since a baseline tells servers apart. Exit code 0: nothing at or above the fail level; 1: something; 2: wrong usage, lines that could not be read, or a report that could not be written.`,
  operands: { shown: 'FILE|-', least: 1, most: 1 },
  flags: [server, format, failLevel, baseline, updateBaseline, config],
  async run(input) {
    const update = input.get(updateBaseline);
    const baselineFile = input.get(baseline);
    const path = input.operands[0] ?? '-';
    const tolerated = toleratedBy(baselineFile, update, path);
    const { rules, secretKeys } = readConfigFile(input.get(config));

    const progress = new Progress();
    const whole = sizeOf([path]);
    let bytes = 0;
    const chunks = chunksOf(path, (more) => {
      bytes += more;
      progress.at(bytes, whole, () => count(run.responses, 'response'));
    });
    const recording = new Recording(input.get(server) ?? serverOf(path), (unreadable) => {
      progress.clear();
      tell(`${nameOf(path)}:${unreadable.line}: ${unreadable.reason}`);
      output.add(run.unreadable(unreadable));
    });
    const reporter = REPORTERS[input.get(format) ?? (process.stdout.isTTY ? 'stylish' : 'ndjson')](
      {
        file: path === '-' ? null : path,
        failLevel: input.get(failLevel),
        settings: rules,
        hasBaseline: tolerated !== undefined,
        hasLines: () => !recording.isArray,
        version: programVersion(),
      },
      paintFor(process.stdout),
    );
    const run = new Run(reporter, tolerated, rules, redactor(secretKeys));
    const output = new Output();

    output.add(reporter.start?.() ?? '');
    const flush = async () => {
      // On a terminal both are one screen.
      if (process.stdout.isTTY) progress.clear();
      await output.flush();
    };
    for await (const responses of recording.read(chunks)) {
      for (const response of responses) {
        output.add(run.response(response));
        if (output.full) await flush();
      }
      await flush();
    }
    progress.clear();
    output.add(run.end());
    await flush();

    const say = (text: string) => tell(`mailroom lint: ${text}`);
    for (const note of run.notes(recording.unpaired)) say(note);
    if (tolerated !== undefined && baselineFile !== undefined && update) {
      if (!run.judgedAll)
        throw new CommandError(`${baselineFile} is left as it is: not everything was judged`);
      say(`${count(tolerated.write(baselineFile), 'known violation')} written to ${baselineFile}`);
    } else if (tolerated !== undefined && tolerated.healed > 0) {
      say(
        `${count(tolerated.healed, 'entry')} of the baseline not seen; --update-baseline drops what is healed`,
      );
    }
    return run.exitCode(update ? 'never' : input.get(failLevel));
  },
};

/** The violations of a baseline, or room for those of a new one. Throws CommandError. */
function toleratedBy(file: string | undefined, update: boolean, recording: string): Baseline | undefined {
  if (file === undefined) {
    if (update) throw new CommandError('--update-baseline needs --baseline FILE');
    return undefined;
  }
  if (!update) return readBaseline(file);
  refuseToReplace(file, recording);
  return new Baseline();
}

/** Findings across responses come after the responses, so they are held; more than this are only counted. */
const MOST_FINDINGS = 10_000;

/** One pass over a recording. */
class Run {
  responses = 0;
  #unreadable = 0;
  readonly #reporter: Reporter;
  readonly #baseline: Baseline | undefined;
  readonly #rules: RuleSettings;
  readonly #redact: ReturnType<typeof redactor>;
  readonly #memory = new Memory();
  readonly #across: Finding[] = [];
  #left = 0;
  #known = 0;
  readonly #byLevel = { must: 0, should: 0, info: 0 };
  readonly #hash = tokenHash();

  constructor(
    reporter: Reporter,
    baseline: Baseline | undefined,
    rules: RuleSettings,
    redact: ReturnType<typeof redactor>,
  ) {
    this.#reporter = reporter;
    this.#baseline = baseline;
    this.#rules = rules;
    this.#redact = redact;
  }

  response({ line, server, exchange }: Recorded): string {
    this.responses += 1;
    const reading = read(exchange);
    const judged = judge(reading, this.#rules);
    const verdict = judged.violations.length === 0 ? judged : withoutSecretsIn(judged, this.#redact);
    const findings = foldAcross(
      this.#memory,
      { server, ref: line, at: exchange.observedAt, reading, hash: this.#hash },
      this.#rules,
    );
    for (const finding of findings) {
      if (this.#across.length < MOST_FINDINGS) this.#across.push(finding);
      else this.#left += 1;
    }
    const reported = verdict.violations.map((violation) =>
      this.#report({ ...violation, ...placeIn(verdict), server, lines: [line] }),
    );
    return this.#reporter.response({ line, server, verdict, reported });
  }

  unreadable(line: Unreadable): string {
    this.#unreadable += 1;
    return this.#reporter.unreadable?.(line) ?? '';
  }

  /** False where nothing was judged, or not every line: what was not seen is not healed then. */
  get judgedAll(): boolean {
    return this.responses > 0 && this.#unreadable === 0;
  }

  end(): string {
    const across = this.#across.map((finding) => {
      const lines = finding.responses.filter((ref) => typeof ref === 'number');
      const reported = this.#report({ ...finding, lines });
      return this.#reporter.across({ finding, reported });
    });
    return (
      across.join('') +
      this.#reporter.end({
        responses: this.responses,
        byLevel: this.#byLevel,
        known: this.#known,
        unreadable: this.#unreadable,
      })
    );
  }

  /** What was not judged, and why. */
  notes(unpaired: number): string[] {
    const { forgotten } = this.#memory;
    return [
      ...(this.responses + this.#unreadable === 0 ? ['no response was found, so nothing was judged'] : []),
      ...(unpaired > 0 ? [`${count(unpaired, 'reply')} without a request here, so not judged`] : []),
      ...(forgotten > 0
        ? [`${count(forgotten, 'condition')} forgotten: rules across responses may have missed some`]
        : []),
      ...(this.#left > 0 ? [`${count(this.#left, 'further finding')} across responses left out`] : []),
    ];
  }

  exitCode(failLevel: Level | 'never'): 0 | 1 | 2 {
    if (this.#unreadable > 0) return 2;
    if (failLevel === 'never') return 0;
    return LEVELS.some((level) => atLeast(level, failLevel) && this.#byLevel[level] > 0) ? 1 : 0;
  }

  #report(reported: Reported): Reported {
    const known = this.#baseline?.holds(reported) ?? false;
    if (known) this.#known += 1;
    else this.#byLevel[reported.level] += 1;
    return known ? { ...reported, known } : reported;
  }
}

function placeIn({ tool, operation, code }: Verdict) {
  return { tool, operation, code };
}

/** Tells tokens apart within one run, and in no other. */
function tokenHash(): (token: string) => string {
  const key = randomBytes(32);
  return (token) => createHmac('sha256', key).update(token).digest('base64url');
}
