import { junit } from '../../../shared/report/junit.ts';
import { markdown } from '../../../shared/report/markdown.ts';
import { counted } from '../../../shared/text/words.ts';
import type { Paint } from '../paint.ts';
import { nameOf } from '../source.ts';
import { github } from './github.ts';
import { json } from './json.ts';
import { ndjson } from './ndjson.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';
import { sarif } from './sarif.ts';
import { stylish } from './stylish.ts';
import { tallied } from './tallied.ts';

export const FORMATS = ['stylish', 'ndjson', 'json', 'sarif', 'junit', 'github', 'markdown'] as const;
type Format = (typeof FORMATS)[number];

export const REPORTERS: Readonly<Record<Format, (options: ReporterOptions, paint: Paint) => Reporter>> = {
  stylish,
  ndjson,
  json,
  sarif,
  junit: (options) => tallied(options, (tally) => junit(tally, options.failLevel, options.settings)),
  github,
  markdown: (options) =>
    tallied(options, (tally) => markdown(`Response envelopes in ${filesOf(options)}`, tally)),
};

function filesOf({ paths }: ReporterOptions): string {
  return paths.length > 1 ? counted(paths.length, 'file') : paths.map(nameOf).join();
}
