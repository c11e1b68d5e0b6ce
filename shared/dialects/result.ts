import { RESULT_ERROR_TYPES } from '../codes.ts';
import { isObject, stringOrNull, wordOrNull } from '../json/value.ts';
import { type EnvelopeDialect, outcomeOf } from './dialect.ts';
import { wordsIn } from './said.ts';

/** `{success, value?}` or `{success: false, error, error_type}` with instructions for the agent (mcp-guide ADR-003). */
export const result: EnvelopeDialect = {
  dialect: 'result',

  recognises(object) {
    if (object.success === undefined) return false;
    return (
      object.error_type !== undefined ||
      object.exception_type !== undefined ||
      object.instruction !== undefined ||
      object.disposition !== undefined ||
      object.additional_agent_instructions !== undefined ||
      (object.value !== undefined && object.data === undefined)
    );
  },

  accepts(object) {
    return object.success !== undefined;
  },

  read({ envelope = {} }) {
    const outcome = outcomeOf(envelope.success);
    const code = wordOrNull(envelope.error_type);
    const failed = outcome === 'failure';
    const { error } = envelope;
    return {
      outcome,
      code,
      category:
        failed || (outcome === 'unknown' && isObject(error))
          ? (RESULT_ERROR_TYPES.get(code ?? '') ?? 'unknown')
          : null,
      message: outcome === 'success' ? null : (stringOrNull(error) ?? wordsIn(envelope)),
      details: isObject(envelope.error_data) ? envelope.error_data : null,
      proven: code !== null,
    };
  },
};
