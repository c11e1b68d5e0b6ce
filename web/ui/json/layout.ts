import type { JsonNode } from './json-tree.ts';

/** Maximum width in characters of a container on one line. */
const INLINE_WIDTH = 76;

/** The node on one line, as written; undefined if that is wider than `room`. */
export function inlineText(node: JsonNode, room = INLINE_WIDTH): string | undefined {
  if (node.kind !== 'object' && node.kind !== 'array') return node.raw.length <= room ? node.raw : undefined;
  const children = node.kind === 'object' ? node.members : node.items.map((value) => ({ raw: '', value }));
  if (children.length === 0 && room < 2) return undefined;
  if (children.length === 0) return node.kind === 'object' ? '{}' : '[]';
  const parts: string[] = [];
  // An object has a blank inside each brace; the last part has no comma and blank after it.
  let left = node.kind === 'object' ? room - 2 : room;
  for (const { raw, value } of children) {
    const text = inlineText(value, left);
    if (text === undefined) return undefined;
    const part = raw === '' ? text : `${raw}: ${text}`;
    left -= part.length + 2;
    if (left < 0) return undefined;
    parts.push(part);
  }
  return node.kind === 'object' ? `{ ${parts.join(', ')} }` : `[${parts.join(', ')}]`;
}

/** Width in characters up to which deeper lines are indented further, so that no text grows beyond measure. */
const MAX_INDENT = 40;

/** The node in lines, as written; what fits on one line stays on it. */
export function laidOut(node: JsonNode, indent = ''): string {
  const inline = inlineText(node);
  if (inline !== undefined) return inline;
  if (node.kind !== 'object' && node.kind !== 'array') return node.raw;
  const inner = indent.length < MAX_INDENT ? `${indent}  ` : indent;
  const lines =
    node.kind === 'object'
      ? node.members.map(({ raw, value }) => `${inner}${raw}: ${laidOut(value, inner)}`)
      : node.items.map((item) => inner + laidOut(item, inner));
  const [open, close] = node.kind === 'object' ? ['{', '}'] : ['[', ']'];
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
