import { type JsonObject, member } from '../../../shared/json/value.ts';
import type { Operation, Param } from './operations.ts';

export const QUERY: Readonly<Record<string, Param>> = { query: { type: 'string' }, name: { type: 'string' } };

const PROTOCOL = {
  name: 'MCP-AQL',
  version: '1.0.0-draft',
  mode: 'semantic',
  capabilities: { warnings: true, batch: true, confirmation: true },
};

const TYPES = [
  {
    name: 'Parcel',
    fields: [
      { name: 'id', type: 'string' },
      { name: 'recipient', type: 'string' },
      { name: 'weight_kg', type: 'number' },
      { name: 'status', type: 'string' },
      { name: '_version', type: 'number' },
    ],
  },
];

const brief = ({ name, endpoint, description, deprecated }: Operation) => ({
  name,
  endpoint: endpoint.toUpperCase(),
  description,
  ...(deprecated === undefined ? {} : { deprecated: true }),
});

const whole = (operation: Operation) => ({
  ...brief(operation),
  parameters: Object.entries(operation.params).map(([name, { type, required, deprecated }]) => ({
    name,
    type,
    required: required === true,
    ...(deprecated === undefined ? {} : { deprecated: true }),
  })),
});

/** Returns an introspection's `data`: null for an unknown name (introspection 4.3), operations by default. */
export function introspect(params: JsonObject, operations: readonly Operation[]): JsonObject {
  const name = member(params, 'name');
  if (member(params, 'query') === 'types') {
    return name === undefined ? { types: TYPES } : { type: TYPES.find((type) => type.name === name) ?? null };
  }
  if (name === undefined) return { operations: operations.map(brief), _protocol: PROTOCOL };
  const operation = operations.find((one) => one.name === name);
  return { operation: operation === undefined ? null : whole(operation) };
}
