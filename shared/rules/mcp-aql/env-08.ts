import { segment } from '../../json/pointer.ts';
import type { JsonObject } from '../../json/value.ts';
import { aql, NOT_FOUND } from '../examples.ts';
import { isAtRoot } from '../root.ts';
import type { Rule, Scene } from '../rule.ts';
import { quoted } from '../show.ts';

const OF_SUCCESS: ReadonlySet<string> = new Set([
  'success',
  'data',
  'warnings',
  'results',
  'summary',
  'halted_at',
  'pending_operations',
  'error',
]);

const OF_FAILURE: ReadonlySet<string> = new Set([
  'success',
  'error',
  'confirmation',
  'deprecated',
  'deprecationMessage',
  'deprecatedSince',
  'removalVersion',
  'data',
  'warnings',
]);

const OF_FAILED_BATCH: ReadonlySet<string> = new Set([...OF_FAILURE, 'results', 'summary']);

/** Members of the CallToolResult, which surround an envelope at the result's root. */
const OF_RESULT: ReadonlySet<string> = new Set(['content', 'structuredContent', 'isError', 'resultType']);

const UNDERSCORE = 0x5f;

function judge(envelope: JsonObject, known: ReadonlySet<string>, side: string, scene: Scene): void {
  for (const name in envelope) {
    if (known.has(name) || name.charCodeAt(0) === UNDERSCORE) continue;
    if (isAtRoot(scene) && OF_RESULT.has(name)) continue;
    scene.breach(segment(name), `${quoted(name)} is not a known member of a ${side}.`);
  }
}

export const rule: Rule = {
  id: 'ENV-08',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'The envelope has only known members',
  condition:
    'A member is neither known nor prefixed with `_`. Known in a success: success, data, warnings, results, summary, halted_at, pending_operations. Known in a failure: success, error, confirmation, deprecated, deprecationMessage, deprecatedSince, removalVersion, and for a batch also results and summary. Other rules cover members of the other side.',
  reason: 'A strict validator rejects the envelope, and other clients ignore the member.',
  source:
    "docs/operations.md 3.4 metadata MUST be prefixed '_'; schemas/operation-result.schema.json; docs/versions/v1.0.0-draft.md 10.3 allows documented extensions",
  pointer: '/<member>',
  good: [
    { exchange: aql({ success: true, data: {}, _trace: 't1' }) },
    { exchange: aql({ success: false, error: NOT_FOUND, deprecated: true }) },
  ],
  bad: [
    { exchange: aql({ success: true, data: {}, message: 'done' }), pointer: '/message' },
    { exchange: aql({ success: true, data: {}, 'a/b': 1 }), pointer: '/a~1b' },
  ],
  check: {
    success(envelope, scene) {
      judge(envelope, OF_SUCCESS, 'success', scene);
    },
    failure(envelope, scene) {
      const known = Array.isArray(envelope.results) ? OF_FAILED_BATCH : OF_FAILURE;
      judge(envelope, known, 'failure', scene);
    },
  },
};
