import { categoryOfKnownCode, categoryOfWords } from '../categories.ts';
import { isObject } from '../json/value.ts';
import { codeOrNull, type EnvelopeDialect, outcomeOf } from './dialect.ts';
import { saidInEnvelope, saidInWords } from './said.ts';

/** `{success, …}` of no other dialect, and envelope members at a result's root. No document defines it. */
export const successFlag: EnvelopeDialect = {
  dialect: 'success-flag',

  recognises(object) {
    return object.success !== undefined;
  },

  accepts(object) {
    return object.success !== undefined;
  },

  read(located) {
    const { envelope = {}, isError } = located;
    // Without `success`, what carries it claims the failure.
    const failed = envelope.success === undefined && isError === true;
    const outcome = failed ? 'failure' : outcomeOf(envelope.success);
    const error = isObject(envelope.error) ? envelope.error : undefined;
    const code = codeOrNull(envelope.code) ?? codeOrNull(error?.code);
    const message = saidInEnvelope(envelope, located);
    const judged = outcome === 'failure' || (outcome === 'unknown' && error !== undefined);
    return {
      outcome,
      code,
      category: judged ? categoryOf(code, message) : null,
      message: outcome === 'success' ? null : message && saidInWords(message),
      details: isObject(envelope.details) ? envelope.details : null,
      proven: false,
    };
  },
};

function categoryOf(code: string | null, message: string | null) {
  return (code === null ? undefined : categoryOfKnownCode(code)) ?? categoryOfWords(message);
}
