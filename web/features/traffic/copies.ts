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
  const capture = jsonIn(raw);
  // Its server may have been named in the query alone.
  const isNamed = isObject(capture) && capture.server !== undefined;
  const query = isNamed ? '' : `?server=${encodeURIComponent(server)}`;
  return [
    `curl -sS ${quoted(`${address}/api/v1/responses${query}`)}`,
    `  -H 'content-type: application/json'`,
    ...(needsToken ? ['  -H "authorization: Bearer $MAILROOM_TOKEN"'] : []),
    `  --data-binary ${quoted(raw)}`,
  ].join(' \\\n');
}

/** A test fixture: the capture as stored and what was found in it. */
export function fixtureOf({ raw, verdict }: Pick<ResponseDetail, 'raw' | 'verdict'>): string {
  const expect = {
    dialect: verdict.dialect,
    outcome: verdict.outcome,
    code: verdict.code,
    category: verdict.category,
    violations: verdict.violations.map(({ rule, pointer }) => ({ rule, pointer })),
  };
  // The text of the capture is inserted verbatim: parsing it would change numbers and repeated members.
  return `{\n  "capture": ${raw},\n  "expect": ${JSON.stringify(expect, null, 2).replaceAll('\n', '\n  ')}\n}\n`;
}
