import { redactor } from '../../shared/redact.ts';
import { LEVELS } from '../../shared/verdict.ts';
import { Recording } from '../capture/recording.ts';
import { programVersion } from '../version.ts';
import { type Command, CommandError } from './command.ts';
import { config, readConfigFile } from './config-file.ts';
import { choice, server, text, toggle } from './flags.ts';
import { Baseline, readBaseline, refuseToReplace } from './lint/baseline.ts';
import { Report } from './lint/report.ts';
import { FORMATS, REPORTERS } from './lint/reporters.ts';
import { Run } from './lint/run.ts';
import { Output } from './output.ts';
import { paintFor } from './paint.ts';
import { Progress } from './progress.ts';
import { chunksOf, nameOf, refuseTwiceStdin, SourceFault, serverOf, sizeOf } from './source.ts';
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
give --server where that holds a date, since a baseline tells servers apart.
Several files are judged in their order, each as a recording of its own: what is said names its file, and no rule looks from one into
another. One that cannot be read keeps none from being judged. Exit code 0: nothing at or above the fail level; 1: something;
2: wrong usage, lines or files that could not be read, or a report that could not be written.`,
  operands: { shown: 'FILE|- …', least: 1, most: Number.POSITIVE_INFINITY },
  flags: [server, format, failLevel, baseline, updateBaseline, config],
  async run(input) {
    const update = input.get(updateBaseline);
    const baselineFile = input.get(baseline);
    const paths = input.operands;
    refuseTwiceStdin(paths);
    const tolerated = toleratedBy(baselineFile, update, paths);
    const { rules, secretKeys } = readConfigFile(input.get(config));
    const reporter = REPORTERS[input.get(format) ?? (process.stdout.isTTY ? 'stylish' : 'ndjson')](
      {
        paths,
        failLevel: input.get(failLevel),
        settings: rules,
        hasBaseline: tolerated !== undefined,
        version: programVersion(),
      },
      paintFor(process.stdout),
    );
    const report = new Report(reporter, tolerated, rules, redactor(secretKeys));
    const output = new Output();
    const progress = new Progress(sizeOf(paths));
    const hear = (bytes: number) => progress.add(bytes, () => count(report.responses, 'response'));
    const flush = async () => {
      // On a terminal both are one screen.
      if (process.stdout.isTTY) progress.clear();
      await output.flush();
    };
    const say = (text: string) => tell(`mailroom lint: ${text}`);
    const notes: string[] = [];

    output.add(report.start());
    for (const path of paths) {
      const recording = new Recording(input.get(server) ?? serverOf(path), (unreadable) => {
        progress.clear();
        tell(`${nameOf(path)}:${unreadable.line}: ${unreadable.reason}`);
        output.add(run.unreadable(unreadable));
      });
      const run = new Run(
        report,
        reporter.of(path, () => !recording.isArray),
      );
      try {
        for await (const responses of recording.read(chunksOf(path, hear))) {
          for (const response of responses) {
            output.add(run.response(response));
            if (output.full) await flush();
          }
          await flush();
        }
      } catch (error) {
        if (!(error instanceof SourceFault)) throw error;
        progress.clear();
        say(error.message);
        output.add(run.failed(error.message));
      }
      output.add(run.end());
      for (const note of run.notes(recording.unpaired))
        notes.push(paths.length === 1 ? note : `${nameOf(path)}: ${note}`);
    }
    progress.clear();
    output.add(report.end());
    await flush();

    for (const note of notes) say(note);
    if (tolerated !== undefined && baselineFile !== undefined && update) {
      if (!report.judgedAll)
        throw new CommandError(`${baselineFile} is left as it is: not everything was judged`);
      say(`${count(tolerated.write(baselineFile), 'known violation')} written to ${baselineFile}`);
    } else if (tolerated !== undefined && report.judgedAll && tolerated.healed > 0) {
      say(
        `${count(tolerated.healed, 'entry')} of the baseline not seen; --update-baseline drops what is healed`,
      );
    }
    return report.exitCode(update ? 'never' : input.get(failLevel));
  },
};

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
  refuseToReplace(file, recordings);
  return new Baseline();
}
