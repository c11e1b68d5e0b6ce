import { firstText, textAt } from './content.ts';
import { dialectOf } from './dialects/index.ts';
import { isObject, type JsonObject } from './json.ts';
import { type JsonPrefix, jsonPrefix } from './json-prefix.ts';
import type { Located } from './reading.ts';

/** A Located that is filled step by step; its fields are in a fixed order, so that all have one hidden class. */
class Place implements Located {
  carrier: Located['carrier'] = 'none';
  envelope: JsonObject | undefined = undefined;
  result: JsonObject | undefined = undefined;
  inner: JsonObject | undefined = undefined;
  rpcError: JsonObject | undefined = undefined;
  isError: boolean | undefined = undefined;
  text: string | undefined = undefined;
  textPointer: string | undefined = undefined;
  payload: JsonObject | undefined = undefined;
  trailing: string | undefined = undefined;
  copy: unknown = undefined;
}

type IsEnvelope = (object: JsonObject) => boolean;

/**
 * Finds the envelope in a response: a JSON-RPC message, a CallToolResult, a bare envelope, or any of these as a string.
 * Looks in `structuredContent`, or (only if that is absent) in the first text block, then inside a CallToolResult that was
 * serialised into it, then at the result's root; never inside `data`. Never throws.
 * `isEnvelope` decides which objects are envelopes; by default their shape alone decides.
 */
export function unwrap(response: unknown, isEnvelope: IsEnvelope = byShape): Located {
  const place = new Place();
  if (isObject(response)) inMessage(place, response, isEnvelope);
  else if (typeof response === 'string') inString(place, response, isEnvelope);
  return place;
}

/** An envelope with nothing around it. */
export function bare(envelope: JsonObject): Located {
  const place = new Place();
  stand(place, 'bare', envelope);
  return place;
}

function byShape(object: JsonObject): boolean {
  return dialectOf(object, false) !== undefined;
}

function stand(place: Place, carrier: Located['carrier'], envelope: JsonObject): void {
  place.carrier = carrier;
  place.envelope = envelope;
}

function inString(place: Place, response: string, isEnvelope: IsEnvelope): void {
  const object = jsonPrefix(response)?.object;
  if (object !== undefined) inMessage(place, object, isEnvelope);
  if (place.carrier === 'none' && place.result === undefined) place.text = response;
}

function inMessage(place: Place, message: JsonObject, isEnvelope: IsEnvelope): void {
  if (isRpc(message)) inRpc(place, message, isEnvelope);
  else if (isCallToolResult(message)) inResult(place, message, isEnvelope);
  else if (isEnvelope(message)) stand(place, 'bare', message);
  else place.payload = message;
}

function inRpc(place: Place, { error, result }: JsonObject, isEnvelope: IsEnvelope): void {
  if (error !== undefined && error !== null) {
    place.carrier = 'jsonrpc';
    place.rpcError = isObject(error) ? error : {};
  } else if (isObject(result)) {
    inResult(place, result, isEnvelope);
  } else if (typeof result === 'string') {
    place.text = result;
  }
}

/** Some recordings omit `jsonrpc`: then only what can be nothing else counts as a message. */
function isRpc(object: JsonObject): boolean {
  if (typeof object.jsonrpc === 'string') return true;
  if (object.success !== undefined) return false;
  const { result, error } = object;
  if (isObject(result) && isCallToolResult(result)) return true;
  return (
    isObject(error) &&
    typeof error.code === 'number' &&
    Object.keys(object).every((name) => name === 'error' || name === 'id')
  );
}

function isCallToolResult(object: JsonObject): boolean {
  return (
    Array.isArray(object.content) ||
    object.structuredContent !== undefined ||
    (object.success === undefined &&
      (typeof object.isError === 'boolean' || typeof object.resultType === 'string'))
  );
}

function inResult(place: Place, result: JsonObject, isEnvelope: IsEnvelope): void {
  // Asks the client for more (MCP 2026-07-28): not yet an answer.
  if (result.resultType === 'input_required') return;
  place.result = result;
  if (typeof result.isError === 'boolean') place.isError = result.isError;
  const index = firstText(result.content);
  if (index !== -1) place.textPointer = `/content/${index}/text`;
  inCarriers(place, result, index, isEnvelope);
  if (place.envelope === undefined && (isEnvelope(result) || hasErrorWithCode(result))) {
    stand(place, 'root', result);
    place.payload = undefined;
  }
}

/** Looks in what a CallToolResult carries; `index` is that of its first text block, -1 if there is none. */
function inCarriers(place: Place, result: JsonObject, index: number, isEnvelope: IsEnvelope): void {
  place.text = textAt(result.content, index);
  const { structuredContent } = result;
  if (structuredContent !== undefined && structuredContent !== null) {
    inStructured(place, structuredContent, isEnvelope);
    return;
  }
  const prefix = place.text === undefined ? undefined : jsonPrefix(place.text);
  if (prefix === undefined) return;
  if (isEnvelope(prefix.object)) {
    stand(place, 'text', prefix.object);
    place.trailing = prefix.trailing || undefined;
  } else {
    inSerialised(place, prefix, isEnvelope);
  }
}

/** Looks once inside a CallToolResult that was serialised into another. */
function inSerialised(place: Place, { object, trailing }: JsonPrefix, isEnvelope: IsEnvelope): void {
  if (place.inner !== undefined || !isSerialisedResult(object)) {
    place.payload = object;
    return;
  }
  place.inner = object;
  inCarriers(place, object, firstText(object.content), isEnvelope);
  if (place.envelope === undefined) return;
  place.carrier = 'double';
  place.trailing ??= trailing || undefined;
}

function inStructured(place: Place, structured: unknown, isEnvelope: IsEnvelope): void {
  if (!isObject(structured)) return;
  const wrapped = wrappedString(structured);
  const prefix = wrapped === undefined ? undefined : jsonPrefix(wrapped);
  const object = prefix?.object ?? structured;
  if (isEnvelope(object)) {
    stand(place, 'structured', object);
    place.trailing = prefix?.trailing || undefined;
    place.copy = wrapped !== undefined && place.text === wrapped ? object : copyIn(place, isEnvelope)?.object;
  } else if (prefix !== undefined) {
    inSerialised(place, prefix, isEnvelope);
  } else {
    // FastMCP sends a CallToolResult that a tool returned as an object in both places.
    const copy = isSerialisedResult(structured) ? copyIn(place, isSerialisedResult) : undefined;
    if (copy === undefined) place.payload = structured;
    else inSerialised(place, copy, isEnvelope);
  }
}

/** FastMCP sends a string result as `{"result": "<string>"}`. */
function wrappedString(structured: JsonObject): string | undefined {
  const { result } = structured;
  return typeof result === 'string' && Object.keys(structured).length === 1 ? result : undefined;
}

/** What the text holds beside `structuredContent`, if that is such an object as well. */
function copyIn({ text }: Located, isSuch: (object: JsonObject) => boolean): JsonPrefix | undefined {
  const prefix = text === undefined ? undefined : jsonPrefix(text);
  return prefix !== undefined && isSuch(prefix.object) ? prefix : undefined;
}

const BLOCK_TYPES: readonly unknown[] = ['text', 'image', 'audio', 'resource', 'resource_link'];

/** Stricter than for the outer result: a document with a `content`, or a model's message, is data. */
function isSerialisedResult(object: JsonObject): boolean {
  const { content } = object;
  if (!Array.isArray(content) || object.role !== undefined) return false;
  if (content.length === 0) return typeof object.isError === 'boolean';
  return content.every((block: unknown) => isObject(block) && BLOCK_TYPES.includes(block.type));
}

/** Whether a CallToolResult has an `error` with a code among its own members (TRN-07). */
export function hasErrorWithCode(result: JsonObject): boolean {
  const { error, code } = result;
  if (error === undefined || error === null) return false;
  return code !== undefined || (isObject(error) && error.code !== undefined);
}
