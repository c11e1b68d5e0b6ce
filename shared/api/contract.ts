import { type TSchema, Type } from 'typebox';
import type { Refusal } from '../refusal.ts';
import type { Severity } from '../severity.ts';

/** One route of the HTTP contract, keyed `'GET /api/v1/…'` in its resource's file. */
export interface Route {
  readonly summary: string;
  readonly description?: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Instead of `body`, what a route parses itself: media type → its content. Documented, not validated. */
  readonly takes?: Readonly<Record<string, TSchema>>;
  /** Shape of `data` in the success envelope. */
  readonly data: TSchema;
  /** What `format=json` returns without the envelope. */
  readonly bare?: TSchema;
  /** Other media types that the route offers by `Accept` or `format`, such as `text/csv`. */
  readonly also?: readonly string[];
}

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Says what a member means, for the OpenAPI document and its page as for readers of the contract. */
export const described = <T extends TSchema>(schema: T, description: string) =>
  Type.With(schema, { description });

export const Words = <const T extends readonly string[]>(words: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...words] });

/** ISO 8601 in UTC with milliseconds, such as `2026-11-21T04:00:00.000Z`. */
export const Time = Type.String({ format: 'date-time' });

export const Count = Type.Integer({ minimum: 0 });

/** 0 high, 1 medium, 2 low. */
export const SeverityNumber = Type.Unsafe<Severity>({ type: 'integer', minimum: 0, maximum: 2 });

/** 0 to 1; what it is a share of is next to it. */
export const Share = Type.Number({ minimum: 0, maximum: 1 });

export const DurationPercentile = described(
  Nullable(Type.Number()),
  'In ms, within 2.5 % of the true value. Null if no response was timed.',
);

export const Point = Type.Unsafe<readonly [number, number]>({
  type: 'array',
  items: { type: 'number' },
  minItems: 2,
  maxItems: 2,
  description: '`[start of the bucket in epoch ms, value]`, ascending.',
});

export const Sparkline = Type.Array(Count, {
  description: "Counts over equal parts of the filter's range, oldest first; zeros included.",
});

/** The range that was counted instead of the filter's; absent if the answer is exact. */
export const Coverage = Type.Object({
  partial: Type.Optional(
    Type.Literal(true, {
      description:
        'Only part of the range is covered: the scan reached its limit, or older responses are no longer kept.',
    }),
  ),
  covered: Type.Optional(
    Type.Object(
      { from: Time, to: Time },
      {
        description:
          'The range that was counted. If `partial`, its newest part; otherwise wider than requested by parts of buckets (a minute or more) whose responses are too many to count one by one or no longer kept.',
      },
    ),
  ),
});

/** In addition to {@link Coverage}, for an answer whose figures may cover different ranges. */
export const InPart = Type.Optional(
  Type.Array(Type.String(), {
    description: 'Members that are `partial`; the others cover the whole range, or whole buckets around it.',
  }),
);

export const RefusalSchema = Type.Unsafe<Refusal>(
  Type.Object({
    code: Type.String(),
    message: Type.String(),
    details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
);

export const FailureEnvelope = Type.Object({ success: Type.Literal(false), error: RefusalSchema });

export const successEnvelope = <T extends TSchema>(data: T) =>
  Type.Object({ success: Type.Literal(true), data });
