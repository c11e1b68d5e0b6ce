import type { ResponseDetail } from '../../../shared/api/responses.ts';

/** A command that sends the capture to this Mailroom again; the shell takes nothing in it as its own. */
export function curlOf(raw: string, address: string): string {
  return [
    `curl -sS ${address}/api/v1/responses`,
    `  -H 'content-type: application/json'`,
    `  --data-binary '${raw.replaceAll("'", `'\\''`)}'`,
  ].join(' \\\n');
}

/** A test's fixture: the capture as it was stored and what was found in it. */
export function fixtureOf({ raw, verdict }: Pick<ResponseDetail, 'raw' | 'verdict'>): string {
  const expect = {
    dialect: verdict.dialect,
    outcome: verdict.outcome,
    code: verdict.code,
    category: verdict.category,
    violations: verdict.violations.map(({ rule, pointer }) => ({ rule, pointer })),
  };
  // The capture's own text goes in untouched: parsing it would change numbers and repeated members.
  return `{\n  "capture": ${raw},\n  "expect": ${JSON.stringify(expect, null, 2).replaceAll('\n', '\n  ')}\n}\n`;
}
