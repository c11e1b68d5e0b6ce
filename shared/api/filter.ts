import { type Static, Type } from 'typebox';
import { LONGEST_SEARCH, MOST_VALUES } from '../filter-limits.ts';
import { UNIDENTIFIED } from '../unidentified.ts';
import { CATEGORIES, DIALECTS, LEVELS, LONGEST_NAME, OUTCOMES } from '../verdict.ts';
import { described, SeverityNumber, Words } from './contract.ts';

/** Names and codes; one more for the `*` of a prefix. */
const many = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_NAME + 1 }), {
      description,
      maxItems: MOST_VALUES,
    }),
  );

/** The filter: the same query parameters for every question and in the dashboard's URLs. */
export const FilterQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      description:
        'RFC 3339, epoch milliseconds, or relative such as -24h (s, m, h, d, w). Defaults to 24 hours before `to`. In a range of an hour or more, a relative end is rounded outwards to a whole minute, in a range of days to 5, 30, 180 or 720 minutes (at most 1/700 of the range).',
    }),
  ),
  to: Type.Optional(Type.String({ description: 'Same format as `from`; exclusive. Defaults to now.' })),
  server: many('Server name; repeatable.'),
  client: many(`Client name; repeatable. \`${UNIDENTIFIED}\` selects responses without one.`),
  operation: many('Operation; repeatable.'),
  not_server: many('Server name to exclude; repeatable.'),
  not_client: many(`Client name to exclude; repeatable. \`${UNIDENTIFIED}\` excludes responses without one.`),
  not_operation: many('Operation to exclude; repeatable.'),
  dialect: Type.Optional(Type.Array(Words(DIALECTS))),
  outcome: Type.Optional(Type.Array(Words(OUTCOMES))),
  category: Type.Optional(Type.Array(Words(CATEGORIES))),
  code: many('Code; repeatable. A trailing * matches a prefix: VALIDATION_*.'),
  not_code: many('Code to exclude, in the same form; repeatable. Anything without a code stays.'),
  severity_max: Type.Optional(
    described(
      SeverityNumber,
      '0 high, 1 high and medium, 2 all. Selects warnings; on /responses, responses with such a warning.',
    ),
  ),
  warning: many(
    'Code of a warning, in the same form as `code`; repeatable. Selects warnings; on /responses, responses with such a warning. /overview and /servers count warnings of all codes.',
  ),
  rule: many('Rule id; repeatable.'),
  level: Type.Optional(Type.Array(Words(LEVELS))),
  q: Type.Optional(
    Type.String({
      maxLength: LONGEST_SEARCH,
      description:
        'Words in messages; disk* finds words that start with disk. Failures are selected by their own message: of a batch, by that of each member.',
    }),
  ),
});
export type FilterQuery = Static<typeof FilterQuery>;

/** Default number of items per page. */
export const PAGE_LIMIT = 50;

/** One page of an answer: at most `limit` items after `cursor`. */
export const Paging = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: PAGE_LIMIT })),
  cursor: Type.Optional(
    Type.String({
      maxLength: 400,
      description: '`next_cursor` of the previous page, with the same filter and order',
    }),
  ),
});
