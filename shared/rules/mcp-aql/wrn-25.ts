import { dateOf } from '../../time/dates.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

export const rule: Rule = {
  id: 'WRN-25',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'removal_date is a date',
  condition:
    "A deprecation's `removal_date` is neither `YYYY-MM-DD` nor a full ISO 8601 date-time, or names a day that does not exist.",
  reason: 'Nobody can plan for "next year"; countdowns and reminders need a day.',
  source: 'docs/features/warnings.md 4.2; docs/versions/v1.0.0-draft.md 4.7.2',
  pointer: '/warnings/N/details/removal_date',
  inSeeds: true,
  good: [
    {
      exchange: warned({
        code: 'DEPRECATION_WARNING',
        message: "Operation 'a' is deprecated",
        details: { type: 'operation', deprecated_item: 'a', removal_date: '2027-01-01T00:00:00Z' },
      }),
    },
  ],
  bad: [
    {
      exchange: warned({
        code: 'DEPRECATION_WARNING',
        message: "Operation 'a' is deprecated",
        details: { type: 'operation', deprecated_item: 'a', removal_date: 'next year' },
        severity: 'low',
      }),
      pointer: '/warnings/0/details/removal_date',
    },
  ],
  check: {
    standard_warning({ code, details }, scene) {
      if (code !== 'DEPRECATION_WARNING') return;
      const date = details?.removal_date;
      if (date === undefined || dateOf(date) !== undefined) return;
      scene.breach(
        '/details/removal_date',
        `removal_date must be an ISO 8601 date or date-time, not ${shown(date)}.`,
      );
    },
  },
};
