import { Check } from 'typebox/value';
import { isObject, type JsonObject, member } from '../shared/json/value.ts';
import { typeName } from '../shared/refusal.ts';
import { characters } from '../shared/text/characters.ts';
import { type Failure, invalidParam, missingParam, unknownParams } from './errors.ts';

/** One parameter of a route, in a query string or a body. */
interface Parameter {
  readonly schema: JsonObject;
  readonly required: boolean;
  /** What to send, as worded in an error message. */
  readonly expected: string;
}

/** The parameters of a flat object schema by name, in the contract's order. */
type Parameters = ReadonlyMap<string, Parameter>;

/** Throws TypeError if the schema is not that of a flat object, which is a bug in the contract. */
export function parametersOf(schema: unknown): Parameters {
  const properties = isObject(schema) ? schema.properties : undefined;
  if (!isObject(schema) || !isObject(properties)) throw new TypeError('Parameters need an object schema');
  const required = Array.isArray(schema.required) ? schema.required : [];
  return new Map(
    Object.entries(properties).map(([name, property]) => {
      if (!isObject(property)) throw new TypeError(`Parameter ${name} has no schema`);
      return [name, { schema: property, required: required.includes(name), expected: words(property) }];
    }),
  );
}

/** Converts a query string, already split and percent-decoded, to the types of its parameters. */
export function readQuery(parameters: Parameters, raw: unknown, operation: string): JsonObject | Failure {
  if (!isObject(raw)) throw new TypeError('The query string was not split');
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of parameters) {
    const sent = member(raw, name);
    if (sent === undefined) continue;
    const texts = (Array.isArray(sent) ? sent : [sent]).map(String);
    const repeatable = parameter.schema.type === 'array';
    const [only = '', ...more] = texts;
    if (!repeatable && more.length > 0) return invalidParam(name, 'one value', `${texts.length} values`);
    values[name] = repeatable ? texts : fromText(parameter.schema, only);
  }
  return unknownNames(parameters, raw, operation) ?? wrongValues(parameters, values) ?? values;
}

/** Validates a JSON body against its parameters, converting nothing. */
export function readBody(parameters: Parameters, body: unknown, operation: string): JsonObject | Failure {
  if (body === undefined || body === null) return missingParam('body');
  if (!isObject(body)) return invalidParam('body', 'object', typeName(body));
  return unknownNames(parameters, body, operation) ?? wrongValues(parameters, body) ?? body;
}

function unknownNames(parameters: Parameters, given: JsonObject, operation: string): Failure | undefined {
  const unknown = Object.keys(given).filter((name) => !parameters.has(name));
  return unknown.length === 0 ? undefined : unknownParams(operation, unknown, [...parameters.keys()]);
}

function wrongValues(parameters: Parameters, values: JsonObject): Failure | undefined {
  for (const [name, { schema, required, expected }] of parameters) {
    const value = member(values, name);
    if (value === undefined && required) return missingParam(name);
    if (value !== undefined && !Check(schema, value))
      return invalidParam(name, expected, shown(schema, value));
  }
  return undefined;
}

function fromText(schema: JsonObject, text: string): unknown {
  switch (schema.type) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}

function words(schema: JsonObject): string {
  const { type, items, anyOf, const: only } = schema;
  const choices = schema.enum;
  if (only !== undefined) return String(only);
  if (Array.isArray(choices))
    return choices.length === 1 ? String(choices[0]) : `one of ${choices.join(', ')}`;
  if (Array.isArray(anyOf)) return anyOf.filter(isObject).map(words).join(' or ');
  switch (type) {
    case 'array':
      return isObject(items) ? words(items) : 'list';
    case 'integer':
      return `integer${range(schema.minimum, schema.maximum)}`;
    case 'string': {
      const bounds = range(schema.minLength, schema.maxLength);
      return bounds === '' ? 'string' : `string of${bounds.replace(/^ (from|of)/, '')} characters`;
    }
    default:
      return String(type);
  }
}

function range(from: unknown, to: unknown): string {
  if (typeof from === 'number' && typeof to === 'number') return ` from ${from} to ${to}`;
  if (typeof from === 'number') return ` of at least ${from}`;
  if (typeof to === 'number') return ` of at most ${to}`;
  return '';
}

/** Shows a value in an error message: a number, boolean or short text as it is, else its length or type. */
function shown(schema: JsonObject, value: unknown): string {
  if (Array.isArray(value) && isObject(schema.items)) {
    const items = schema.items;
    const wrong = value.find((item) => !Check(items, item));
    return wrong === undefined ? `${value.length} values` : shown(items, wrong);
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return typeName(value);
  return value.length <= 60 ? value : `${characters(value)} characters`;
}
