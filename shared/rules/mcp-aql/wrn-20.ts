import { type DetailType, isDetail, WARNING_CODES } from '../../codes.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { mismatch } from '../show.ts';

const EXPECTED: Readonly<Record<DetailType, string>> = {
  string: 'a string',
  number: 'a number',
  'deprecated type': 'operation, parameter or feature',
};

export const rule: Rule = {
  id: 'WRN-20',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'A standard warning has the required details',
  condition:
    'The details of a standard warning lack a required key, or a key has the wrong type. The `type` of a deprecation must be operation, parameter or feature.',
  reason:
    'Quota meters, deprecation lists and timings are built from these keys; without them, the warning is only text.',
  source: 'docs/features/warnings.md 4.1-4.4',
  pointer: '/warnings/N/details/<key>',
  inSeeds: true,
  good: [
    {
      exchange: warned({
        code: 'RATE_LIMIT_QUOTA_WARNING',
        message: 'Approaching quota limit',
        details: { metric: 'requests_per_hour', current: 4100, warn_threshold: 4000 },
      }),
    },
  ],
  bad: [
    {
      exchange: warned({
        code: 'RATE_LIMIT_QUOTA_WARNING',
        message: 'Approaching quota limit',
        details: { metric: 'requests_per_hour', current: 4100 },
      }),
      pointer: '/warnings/0/details/warn_threshold',
    },
    {
      note: "The specification's own example of `occurrence_count` lacks two keys.",
      exchange: warned({
        code: 'VALIDATION_TRUNCATED_WARNING',
        message: 'Response truncated to 100 items',
        details: { field: 'results', truncated_count: 100, occurrence_count: 3 },
      }),
      pointer: '/warnings/0/details/original_count',
    },
    {
      exchange: warned({
        code: 'DEPRECATION_WARNING',
        message: "Operation 'a' is deprecated",
        details: { type: 'endpoint', deprecated_item: 'a' },
      }),
      pointer: '/warnings/0/details/type',
    },
  ],
  check: {
    standard_warning({ code, details }, scene) {
      const standard = code === null ? undefined : WARNING_CODES.get(code);
      if (standard === undefined) return;
      if (details === null) {
        const keys = Object.keys(standard.details).join(', ');
        scene.breach('/details', `${code} requires details with ${keys}.`);
        return;
      }
      for (const key in standard.details) {
        const type = standard.details[key];
        if (type === undefined || isDetail(details[key], type)) continue;
        scene.breach(`/details/${key}`, mismatch(`details.${key}`, EXPECTED[type], details[key]));
      }
    },
  },
};
