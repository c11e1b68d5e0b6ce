import { categoryOfStatus } from '../categories.ts';
import { isObject, type JsonObject, stringOrNull, wordOrNull } from '../json/value.ts';
import { statusIn } from '../prose.ts';
import type { Category } from '../verdict.ts';
import { codeOrNull, type EnvelopeDialect } from './dialect.ts';
import { saidInEnvelope } from './said.ts';

/** `{error: true, type, message, params}` (otel-mcp-server ADR-006); later versions add code, status and details. */
export const errorFlag: EnvelopeDialect = {
  dialect: 'error-flag',

  recognises(object) {
    return object.success === undefined && isFlagged(object);
  },

  accepts: isFlagged,

  read(located) {
    const { envelope = {} } = located;
    const type = wordOrNull(envelope.type);
    const message = stringOrNull(envelope.message);
    return {
      outcome: 'failure',
      code: type ?? codeOrNull(envelope.code),
      category: categoryOf(envelope.status, type, message ?? ''),
      message: message ?? saidInEnvelope(envelope, located),
      details: isObject(envelope.details) ? envelope.details : null,
      proven: envelope.error === true && type !== null,
    };
  },
};

function isFlagged(object: JsonObject): boolean {
  const { error } = object;
  return error === true || ((error === 'true' || error === 1) && object.message !== undefined);
}

function categoryOf(status: unknown, type: string | null, message: string): Category {
  const byStatus =
    categoryOfStatus(typeof status === 'number' ? status : undefined) ?? categoryOfStatus(statusIn(message));
  if (byStatus !== undefined) return byStatus;
  switch (type) {
    case 'ElasticsearchDataError':
      return message.startsWith('Error accessing') ? 'internal' : 'not_found';
    case 'ZodError':
    case 'ValidationError':
      return 'validation';
    default:
      return 'internal';
  }
}
