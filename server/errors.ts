import * as refusal from '../shared/refusal.ts';
import { cut } from '../shared/text/cut.ts';
import { nearest } from '../shared/text/nearest.ts';
import { iso } from '../shared/time/instant.ts';

/** A failure reported to the client: HTTP status and registry code agree (error-codes 3.2). */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly statusCode: number;
  readonly refusal: refusal.Refusal;
  readonly headers: Readonly<Record<string, string>>;
  constructor(statusCode: number, said: refusal.Refusal, headers: Readonly<Record<string, string>> = {}) {
    super(said.message);
    this.statusCode = statusCode;
    this.refusal = said;
    this.headers = headers;
  }
}

/** Returns the failure as a reply's body: an MCP-AQL envelope. */
export function envelopeOf(failure: Failure): { success: false; error: refusal.Refusal } {
  return { success: false, error: failure.refusal };
}

/** A 400. */
export function missingParam(name: string): Failure {
  return new Failure(400, refusal.missingParam(name));
}

/** A 400 by default. `expected` and `actual` are types or values, whichever is wrong; the latter's start is shown. */
export function invalidParam(name: string, expected: string, actual: string, status = 400): Failure {
  return new Failure(status, refusal.invalidType(name, expected, cut(actual, 60)));
}

/** A 400. Names each unknown parameter and suggests a similar valid one. */
export function unknownParams(
  operation: string,
  unknown: readonly string[],
  valid: readonly string[],
): Failure {
  const hints = unknown.map((name) => {
    const meant = nearest(name, valid);
    return meant === undefined ? `'${name}'` : `'${name}' (did you mean '${meant}'?)`;
  });
  return new Failure(400, {
    code: 'VALIDATION_UNKNOWN_PARAM',
    message: `Unknown parameter(s) for operation '${operation}': ${hints.join(', ')}`,
    details: { operation, unknown_params: unknown, valid_params: valid },
  });
}

/** A 404: there is no `type` (such as `rule`) with that id. */
export function notFound(type: string, id: string): Failure {
  return new Failure(404, {
    code: 'NOT_FOUND_RESOURCE',
    message: `Resource '${type}' not found: '${id}'`,
    details: { resource_type: type, resource_id: id },
  });
}

/** A 409. Versions are numbers of changes; `newest` is the last change, which the client did not know. */
export function versionMismatch(
  type: string,
  id: string,
  versions: { readonly expected: number; readonly actual: number },
  newest: unknown,
): Failure {
  return new Failure(409, {
    code: 'CONFLICT_VERSION_MISMATCH',
    message: `Resource '${type}' was changed in the meantime: '${id}'`,
    details: {
      resource_type: type,
      resource_id: id,
      expected_version: versions.expected,
      actual_version: versions.actual,
      newest,
    },
  });
}

/** A 412: `If-Match` or `If-Unmodified-Since` does not hold. */
export function preconditionFailed(): Failure {
  const message = 'The file is not the one that the request expects';
  return new Failure(412, { code: 'CONFLICT_VERSION_MISMATCH', message });
}

/** A 404. `operation` is the method and path. */
export function unknownOperation(operation: string): Failure {
  const message = `Unknown operation: '${operation}'`;
  return new Failure(404, { code: 'NOT_FOUND_OPERATION', message, details: { operation } });
}

/** A 403. */
export function denied(reason: string): Failure {
  return new Failure(403, denial(reason));
}

/** A 401, which asks for a token. */
export function unauthenticated(reason: string): Failure {
  return new Failure(401, denial(reason), { 'www-authenticate': 'Bearer realm="mailroom"' });
}

function denial(reason: string): refusal.Refusal {
  return { code: 'PERMISSION_DENIED', message: `Permission denied: '${reason}'` };
}

/** A 429: a limit that waiting resolves. `window` names what is limited; `now` is epoch ms. */
export function tooMany(limit: number, window: string, retryAfterSeconds: number, now: number): Failure {
  return new Failure(
    429,
    {
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'API rate limit exceeded',
      details: {
        limit,
        remaining: 0,
        window,
        resets_at: iso(now + retryAfterSeconds * 1000),
        retry_after_seconds: retryAfterSeconds,
      },
    },
    { 'retry-after': String(retryAfterSeconds) },
  );
}

/** A fault of ours: 500, or 503 if it may pass. */
export function internal(description: string, status: 500 | 503 = 500): Failure {
  return new Failure(status, refusal.internalError(description));
}
