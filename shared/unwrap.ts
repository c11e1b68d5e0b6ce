import { dialectOf } from './dialects/index.ts';
import { isObject, type JsonObject } from './json.ts';
import { jsonPrefix } from './json-prefix.ts';
import type { Located } from './reading.ts';

const NOWHERE: Located = {
  carrier: 'none',
  envelope: undefined,
  result: undefined,
  inner: undefined,
  rpcError: undefined,
  isError: undefined,
  text: undefined,
  textPointer: undefined,
  trailing: undefined,
  copy: undefined,
  payload: undefined,
};

/**
 * Finds the envelope in a response: a JSON-RPC message, a CallToolResult, a bare envelope, or any of these as a string.
 * Looks in `structuredContent`, else (only where that is absent) in the first text block, once more inside a
 * CallToolResult that was serialised into it, else at the result's root; never inside `data`. Never throws.
 * `isEnvelope` says which objects are envelopes; without it, those that their shape alone tells.
 */
export function unwrap(response: unknown, isEnvelope: (object: JsonObject) => boolean = byShape): Located {
  if (isObject(response)) return inMessage(response, isEnvelope);
  if (typeof response !== 'string') return NOWHERE;
  const object = jsonPrefix(response)?.object;
  const located = object && inMessage(object, isEnvelope);
  if (located && (located.envelope ?? located.result ?? located.rpcError)) return located;
  return { ...NOWHERE, text: response, payload: object };
}

/** An envelope without anything around it. */
export function bare(envelope: JsonObject): Located {
  return { ...NOWHERE, carrier: 'bare', envelope };
}

function byShape(object: JsonObject): boolean {
  return dialectOf(object, false) !== undefined;
}

function inMessage(message: JsonObject, isEnvelope: (object: JsonObject) => boolean): Located {
  if (isRpc(message)) {
    const { error, result } = message;
    if (error !== undefined && error !== null) {
      return { ...NOWHERE, carrier: 'jsonrpc', rpcError: isObject(error) ? error : {} };
    }
    if (isObject(result)) return inResult(result, isEnvelope);
    return typeof result === 'string' ? { ...NOWHERE, text: result } : NOWHERE;
  }
  if (isCallToolResult(message)) return inResult(message, isEnvelope);
  return isEnvelope(message) ? bare(message) : { ...NOWHERE, payload: message };
}

/** Some recordings leave `jsonrpc` out: then only what can be nothing else counts as a message. */
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

function inResult(result: JsonObject, isEnvelope: (object: JsonObject) => boolean): Located {
  // Asks the client for more (MCP 2026-07-28): not yet an answer.
  if (result.resultType === 'input_required') return NOWHERE;
  const block = firstText(result.content);
  const around: Located = {
    ...NOWHERE,
    result,
    isError: typeof result.isError === 'boolean' ? result.isError : undefined,
    text: block?.text,
    textPointer: block && `/content/${block.index}/text`,
  };
  const within = inCarriers(around, result, isEnvelope);
  if (within.envelope !== undefined) return within;
  return isEnvelope(result) || hasErrorWithCode(result)
    ? { ...within, carrier: 'root', envelope: result, payload: undefined }
    : within;
}

function inCarriers(
  around: Located,
  { structuredContent }: JsonObject,
  isEnvelope: (object: JsonObject) => boolean,
): Located {
  if (structuredContent !== undefined && structuredContent !== null) {
    return inStructured(around, structuredContent, isEnvelope);
  }
  const prefix = around.text === undefined ? undefined : jsonPrefix(around.text);
  if (prefix === undefined) return around;
  const { object, trailing } = prefix;
  if (isEnvelope(object)) {
    return { ...around, carrier: 'text', envelope: object, trailing: trailing || undefined };
  }
  if (around.inner === undefined && isSerialisedResult(object)) return inInner(around, object, isEnvelope);
  return { ...around, payload: object };
}

function inStructured(
  around: Located,
  structured: unknown,
  isEnvelope: (object: JsonObject) => boolean,
): Located {
  if (!isObject(structured)) return around;
  if (isEnvelope(structured)) {
    return { ...around, carrier: 'structured', envelope: structured, copy: copyIn(around, isEnvelope) };
  }
  const wrapped = wrappedString(structured);
  const prefix = wrapped === undefined ? undefined : jsonPrefix(wrapped);
  if (prefix === undefined) return { ...around, payload: structured };
  const { object, trailing } = prefix;
  if (!isEnvelope(object)) return { ...around, payload: object };
  return {
    ...around,
    carrier: 'structured',
    envelope: object,
    trailing: trailing || undefined,
    copy: around.text === wrapped ? object : copyIn(around, isEnvelope),
  };
}

/** FastMCP sends a string result as `{"result": "<string>"}`. */
function wrappedString(structured: JsonObject): string | undefined {
  const { result } = structured;
  return typeof result === 'string' && Object.keys(structured).length === 1 ? result : undefined;
}

function copyIn({ text }: Located, isEnvelope: (object: JsonObject) => boolean): unknown {
  const object = text === undefined ? undefined : jsonPrefix(text)?.object;
  return object !== undefined && isEnvelope(object) ? object : undefined;
}

function inInner(around: Located, inner: JsonObject, isEnvelope: (object: JsonObject) => boolean): Located {
  const text = firstText(inner.content)?.text;
  const within = inCarriers({ ...around, inner, text }, inner, isEnvelope);
  return within.envelope === undefined ? within : { ...within, carrier: 'double' };
}

function firstText(content: unknown): { readonly index: number; readonly text: string } | undefined {
  if (!Array.isArray(content)) return undefined;
  for (const [index, block] of content.entries()) {
    if (isObject(block) && block.type === 'text' && typeof block.text === 'string') {
      return { index, text: block.text };
    }
  }
  return undefined;
}

const BLOCK_TYPES: readonly unknown[] = ['text', 'image', 'audio', 'resource', 'resource_link'];

/** Stricter than at the door: a document with a `content` of its own, or a model's message, is data. */
function isSerialisedResult(object: JsonObject): boolean {
  const { content } = object;
  if (!Array.isArray(content) || object.role !== undefined) return false;
  if (content.length === 0) return typeof object.isError === 'boolean';
  return content.every((block: unknown) => isObject(block) && BLOCK_TYPES.includes(block.type));
}

function hasErrorWithCode(result: JsonObject): boolean {
  const { error, code } = result;
  if (error === undefined || error === null) return false;
  return code !== undefined || (isObject(error) && error.code !== undefined);
}
