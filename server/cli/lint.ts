import { redactor } from '../../shared/redact.ts';
import { counted, figure } from '../../shared/text/words.ts';
import { LEVELS } from '../../shared/verdict.ts';
import { Recording } from '../capture/recording.ts';
import { programVersion } from '../version.ts';
import { type Command, CommandError } from './command.ts';
import { config, readConfigFile } from './config-file.ts';
import { choice, file, server, toggle } from './flags.ts';
import { Baseline, readBaseline, refuseToWrite } from './lint/baseline.ts';
import { Report } from './lint/report.ts';
import type { Reporter } from './lint/reporter.ts';
import { FORMATS, REPORTERS } from './lint/reporters.ts';
import { Run } from './lint/run.ts';
import { Output } from './output.ts';
import { paintFor } from './paint.ts';
import { Progress } from './progress.ts';
import {
  chunksOf,
  nameOf,
  RECORDING_HELP,
  refuseTwiceStdin,
  SourceFault,
  serverOf,
  sizeOf,
} from './source.ts';
import { heard, tell } from './tell.ts';

const format = choice('format', 'F', {
  words: FORMATS,
  absent: undefined,
  shown: 'stylish on a terminal, otherwise ndjson',
  summary: 'Output format',
});

const failLevel = choice('fail-level', 'LEVEL', {
  words: [...LEVELS, 'never'],
  absent: 'must',
  summary: 'Lowest level of violation that makes the exit code 1',
});

const baseline = file('baseline', 'File of known violations to tolerate');

const updateBaseline = toggle(
  'update-baseline',
  'Write the violations found to the --baseline file and exit with 0',
);

/** Results of a SARIF run, beyond which GitHub refuses the upload. */
const MOST_UPLOADED = 25_000;

export const lint: Command = {
  description: `${RECORDING_HELP}: use
--server if file names change, such as with the date, because a baseline is kept per server. An
update changes only what it holds of servers that are in the recordings.
Each file is checked on its own: rules across responses never span files, and a file that cannot be
read does not stop the others.

Exit codes:
  0  no violation at or above the fail level
  1  at least one such violation
  2  wrong usage, lines or files that could not be read, or a report that could not be written`,
  operands: { shown: 'FILE...', least: 1, most: Number.POSITIVE_INFINITY },
  flags: [server, format, failLevel, baseline, updateBaseline, config],
  async run(input) {
    const update = input.get(updateBaseline);
    const baselineFile = input.get(baseline);
    const paths = input.operands;
    refuseTwiceStdin(paths);
    const tolerated = toleratedBy(baselineFile, update, paths);
    const { rules, secretKeys } = readConfigFile(input.get(config));
    const written = input.get(format) ?? (process.stdout.isTTY ? 'stylish' : 'ndjson');
    const reporter = REPORTERS[written](
      {
        paths,
        failLevel: input.get(failLevel),
        settings: rules,
        hasBaseline: tolerated !== undefined,
        version: programVersion(),
      },
      paintFor(process.stdout),
    );
    const report = new Report(tolerated, rules, redactor(secretKeys));
    const progress = new Progress(sizeOf(paths));
    const output = new Output(progress);
    const notes: string[] = [];

    output.add(reporter.start?.() ?? '');
    for (const path of paths) {
      for (const note of await lintFile(path, input.get(server), reporter, report, output, progress))
        notes.push(paths.length === 1 ? note : `${nameOf(path)}: ${note}`);
    }
    progress.clear();
    output.add(reporter.end(report.summary));
    await output.flush();

    if (written === 'sarif' && report.violations > MOST_UPLOADED) {
      const results = `${counted(report.violations, 'result')}, and GitHub takes ${figure(MOST_UPLOADED)} per upload`;
      notes.push(`${results}; check fewer files at once, or turn rules off in --config`);
    }
    for (const note of notes) say(note);
    if (tolerated !== undefined && baselineFile !== undefined)
      settle(tolerated, baselineFile, update, report);
    return report.exitCode(update ? 'never' : input.get(failLevel));
  },
};

function say(text: string): void {
  tell(`mailroom lint: ${text}`);
}

/** Checks one file, and writes what the report says about it. Returns notes on what was not checked. */
async function lintFile(
  path: string,
  named: string | undefined,
  reporter: Reporter,
  report: Report,
  output: Output,
  progress: Progress,
): Promise<readonly string[]> {
  const recording = new Recording(named ?? serverOf(path), (unreadable) => {
    progress.clear();
    tell(`${nameOf(path)}:${unreadable.line}: ${unreadable.reason}`);
    output.add(run.unreadable(unreadable));
  });
  const part = reporter.of(path, () => !recording.isArray);
  const run = new Run(report, part);
  const chunks = chunksOf(path, (bytes) => progress.add(bytes, () => counted(report.responses, 'response')));
  try {
    for await (const responses of recording.read(chunks)) {
      for (const response of responses) {
        output.add(run.response(response));
        if (output.full) await output.flush();
      }
      await output.flush();
      await heard();
    }
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    progress.clear();
    say(error.message);
    output.add(run.failed(error.message));
  }
  output.add(run.end());
  report.countSkipped(recording.unpaired);
  return run.notes(recording.unpaired);
}

/** Updates the baseline, or says how much of it was not found. What was not judged is not fixed. */
function settle(tolerated: Baseline, file: string, update: boolean, { isWhole, skipped }: Report): void {
  if (update) {
    if (!isWhole) throw new CommandError(`${file} was not updated: not everything was checked`);
    say(`wrote ${counted(tolerated.write(file, skipped === 0), 'known violation')} to ${file}`);
  } else if (isWhole && skipped === 0 && tolerated.healed > 0) {
    say(
      `${counted(tolerated.healed, 'baseline entry')} not found; run with --update-baseline to remove what is fixed`,
    );
  }
}

/** The violations of a baseline, or an empty one for a new file. Throws CommandError. */
function toleratedBy(
  file: string | undefined,
  update: boolean,
  recordings: readonly string[],
): Baseline | undefined {
  if (file === undefined) {
    if (update) throw new CommandError('--update-baseline needs --baseline FILE');
    return undefined;
  }
  if (!update) return readBaseline(file);
  refuseToWrite(file, recordings);
  return new Baseline();
}
