import type { Verdict, Violation } from '../../../shared/verdict.ts';
import { childOf, type JsonNode, jsonTree, stringOf } from '../json/json-tree.ts';

/** The parts of a response as written, and where each is in the whole. */
export interface Places {
  /** Everything that was captured. */
  readonly whole: JsonNode;
  /** The envelope; undefined if there is none. */
  readonly envelope: JsonNode | undefined;
  /** Pointer from the whole to the envelope, or to the string that contains it. */
  readonly envelopeAt: string;
  /** True if the envelope is text inside a string, so that pointers end at that string. */
  readonly embedded: boolean;
  /** Pointer from the whole to the JSON-RPC `result` or `error`. */
  readonly messageAt: string;
}

function treeIn(node: JsonNode | undefined): JsonNode | undefined {
  if (node?.kind !== 'string') return undefined;
  try {
    const inner = jsonTree(stringOf(node.raw)).node;
    return inner.kind === 'object' ? inner : undefined;
  } catch {
    return undefined;
  }
}

/** The first text block of a CallToolResult, with its pointer from there. */
function firstText(result: JsonNode | undefined): { node: JsonNode; at: string } | undefined {
  const content = childOf(result, 'content');
  if (content?.kind !== 'array') return undefined;
  for (const [index, block] of content.items.entries()) {
    const [type, text] = [childOf(block, 'type'), childOf(block, 'text')];
    if (type?.kind === 'string' && stringOf(type.raw) === 'text' && text?.kind === 'string')
      return { node: text, at: `/content/${index}/text` };
  }
  return undefined;
}

/** The node, unless it is null, which counts as absent. */
function given(node: JsonNode | undefined): JsonNode | undefined {
  return node?.kind === 'word' && node.raw === 'null' ? undefined : node;
}

/** `structuredContent`, or the text in it if it is FastMCP's `{"result": "…"}`. */
function structured(result: JsonNode | undefined): {
  node: JsonNode | undefined;
  at: string;
  embedded: boolean;
} {
  const content = given(childOf(result, 'structuredContent'));
  const wrapped =
    content?.kind === 'object' && content.members.length === 1
      ? treeIn(childOf(content, 'result'))
      : undefined;
  return wrapped === undefined
    ? { node: content, at: '/structuredContent', embedded: false }
    : { node: wrapped, at: '/structuredContent/result', embedded: true };
}

/** The step from a message to what was judged in it: an error beside a result is what counts, as for `unwrap`. */
function stepIn(message: JsonNode | undefined, carrier: Verdict['carrier']): '' | '/result' | '/error' {
  if (carrier === 'jsonrpc') return '/error';
  if (carrier === 'bare') return '';
  const result = childOf(message, 'result');
  const isRpc =
    childOf(message, 'jsonrpc')?.kind === 'string'
      ? result !== undefined
      : result?.kind === 'object' &&
        childOf(message, 'success') === undefined &&
        childOf(message, 'content') === undefined;
  return isRpc ? '/result' : '';
}

/** Finds in a captured text what the verdict refers to; undefined if the text is not JSON. */
export function placesOf(text: string, carrier: Verdict['carrier'], isCapture: boolean): Places | undefined {
  let whole: JsonNode;
  try {
    whole = jsonTree(text).node;
  } catch {
    return undefined;
  }
  const responseAt = isCapture ? '/response' : '';
  const response = isCapture ? childOf(whole, 'response') : whole;
  const inString = treeIn(response);
  const message = inString ?? response;
  const step = stepIn(message, carrier);
  const result = step === '' ? message : childOf(message, step.slice(1));
  const messageAt = inString === undefined ? responseAt + step : responseAt;

  const found = (node: JsonNode | undefined, at: string, embedded: boolean): Places => ({
    whole,
    envelope: node,
    envelopeAt: inString === undefined ? messageAt + at : responseAt,
    embedded: embedded || inString !== undefined,
    messageAt,
  });
  switch (carrier) {
    case 'bare':
    case 'root':
    case 'jsonrpc':
      return found(result, '', false);
    case 'structured': {
      const { node, at, embedded } = structured(result);
      return found(node, at, embedded);
    }
    case 'text':
    case 'double': {
      const text = firstText(result);
      const inText = { node: treeIn(text?.node), at: text?.at ?? '' };
      if (carrier === 'text') return found(inText.node, inText.at, true);
      // Of a result that is an object in `structuredContent`, its copy in the text was judged.
      const sent = structured(result);
      const { node: inner, at } = sent.embedded ? sent : inText;
      return found(structured(inner).node ?? treeIn(firstText(inner)?.node), at, true);
    }
    case 'none':
      return found(undefined, '', false);
  }
}

/** Pointer to a violation from the whole capture. */
export function pointerInWhole(places: Places, violation: Pick<Violation, 'in' | 'pointer'>): string {
  if (violation.in === 'message') return places.messageAt + violation.pointer;
  return places.embedded ? places.envelopeAt : places.envelopeAt + violation.pointer;
}
