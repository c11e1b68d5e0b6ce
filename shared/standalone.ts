import { isObject, jsonIn } from './json/value.ts';

/** What may be known of a capture without its text saying so: the query of its post named the server, or its arrival is its time. */
interface Context {
  readonly server: string;
  readonly observed_at: string;
}

/** Which members of its context the text of a capture lacks; null and an empty name count as absent. */
export function missing(raw: string): (keyof Context)[] {
  const capture = jsonIn(raw);
  if (!isObject(capture)) return [];
  return (['server', 'observed_at'] as const).filter((name) => (capture[name] ?? '') === '');
}

/**
 * The text of a stored capture that says itself which server it is of and when it was observed. `extra` are more members, as JSON.
 * They are inserted at its end: parsing it would change numbers and repeated members.
 */
export function standalone(
  { raw, ...context }: Context & { readonly raw: string },
  extra: Readonly<Record<string, unknown>> = {},
): string {
  const members = [...missing(raw).map((name) => [name, context[name]]), ...Object.entries(extra)];
  const inserted = members.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `${raw.slice(0, raw.lastIndexOf('}'))}${inserted.join('')}}`;
}
