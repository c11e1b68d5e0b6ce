/** Why something was refused or failed, as an envelope says it; `code` is from the MCP-AQL registry. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What is required is not there. */
export function missingParam(name: string): Refusal {
  return {
    code: 'VALIDATION_MISSING_PARAM',
    message: `Missing required parameter '${name}'`,
    details: { param_name: name },
  };
}

/** `expected` and `actual` are types or values, whichever is wrong. */
export function invalidType(name: string, expected: string, actual: string): Refusal {
  return {
    code: 'VALIDATION_INVALID_TYPE',
    message: `Parameter '${name}' expected '${expected}', got '${actual}'`,
    details: { param_name: name, expected_type: expected, actual_type: actual },
  };
}

/** The type of a JSON value, as a refusal names it. */
export function typeName(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** Something exceeds a limit. `where` says what and where, e.g. `the string at byte 12 of the item`. */
export function tooLarge(limit: {
  readonly type: string;
  readonly value: number;
  readonly actual: number;
  readonly unit: string;
  readonly where: string;
  readonly position?: number;
}): Refusal {
  return {
    code: 'VALIDATION_PAYLOAD_TOO_LARGE',
    message: `Payload exceeds ${limit.type} limit of ${limit.value} ${limit.unit}: ${limit.where} has ${limit.actual}`,
    details: {
      limit_type: limit.type,
      limit_value: limit.value,
      actual_value: limit.actual,
      unit: limit.unit,
      ...(limit.position === undefined ? {} : { position: limit.position }),
    },
  };
}

/** A fault of ours. */
export function internalError(description: string): Refusal {
  return { code: 'INTERNAL_ERROR', message: `Internal error: '${description}'` };
}
