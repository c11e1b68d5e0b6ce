/** A piece of SQL with the values of its `?`, in order. */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A list of any length as one parameter, whose value {@link list} makes. */
export const LIST = '(SELECT value FROM json_each(?))';

export function list(values: Iterable<number | string | undefined>): string {
  return JSON.stringify([...values]);
}

/** Joins conditions by AND; always true if there are none. */
export function and(parts: readonly Sql[]): Sql {
  return {
    text: parts.length === 0 ? 'TRUE' : parts.map(({ text }) => `(${text})`).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  };
}

/** The condition that a part of a filter makes; none if the filter does not have it. */
export function given<T>(part: T | undefined, condition: (part: T) => Sql): readonly Sql[] {
  return part === undefined ? [] : [condition(part)];
}

/** `column IN (values)`; no condition if the filter does not restrict it. */
export function within(column: string, values: readonly (number | string)[] | undefined): readonly Sql[] {
  return given(values, (some) => ({ text: `${column} IN ${LIST}`, values: [list(some)] }));
}

/** `column NOT IN (values)`; no condition if the filter does not restrict it. */
export function without(column: string, values: readonly (number | string)[] | undefined): readonly Sql[] {
  return within(column, values).map((condition) => ({ ...condition, text: `NOT ${condition.text}` }));
}
