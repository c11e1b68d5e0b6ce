import { categoryOfCode, categoryOfWords } from '../categories.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Category } from '../verdict.ts';
import { type EnvelopeDialect, outcomeOf, type Said, stringOrNull, wordOrNull } from './dialect.ts';

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

  read({ envelope }) {
    return envelope === undefined ? NOTHING : readEnvelope(envelope);
  },
};

const NOTHING: Said = {
  outcome: 'unknown',
  code: null,
  category: null,
  message: null,
  details: null,
  proven: false,
};

const SUCCESS: Said = { ...NOTHING, outcome: 'success' };

function isWithoutSuccess(object: JsonObject): boolean {
  if (isObject(object.error) && object.error.code !== undefined) return true;
  return object.data !== undefined && object.warnings !== undefined;
}

function readEnvelope(envelope: JsonObject): Said {
  const outcome = outcomeOf(envelope.success);
  const { error } = envelope;
  if (error === undefined && outcome === 'success') return SUCCESS;
  if (!isObject(error)) {
    const message = outcome === 'success' ? null : wordOrNull(error);
    return {
      ...NOTHING,
      outcome,
      message,
      category: outcome === 'failure' ? categoryOfMessage(message) : null,
    };
  }
  const code = wordOrNull(error.code);
  const message = stringOrNull(error.message);
  const said = {
    outcome,
    code,
    details: isObject(error.details) ? error.details : null,
    proven: isUpperCase(code),
  };
  if (outcome === 'success') return { ...said, category: null, message: null };
  return { ...said, category: code === null ? categoryOfMessage(message) : categoryOfCode(code), message };
}

function isUpperCase(code: string | null): boolean {
  return code !== null && /^[A-Z][A-Z0-9_]*$/.test(code);
}

function categoryOfMessage(message: string | null): Category {
  return message === null ? 'unknown' : categoryOfWords(message);
}
