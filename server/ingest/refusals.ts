import type { ApiError } from '../../shared/api/contract.ts';
import type { CaptureError } from '../../shared/capture.ts';

/** Something exceeds a limit. `where` says what and where, e.g. `the string at byte 12 of the item`. */
export function tooLarge(limit: {
  readonly type: string;
  readonly value: number;
  readonly actual: number;
  readonly unit: string;
  readonly where: string;
  readonly position?: number;
}): ApiError {
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

/** Text that is not JSON. `position` is the zero-based byte offset where it stops being JSON. */
export function notJson(what: 'body' | 'item', reason: string, position: number): ApiError {
  return {
    code: 'VALIDATION_INVALID_TYPE',
    message: `Parameter '${what}' expected 'JSON', got 'text: ${reason} at byte ${position}'`,
    details: { param_name: what, expected_type: 'JSON', actual_type: 'text', reason, position },
  };
}

/** A content-encoding that ingestion does not decode. */
export function unknownEncoding(name: string): ApiError {
  const [param, expected] = ['content-encoding', 'gzip, deflate or br'];
  return {
    code: 'VALIDATION_INVALID_TYPE',
    message: `Parameter '${param}' expected '${expected}', got '${name}'`,
    details: { param_name: param, expected_type: expected, actual_type: name },
  };
}

/** JSON that is not a capture: the first error, with the messages of the others in its details. */
export function notCapture([first, ...more]: readonly CaptureError[]): ApiError {
  if (first === undefined) throw new Error('A capture was refused without a reason');
  const { code, message, details } = first;
  const also = more.length === 0 ? {} : { also: more.map((error) => error.message) };
  return { code, message, details: { ...details, ...also } };
}

/** Bytes that are not in their declared encoding. */
export function badEncoding(reason: string, position?: number): ApiError {
  return {
    code: 'VALIDATION_INVALID_ENCODING',
    message: 'Invalid character encoding in request',
    details: { reason, ...(position === undefined ? {} : { position }) },
  };
}
