import { type Static, Type } from 'typebox';
import { UNIDENTIFIED } from '../unidentified.ts';
import { CATEGORIES, DIALECTS, LEVELS, OUTCOMES } from '../verdict.ts';
import { Words } from './contract.ts';

const many = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { description, maxItems: 50 }));

/** The filter: the same query parameters on every question, and in the dashboard's URLs. */
export const FilterQuery = Type.Object(
  {
    from: Type.Optional(
      Type.String({
        description:
          'RFC 3339, epoch ms, or relative such as -24h (s, m, h, d, w). Default -24h. A relative end of a range of an hour or more reaches out to a whole minute, of days to 5, 30, 180 or 720 (at most 1/700 of the range).',
      }),
    ),
    to: Type.Optional(Type.String({ description: 'The same; exclusive. Default now.' })),
    server: many('Server name; repeatable.'),
    client: many(`Client name; repeatable. The empty client is \`${UNIDENTIFIED}\`.`),
    operation: many('Operation; repeatable.'),
    not_server: many('Server name to leave out; repeatable.'),
    not_client: many(`Client name to leave out; repeatable. \`${UNIDENTIFIED}\` is the empty client.`),
    not_operation: many('Operation to leave out; repeatable.'),
    dialect: Type.Optional(Type.Array(Words(DIALECTS))),
    outcome: Type.Optional(Type.Array(Words(OUTCOMES))),
    category: Type.Optional(Type.Array(Words(CATEGORIES))),
    code: many('Code; repeatable. A trailing * matches a prefix: VALIDATION_*.'),
    not_code: many('Code to leave out, written alike; repeatable. What has no code stays.'),
    severity_max: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2,
        description: '0 high, 1 high and medium, 2 all. Selects warnings; on /responses those that have one.',
      }),
    ),
    rule: many('Rule id; repeatable.'),
    level: Type.Optional(Type.Array(Words(LEVELS))),
    q: Type.Optional(
      Type.String({ maxLength: 500, description: 'Words in messages; disk* finds words that begin so.' }),
    ),
  },
  { additionalProperties: false },
);
export type FilterQuery = Static<typeof FilterQuery>;

/** Items of a page that asks for no number. */
export const PAGE_LIMIT = 50;

/** A question's page: at most `limit` items after `cursor`. */
export const Paging = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: PAGE_LIMIT })),
  cursor: Type.Optional(
    Type.String({
      maxLength: 400,
      description: '`next_cursor` of the page before, with its filter and order',
    }),
  ),
});
