import { firstText, textAt } from './content.ts';
import { equalWithoutNulls } from './json/equality.ts';
import { type JsonPrefix, jsonPrefix } from './json/prefix.ts';
import { isObject, type JsonObject } from './json/value.ts';
import type { Located } from './reading.ts';
import { taskOf } from './task.ts';

/** A Located that is filled step by step; its fields are in a fixed order, so that all have one hidden class. */
class LocatedDraft implements Located {
  carrier: Located['carrier'] = 'none';
  envelope: JsonObject | undefined = undefined;
  result: JsonObject | undefined = undefined;
  inner: Located['inner'] = undefined;
  rpcError: JsonObject | undefined = undefined;
  isError: boolean | undefined = undefined;
  text: string | undefined = undefined;
  textPointer: string | undefined = undefined;
  payload: JsonObject | undefined = undefined;
  trailing: string | undefined = undefined;
  copy: unknown = undefined;
}

/** Stands for a result that is no object: it has nothing that a CallToolResult may have. */
const NO_MEMBERS: JsonObject = {};

/** Pointer to the string that FastMCP wraps. */
export const WRAPPED = '/structuredContent/result';

type IsEnvelope = (object: JsonObject) => boolean;

/**
 * Finds the envelope in a response: a JSON-RPC message, a CallToolResult, a bare envelope, or any of these as a string.
 * Looks in `structuredContent`, or (only if that is absent) in the first text block, then inside a CallToolResult that was
 * serialised into it, then at the result's root; never inside `data`. Never throws.
 * `isEnvelope` decides which objects are envelopes.
 */
export function unwrap(response: unknown, isEnvelope: IsEnvelope): Located {
  const draft = new LocatedDraft();
  if (isObject(response)) inMessage(draft, response, isEnvelope);
  else if (typeof response === 'string') inString(draft, response, isEnvelope);
  return draft;
}

/** An envelope with nothing around it. */
export function bare(envelope: JsonObject): Located {
  const draft = new LocatedDraft();
  stand(draft, 'bare', envelope);
  return draft;
}

function stand(draft: LocatedDraft, carrier: Located['carrier'], envelope: JsonObject): void {
  draft.carrier = carrier;
  draft.envelope = envelope;
}

function inString(draft: LocatedDraft, response: string, isEnvelope: IsEnvelope): void {
  const object = jsonPrefix(response)?.object;
  if (object !== undefined) inMessage(draft, object, isEnvelope);
  if (draft.carrier === 'none' && draft.result === undefined) draft.text = response;
}

function inMessage(draft: LocatedDraft, message: JsonObject, isEnvelope: IsEnvelope): void {
  if (isRpc(message)) inRpc(draft, message, isEnvelope);
  else if (isCallToolResult(message)) inResult(draft, message, isEnvelope);
  else if (isEnvelope(message)) stand(draft, 'bare', message);
  else draft.payload = message;
}

function inRpc(draft: LocatedDraft, { error, result }: JsonObject, isEnvelope: IsEnvelope): void {
  if (error !== undefined && error !== null) {
    draft.carrier = 'jsonrpc';
    draft.rpcError = isObject(error) ? error : {};
  } else if (isObject(result)) {
    inResult(draft, result, isEnvelope);
  } else {
    draft.result = NO_MEMBERS;
    if (typeof result === 'string') draft.text = result;
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

function isCallToolResult({ content, structuredContent, success, isError, resultType }: JsonObject): boolean {
  if (structuredContent !== undefined && structuredContent !== null) return true;
  if (success === undefined)
    return Array.isArray(content) || typeof isError === 'boolean' || typeof resultType === 'string';
  // Beside `success`, a list without a block is data.
  return Array.isArray(content) && (content.length === 0 || content.some(isBlock));
}

/** Not yet an answer: asks the client for more (MCP 2026-07-28), or names the task that will have the answer. */
function isPending(result: JsonObject): boolean {
  return result.resultType === 'input_required' || taskOf(result) !== undefined;
}

function isBlock(item: unknown): boolean {
  return isObject(item) && typeof item.type === 'string';
}

function inResult(draft: LocatedDraft, result: JsonObject, isEnvelope: IsEnvelope): void {
  if (isPending(result)) return;
  draft.result = result;
  if (typeof result.isError === 'boolean') draft.isError = result.isError;
  const index = firstText(result.content);
  if (index !== -1) draft.textPointer = `/content/${index}/text`;
  inCarriers(draft, result, index, isEnvelope);
  if (draft.envelope === undefined && (isEnvelope(result) || hasErrorWithCode(result))) {
    stand(draft, 'root', result);
    draft.payload = undefined;
  }
}

/** Looks in what a CallToolResult carries; `index` is that of its first text block, -1 if there is none. */
function inCarriers(draft: LocatedDraft, result: JsonObject, index: number, isEnvelope: IsEnvelope): void {
  draft.text = textAt(result.content, index);
  const { structuredContent } = result;
  if (structuredContent !== undefined && structuredContent !== null) {
    inStructured(draft, structuredContent, isEnvelope);
    return;
  }
  const prefix = draft.text === undefined ? undefined : jsonPrefix(draft.text);
  if (prefix === undefined) return;
  if (isEnvelope(prefix.object)) {
    stand(draft, 'text', prefix.object);
    draft.trailing = prefix.trailing || undefined;
  } else {
    inSerialised(draft, prefix, pointerToText(draft), isEnvelope);
  }
}

/** Looks once inside a CallToolResult that was serialised into the text at `pointer` of another. */
function inSerialised(
  draft: LocatedDraft,
  { object, trailing }: JsonPrefix,
  pointer: string,
  isEnvelope: IsEnvelope,
): void {
  if (draft.inner !== undefined || !isSerialisedResult(object)) {
    draft.payload = object;
    return;
  }
  draft.inner = { result: object, pointer };
  inCarriers(draft, object, firstText(object.content), isEnvelope);
  if (draft.envelope === undefined) {
    draft.payload ??= object;
    return;
  }
  draft.carrier = 'double';
  draft.trailing ??= trailing || undefined;
}

function inStructured(draft: LocatedDraft, structured: unknown, isEnvelope: IsEnvelope): void {
  if (!isObject(structured)) return;
  const wrapped = wrappedString(structured);
  const prefix = wrapped === undefined ? undefined : jsonPrefix(wrapped);
  const object = prefix?.object ?? structured;
  if (isEnvelope(object)) {
    stand(draft, 'structured', object);
    draft.trailing = prefix?.trailing || undefined;
    draft.copy = wrapped !== undefined && draft.text === wrapped ? object : copyIn(draft, isEnvelope)?.object;
  } else if (prefix !== undefined) {
    const pointer = draft.text === wrapped ? pointerToText(draft) : WRAPPED;
    inSerialised(draft, prefix, pointer, isEnvelope);
  } else {
    // FastMCP sends a CallToolResult that a tool returned as an object in both places.
    const isCopy = (object: JsonObject) => equalWithoutNulls(object, structured);
    const copy = isSerialisedResult(structured) ? copyIn(draft, isCopy) : undefined;
    if (copy === undefined) draft.payload = wrappedObject(draft, structured) ?? structured;
    else inSerialised(draft, copy, pointerToText(draft), isEnvelope);
  }
}

/** A text that was read has a pointer, unless it is that of an inner result, whose own is not needed. */
const pointerToText = ({ textPointer = '/content' }: Located) => textPointer;

/** FastMCP sends a string result as `{"result": "<string>"}`. */
function wrappedString(structured: JsonObject): string | undefined {
  const { result } = structured;
  return typeof result === 'string' && Object.keys(structured).length === 1 ? result : undefined;
}

/** FastMCP sends an object of a union type as `{"result": {…}}`, and in the text as it is. */
function wrappedObject(draft: Located, structured: JsonObject): JsonObject | undefined {
  const { result } = structured;
  if (!isObject(result) || Object.keys(structured).length > 1) return undefined;
  return copyIn(draft, (object) => equalWithoutNulls(object, result))?.object;
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
  if (error === undefined || error === null || error === false || error === '') return false;
  return code !== undefined || (isObject(error) && error.code !== undefined);
}
