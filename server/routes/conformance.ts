import type { FastifyInstance } from 'fastify';
import type { Conformance, REPORT_FORMATS } from '../../shared/api/conformance.ts';
import type { ViolationRow } from '../../shared/api/violations.ts';
import { junit } from '../../shared/report/junit.ts';
import type { Reported } from '../../shared/report/reported.ts';
import { Sarif } from '../../shared/report/sarif.ts';
import { Tally } from '../../shared/report/tally.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import type { Questions } from '../store/store.ts';
import { acceptedFormat } from './accept.ts';
import { conformanceReport, type Newest } from './conformance-report.ts';
import { filterOf } from './filter.ts';
import { type NewestViolation, newestViolation } from './newest-violation.ts';
import { answer, Rendered, type Services } from './route.ts';

type Format = Exclude<(typeof REPORT_FORMATS)[number], 'json'>;

const MEDIA_TYPES = {
  markdown: 'text/markdown',
  sarif: 'application/sarif+json',
  junit: 'application/junit+xml',
} as const satisfies Record<Format, string>;

/** Maximum number of violations of which the report names the newest, the most serious and frequent first. */
const MOST_EXAMPLES = 200;

export function conformanceRoutes(app: FastifyInstance, { store, clock, config, rules }: Services): void {
  answer(app, 'GET /api/v1/conformance', async ({ query, request }) => {
    const filter = filterOf(query, clock());
    const conformance = await store.conformance(filter);
    const format = query.format ?? acceptedFormat(MEDIA_TYPES, request.headers.accept);
    if (format === undefined || format === 'json') return conformance;
    const newest = await newestOf(conformance.violations.slice(0, MOST_EXAMPLES), store);
    switch (format) {
      case 'markdown':
        return report(format, 'md', conformanceReport(conformance, newest, query, filter));
      case 'junit':
        return report(format, 'xml', junit(tallyOf(conformance, newest), 'must', rules));
      case 'sarif':
        return report(format, 'sarif', sarifOf(conformance, newest, config.version, rules));
    }
  });
}

/** Returns the newest violation of each row: one after another, as their responses may be large. */
async function newestOf(rows: readonly ViolationRow[], store: Questions): Promise<Newest> {
  const found = new Map<ViolationRow, NewestViolation>();
  for (const row of rows) {
    const newest = await newestViolation(row, (id) => store.response(id));
    if (newest !== undefined) found.set(row, newest);
  }
  return found;
}

function report(format: Format, extension: string, text: string): Rendered {
  return new Rendered(MEDIA_TYPES[format], `conformance.${extension}`, text);
}

function tallyOf(conformance: Conformance, newest: Newest): Tally {
  const tally = new Tally();
  for (const { server, dialect, responses } of conformance.servers)
    tally.responses(server, dialect, responses);
  for (const reported of reportedIn(conformance, newest)) tally.add(reported);
  return tally;
}

function sarifOf(conformance: Conformance, newest: Newest, version: string, settings: RuleSettings): string {
  const sarif = new Sarif({ version, settings, hasBaseline: false });
  const results = reportedIn(conformance, newest).map((reported) => sarif.result(reported));
  return sarif.start() + results.join('') + sarif.end();
}

/** The newest violation is named in words alone: what identifies a result must not change with each response. */
function reportedIn({ violations }: Conformance, newest: Newest): readonly Reported[] {
  return violations.map((row) => {
    const { rule, level, title, server, count } = row;
    const said = newest.get(row);
    const message =
      said === undefined
        ? `Broken rule: ${title} (${count} in all)`
        : `${said.message} (${whereWords(said)}, the newest of ${count})`;
    return { rule, level, message, server, lines: [], count };
  });
}

function whereWords({ operation, pointer, response }: NewestViolation): string {
  return `${operation ?? 'no operation'} at ${pointer || 'the root'}, response ${response}`;
}
