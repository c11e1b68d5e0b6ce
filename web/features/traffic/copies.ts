import type { ResponseDetail } from '../../../shared/api/responses.ts';
import { missing, standalone } from '../../../shared/standalone.ts';
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
  const query = missing(raw).includes('server') ? `?server=${encodeURIComponent(server)}` : '';
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
  verdict,
  ...capture
}: Pick<ResponseDetail, 'raw' | 'server' | 'observed_at' | 'verdict'>): string {
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
  return `${standalone(capture, { expect })}\n`;
}
