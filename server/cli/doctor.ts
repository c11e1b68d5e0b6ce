import type { Status } from '../../shared/api/status.ts';
import { sum } from '../../shared/collections/sum.ts';
import { harmless } from '../../shared/report/harmless.ts';
import { CATALOGUE_VERSION } from '../../shared/rules/index.ts';
import { counted, day, figure, second, size } from '../../shared/text/words.ts';
import { iso } from '../../shared/time/instant.ts';
import { DAY } from '../../shared/time/units.ts';
import { StoreDamaged, StoreUnavailable } from '../store/faults.ts';
import type { Diagnosis } from '../store/store.ts';
import { type Command, CommandError } from './command.ts';
import { dbToRead, defaultDatabase, openToRead } from './database.ts';
import { choice } from './flags.ts';
import { paintFor } from './paint.ts';
import { Progress } from './progress.ts';

const format = choice('format', 'F', {
  summary: 'Report format',
  words: ['text', 'json'],
  absent: 'text',
});

export const doctor: Command = {
  description: `Reads the whole database and changes nothing. Verifies that the file is intact, that each response
has its own capture and is stored as that was judged, and that every figure matches a recount of the
stored responses, and shows what uses how much space.

Exit codes:
  0  the database is sound
  1  something is wrong, or the database cannot be opened
  2  the database does not exist, or the usage is wrong`,
  flags: [dbToRead, format],
  async run(input) {
    const file = input.get(dbToRead) ?? defaultDatabase();
    const store = await openToRead(file, (error) =>
      error instanceof StoreDamaged ? (error.damage ?? error.message) : error.message,
    );
    try {
      const progress = new Progress();
      const found = await store.diagnose((share) => progress.share(share, () => 'recounting'));
      progress.clear();
      const stored = await store.stored().catch(() => undefined);
      process.stdout.write(
        input.get(format) === 'json' ? json(file, found, stored) : text(file, found, stored),
      );
      return found.faults.length === 0 ? 0 : 1;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw new CommandError(`${file}: ${error.message}`, 1);
      throw error;
    } finally {
      await store.close();
    }
  },
};

/** What is stored; undefined if a damaged file cannot tell. */
type Stored = Status['stored'] | undefined;

function json(file: string, found: Diagnosis, stored: Stored): string {
  const { faults, recounted, sizes, schema, catalogues, keepMs, removedBefore } = found;
  const report = {
    file,
    sound: faults.length === 0,
    faults,
    recounted,
    stored: stored ?? null,
    sizes,
    schema,
    catalogue: CATALOGUE_VERSION,
    judged_by: catalogues,
    retention: { keep_ms: keepMs, removed_before: removedBefore === null ? null : iso(removedBefore) },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function text(file: string, found: Diagnosis, stored: Stored): string {
  const { faults, sizes, schema } = found;
  const paint = paintFor(process.stdout);
  const sound = faults.length === 0;
  const verdict = sound ? paint('green', 'sound') : paint('red', `${counted(faults.length, 'fault')} found`);
  return [
    `${paint('bold', file)}: ${verdict}`,
    ...faults.map((fault) => `  ${paint('red', '✗')} ${harmless(fault)}`),
    '',
    row('Responses', responsesOf(found, stored)),
    row(
      'Quarantined',
      stored === undefined
        ? 'unknown'
        : `${counted(stored.quarantined, 'response')} whose time cannot be trusted`,
    ),
    row('Size', stored === undefined ? 'unknown' : size(stored.bytes)),
    ...sizes.map(({ name, bytes }) => row('', `${size(bytes).padStart(9)}  ${name}`)),
    row('Schema', String(schema)),
    row('Catalogue', catalogueOf(found)),
    row('Retention', retentionOf(found)),
    ...(sound
      ? []
      : [
          '',
          'If a line does not say what to do, stop Mailroom and restore a backup, or report the lines above.',
        ]),
    '',
  ].join('\n');
}

const row = (name: string, value: string) => `${name.padEnd(12)} ${value}`.trimEnd();

function responsesOf({ recounted, removedBefore }: Diagnosis, stored: Stored): string {
  if (stored === undefined) return 'unknown';
  const { responses, oldest, newest } = stored;
  if (oldest === null || newest === null) return 'none';
  const isPart = removedBefore !== null && recounted < responses;
  const which = isPart ? ' (only of days of which none were removed)' : '';
  return `${figure(responses)} from ${day(oldest)} to ${day(newest)}; ${figure(recounted)} recounted${which}`;
}

function catalogueOf({ catalogues }: Diagnosis): string {
  const others = catalogues.filter(({ catalogue }) => catalogue !== CATALOGUE_VERSION);
  if (others.length === 0) return `${CATALOGUE_VERSION}`;
  const number = sum(others.map(({ responses }) => responses));
  const versions = others.map(({ catalogue }) => catalogue).join(', ');
  return `${CATALOGUE_VERSION}; ${counted(number, 'response')} checked by catalogue ${versions}; run \`mailroom reinspect\``;
}

function retentionOf({ keepMs, removedBefore }: Diagnosis): string {
  const kept = keepMs === null ? 'forever, unless --max-size is set' : counted(keepMs / DAY, 'day');
  return removedBefore === null ? kept : `${kept}; responses before ${second(removedBefore)} were removed`;
}
