import { findSyntaxFault } from '../../shared/json/syntax.ts';
import { invalidType, type Refusal, tooLarge } from '../../shared/refusal.ts';

/** Text that is not JSON. `position` is the zero-based byte offset where it stops being JSON. */
export function notJson(what: 'body' | 'item', reason: string, position: number): Refusal {
  const { details, ...said } = invalidType(what, 'JSON', `text: ${reason} at byte ${position}`);
  return { ...said, details: { ...details, actual_type: 'text', reason, position } };
}

/** Bytes that failed to parse as JSON. */
export function unparsable(what: 'body' | 'item', bytes: Buffer): Refusal {
  const fault = findSyntaxFault(bytes.toString('latin1'));
  return notJson(what, fault?.reason ?? 'it cannot be read', fault?.position ?? 0);
}

/** A body that exceeds a limit, which is known before all of it was read. */
export function bodyTooLarge(type: string, value: number, actual: number, unit: string): Refusal {
  return tooLarge({ type, value, actual, unit, where: 'the part of the body that was read' });
}

/** A content-encoding that ingestion does not decode. */
export function unknownEncoding(name: string): Refusal {
  return invalidType('content-encoding', 'gzip, deflate or br', name);
}

/** JSON that is not a capture: the first error, with the messages of the others in its details. */
export function notCapture([first, ...more]: readonly Refusal[]): Refusal {
  if (first === undefined) throw new Error('A capture was refused without a reason');
  const { code, message, details } = first;
  const also = more.length === 0 ? {} : { also: more.map((error) => error.message) };
  return { code, message, details: { ...details, ...also } };
}

/** Bytes that are not in their declared encoding. */
export function badEncoding(reason: string, position?: number): Refusal {
  return {
    code: 'VALIDATION_INVALID_ENCODING',
    message: 'Invalid character encoding in request',
    details: { reason, ...(position === undefined ? {} : { position }) },
  };
}
