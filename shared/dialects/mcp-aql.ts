import { categoryOfCode, categoryOfWords } from '../categories.ts';
import { isObject, type JsonObject, stringOrNull, wordOrNull } from '../json/value.ts';
import type { Said } from '../reading.ts';
import type { Outcome } from '../verdict.ts';
import { type EnvelopeDialect, outcomeOf, SUCCESS } from './dialect.ts';
import { saidIn, saidInEnvelope } from './said.ts';

/** `{success: true, data, warnings?}` or `{success: false, error: {code, message, details?}}` (ADR-006). */
export const mcpAql: EnvelopeDialect = {
  dialect: 'mcp-aql',

  recognises(object, mcpAqlTool) {
    if (object.success === undefined) return mcpAqlTool && isWithoutSuccess(object);
    return (
      mcpAqlTool ||
      object.data !== undefined ||
      object.warnings !== undefined ||
      isObject(object.error) ||
      (object.results !== undefined && object.summary !== undefined)
    );
  },

  accepts(object) {
    return object.success !== undefined || isWithoutSuccess(object);
  },

  read(located) {
    const { envelope = {} } = located;
    const outcome = outcomeOf(envelope.success);
    const { error } = envelope;
    if (isObject(error)) return readError(error, outcome);
    if (outcome === 'success') return SUCCESS;
    const message = saidInEnvelope(envelope, located);
    const category = outcome === 'failure' ? categoryOfWords(message) : null;
    return { outcome, code: null, category, message, details: null, proven: false };
  },
};

function isWithoutSuccess(object: JsonObject): boolean {
  if (isObject(object.error) && object.error.code !== undefined) return true;
  return object.data !== undefined && object.warnings !== undefined;
}

function readError(error: JsonObject, outcome: Outcome): Said {
  const succeeded = outcome === 'success';
  const code = wordOrNull(error.code);
  const message = stringOrNull(error.message) ?? saidIn(error);
  return {
    outcome,
    code,
    category: succeeded ? null : code === null ? categoryOfWords(message) : categoryOfCode(code),
    message: succeeded ? null : message,
    details: isObject(error.details) ? error.details : null,
    proven: code !== null && /^[A-Z][A-Z0-9_]*$/.test(code),
  };
}
