import type { ResponseDetail } from '../../../shared/api/responses.ts';

/** A command that sends the capture to this Mailroom again, quoted so that the shell interprets nothing. */
export function curlOf(raw: string, address: string): string {
  return [
    `curl -sS ${address}/api/v1/responses`,
    `  -H 'content-type: application/json'`,
    `  --data-binary '${raw.replaceAll("'", `'\\''`)}'`,
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
