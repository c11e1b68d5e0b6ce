import { expect, it } from 'vitest';
import { saidWarnings } from '../../shared/said-warnings.ts';
import { batch, deprecated, failure, record, warned } from '../server/store/records.ts';

it('counts warnings of batch members, but no condition again that the batch itself reports', () => {
  const { verdict } = record({
    operation: 'all',
    response: {
      ...batch(
        { operation: 'pay', result: warned(deprecated('old'), deprecated('older')) },
        {
          operation: 'find',
          result: warned(deprecated('old'), { code: 'A', message: 'm', severity: 'high' }),
        },
        { operation: 'find', result: { ...failure('INTERNAL_ERROR'), warnings: [deprecated('old')] } },
        { result: warned({ code: 'DEPRECATION_WARNING', message: 'unreadable', severity: 'medium' }) },
      ),
      warnings: [deprecated('older', { occurrence_count: 3 })],
    },
  });
  const said = saidWarnings(verdict);
  expect(
    said.map(({ warning, operation }) => [operation, warning.details?.deprecated_item, warning.occurrences]),
  ).toEqual([
    ['all', 'older', 3],
    ['pay', 'old', 1],
    ['find', 'old', 1],
    ['find', undefined, 1],
    ['all', undefined, 1],
  ]);
});
