import type { ResponseDetail } from '../../../shared/api/responses.ts';
import { isObject, jsonIn } from '../../../shared/json/value.ts';
import { quoted } from '../../lib/quoted.ts';

/**
 * A command that sends the capture to the Mailroom at `address` again, quoted so that the shell interprets nothing
 * but, where a token is needed, the variable that holds it.
 */
export function curlOf(
  { raw, server }: Pick<ResponseDetail, 'raw' | 'server'>,
  address: string,
  needsToken: boolean,
): string {
  const query = namesServer(raw) ? '' : `?server=${encodeURIComponent(server)}`;
  return [
    `curl -sS ${quoted(`${address}/api/v1/responses${query}`)}`,
    `  -H 'content-type: application/json'`,
    ...(needsToken ? ['  -H "authorization: Bearer $MAILROOM_TOKEN"'] : []),
    `  --data-binary ${quoted(raw)}`,
  ].join(' \\\n');
}

/** Rules across responses, which one response alone cannot break. */
const ACROSS = /^SES-/;

/**
 * A test fixture: the capture as stored, in which `expect` says what was found, with the names of `lint --format ndjson`.
 * As a capture, it can be linted, imported and posted.
 */
export function fixtureOf({
  raw,
  server,
  verdict,
}: Pick<ResponseDetail, 'raw' | 'server' | 'verdict'>): string {
  const { dialect, outcome, code, category, warnings, violations, decided_by } = verdict;
  const expect = {
    dialect,
    outcome,
    code,
    category,
    warnings: warnings.map(({ code, severity, declared }) => ({ code, severity, declared })),
    violations: violations
      .filter(({ rule }) => !ACROSS.test(rule))
      .map(({ rule, in: root, pointer }) => ({ rule, in: root, pointer })),
    decided_by,
  };
  const named = namesServer(raw) ? '' : `,"server":${JSON.stringify(server)}`;
  // Inserted into the text of the capture: parsing it would change numbers and repeated members.
  return `${raw.slice(0, raw.lastIndexOf('}'))}${named},"expect":${JSON.stringify(expect)}}\n`;
}

/** Whether the capture names its server, which may have been named in the query alone. */
function namesServer(raw: string): boolean {
  const capture = jsonIn(raw);
  return isObject(capture) && capture.server !== undefined;
}
