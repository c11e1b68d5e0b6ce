import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, tooLarge } from '../../shared/refusal.ts';
import { errorCode } from '../../shared/text/words.ts';
import {
  envelopeOf,
  Failure,
  internal,
  invalidParam,
  preconditionFailed,
  tooMany,
  unknownOperation,
} from '../errors.ts';
import { BodyUnreadable, QueueFull } from '../ingest/ingest.ts';
import { bodyTooLarge } from '../ingest/refusals.ts';
import {
  CursorUnreadable,
  FILE_DAMAGED,
  StoreDamaged,
  StoreFull,
  StoreUnavailable,
} from '../store/faults.ts';

/** Longest path parameter. No name is longer: a server's has at most 200 characters, percent-encoded. */
export const LONGEST_PARAM = 2_500;

/** Answers every failure with an envelope; an unexpected one is a 500, with its cause only in the log. */
export function failures(app: FastifyInstance, clock: () => number): void {
  app.setErrorHandler(async (error, request, reply) => {
    await dropBody(request, reply);
    return sendFailure(reply, failureOf(error, request, clock()));
  });
  app.setNotFoundHandler(async (request, reply) => {
    await dropBody(request, reply);
    return sendFailure(reply, noSuchOperation(request));
  });
}

function noSuchOperation({ method, url }: FastifyRequest): Failure {
  const [path = ''] = url.split('?');
  return unknownOperation(`${method} ${path}`);
}

/** Reads and drops the rest of a refused body: most clients read the answer only after sending everything. */
async function dropBody({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (raw.complete) return;
  raw.resume();
  reply.removeHeader('connection');
  // A connection that ends with its answer would break under whoever still sends: nginx would answer 502 instead. Whoever
  // goes meanwhile needs no answer.
  if (!reply.raw.shouldKeepAlive) await finished(raw, { writable: false }).catch(() => {});
}

/** Answers with the failure's envelope, status and headers. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  return reply
    .code(failure.statusCode)
    .headers(failure.headers)
    .type('application/json; charset=utf-8')
    .send(envelopeOf(failure));
}

/** Converts a thrown value to what the client is told. `now` is epoch ms. */
export function failureOf(error: unknown, request: FastifyRequest, now: number): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof BodyUnreadable) return new Failure(error.status, error.refusal);
  if (error instanceof QueueFull) return tooMany(1, 'request bodies', error.retryAfterSeconds, now);
  if (error instanceof CursorUnreadable)
    return invalidParam('cursor', 'next_cursor of the previous page', error.cursor);
  if (error instanceof StoreFull)
    return internal('the disk is full; nothing from this request was stored', 503);
  if (error instanceof StoreDamaged) {
    request.log.error(error);
    return internal(FILE_DAMAGED, 503);
  }
  if (error instanceof StoreUnavailable) {
    return internal(`${error.message}; nothing from this request was stored`, 503);
  }
  // Of a file of the dashboard.
  if (error instanceof Error && 'status' in error && error.status === 412) return preconditionFailed();
  const refusal = refusalOfFastify(errorCode(error), request);
  if (refusal !== undefined) return refusal;
  // A client that disconnected before its body was read gets no answer and is no problem of ours.
  if (error === request.raw.errored || (request.raw.destroyed && !request.raw.complete))
    return invalidParam('body', 'the complete body', 'a part of it');
  request.log.error(error);
  return internal(`the request failed; see ${request.id} in Mailroom's log`);
}

/** Converts what Fastify itself refuses before any handler runs. */
function refusalOfFastify(code: string | undefined, request: FastifyRequest): Failure | undefined {
  const { headers, routeOptions } = request;
  switch (code) {
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      // Of the method QUERY, which no route has.
      return noSuchOperation(request);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return invalidParam('content-type', 'application/json', headers['content-type'] ?? 'none', 415);
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return pastLimit(routeOptions.bodyLimit, headers['content-length']);
    case 'FST_ERR_BAD_URL':
      return invalidParam('path', 'valid percent-encoding', 'invalid percent-encoding');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return invalidParam(
        'path',
        `names of at most ${LONGEST_PARAM} characters, percent-encoded`,
        'a longer one',
      );
    default:
      return undefined;
  }
}

function pastLimit(limit: number, declared: string | undefined): Failure {
  const length = Number(declared);
  const actual = Number.isSafeInteger(length) ? length : limit + 1;
  return new Failure(413, bodyTooLarge('body size', limit, actual, 'bytes'));
}

/** Answers bytes that are not an HTTP request and thus never reach a handler. */
export function answerMalformed(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const failure =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Failure(413, headersTooLarge())
      : invalidParam('request', 'HTTP/1.1', error.code ?? 'something else');
  const body = JSON.stringify(envelopeOf(failure));
  socket.end(
    `HTTP/1.1 ${failure.statusCode} ${STATUS_CODES[failure.statusCode]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Node says only that there is more than the limit. */
function headersTooLarge(): Refusal {
  const where = 'the part of the address and the headers that was read';
  return tooLarge({
    type: 'header size',
    value: maxHeaderSize,
    actual: maxHeaderSize + 1,
    unit: 'bytes',
    where,
  });
}
