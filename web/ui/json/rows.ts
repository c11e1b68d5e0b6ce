import { segment, segmentsOf } from '../../../shared/json/pointer.ts';
import { childOf, type JsonNode } from './json-tree.ts';

/** The content of a line of the view. */
type RowText =
  /** `size` is the number of children. */
  | { readonly kind: 'open'; readonly bracket: string; readonly size: number }
  | { readonly kind: 'close'; readonly bracket: string }
  | { readonly kind: 'token'; readonly node: JsonNode }
  /** A small container on one line. */
  | { readonly kind: 'inline'; readonly node: JsonNode }
  /** A collapsed container. */
  | { readonly kind: 'folded'; readonly bracket: string; readonly size: number }
  /** Items that are not shown. */
  | { readonly kind: 'more'; readonly hidden: number }
  /** A missing member that a mark points to. */
  | { readonly kind: 'ghost' };

export interface JsonRow {
  /** RFC 6901, from the root of the view. */
  readonly pointer: string;
  readonly depth: number;
  /** Line number from 1; null for a ghost. */
  readonly line: number | null;
  /** Member name as written, with its quotes; null for items and the root. */
  readonly name: string | null;
  readonly text: RowText;
  readonly comma: boolean;
  /** Pointers of the marks on this line. */
  readonly marks: readonly string[];
}

interface RowsAsk {
  readonly node: JsonNode;
  /** Pointers that have a mark; their ancestors are expanded. */
  readonly marked: readonly string[];
  /** Containers that the user toggled from their default, expanded or collapsed. */
  readonly turned: ReadonlySet<string>;
}

/** Maximum width in characters of a container on one line. */
const INLINE_WIDTH = 76;
/** Number of array items shown; a single line stands for the rest. */
const FIRST_ITEMS = 50;
/** Containers deeper than this start collapsed, unless they contain a mark. */
const OPEN_DEPTH = 6;

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

/** Where a mark can go: its node, under the parent if only the node is missing, or the nearest ancestor. */
function placeOf(root: JsonNode, pointer: string): { readonly at: string; readonly missing: boolean } {
  const names = segmentsOf(pointer) ?? [];
  let node = root;
  for (const [depth, name] of names.entries()) {
    const next = childOf(node, name);
    if (next === undefined) {
      const parent = names.slice(0, depth).map(segment).join('');
      const holds = depth === names.length - 1 && (node.kind === 'object' || node.kind === 'array');
      return holds ? { at: pointer, missing: true } : { at: parent, missing: false };
    }
    node = next;
  }
  return { at: pointer, missing: false };
}

/** The lines of a JSON value, with a place for every mark, whether or not its member exists. */
export function jsonRows({ node, marked, turned }: RowsAsk): JsonRow[] {
  const rows: JsonRow[] = [];
  const standing = new Map<string, string[]>();
  const missing = new Map<string, string[]>();
  const ancestors = new Set<string>();
  for (const pointer of new Set(marked)) {
    const { at, missing: absent } = placeOf(node, pointer);
    const parent = at.slice(0, Math.max(0, at.lastIndexOf('/')));
    const [table, key] = absent ? [missing, parent] : [standing, at];
    table.set(key, [...(table.get(key) ?? []), pointer]);
    for (let up = at; up !== ''; ) {
      up = up.slice(0, up.lastIndexOf('/'));
      ancestors.add(up);
    }
  }
  let line = 0;

  const push = (row: Omit<JsonRow, 'line'>) => {
    const ghost = row.text.kind === 'ghost';
    if (!ghost) line += 1;
    rows.push({ ...row, line: ghost ? null : line });
  };

  /** Missing members; they follow the first existing one, since the end may be a thousand lines away. */
  const ghosts = (pointer: string, depth: number) => {
    for (const wanted of missing.get(pointer) ?? []) {
      const name = JSON.stringify(segmentsOf(wanted)?.at(-1) ?? '');
      push({ pointer: wanted, depth, name, text: { kind: 'ghost' }, comma: false, marks: [wanted] });
    }
  };

  const walk = (value: JsonNode, pointer: string, depth: number, name: string | null, comma: boolean) => {
    const row = { pointer, depth, name, comma, marks: standing.get(pointer) ?? [] };
    if (value.kind !== 'object' && value.kind !== 'array') {
      push({ ...row, text: { kind: 'token', node: value } });
      return;
    }
    const isObject = value.kind === 'object';
    const children: readonly { raw: string | null; step: string; value: JsonNode }[] = isObject
      ? value.members.map((member) => ({ raw: member.raw, step: segment(member.name), value: member.value }))
      : value.items.map((item, index) => ({ raw: null, step: segment(index), value: item }));
    const size = children.length;
    const holdsMark = ancestors.has(pointer);
    if (!holdsMark && inlineText(value) !== undefined && depth > 0) {
      push({ ...row, text: { kind: 'inline', node: value } });
      return;
    }
    const openByDefault = depth < OPEN_DEPTH || holdsMark;
    if (turned.has(pointer) === openByDefault && depth > 0) {
      push({ ...row, text: { kind: 'folded', bracket: isObject ? '{ … }' : '[ … ]', size } });
      return;
    }
    const [left, right] = isObject ? (['{', '}'] as const) : (['[', ']'] as const);
    push({ ...row, comma: false, text: { kind: 'open', bracket: left, size } });
    // In `turned`, this stands for the items that are hidden at first; it is no pointer.
    const rest = `${pointer} …`;
    const allShown = size <= FIRST_ITEMS || turned.has(rest);
    let hidden = 0;
    const flush = () => {
      if (hidden > 0)
        push({
          pointer: rest,
          depth: depth + 1,
          name: null,
          comma: false,
          marks: [],
          text: { kind: 'more', hidden },
        });
      hidden = 0;
    };
    for (const [index, child] of children.entries()) {
      const at = pointer + child.step;
      if (!allShown && index >= FIRST_ITEMS && !ancestors.has(at) && !standing.has(at)) {
        hidden += 1;
        continue;
      }
      flush();
      walk(child.value, at, depth + 1, child.raw, index < size - 1);
      if (index === 0 && isObject) ghosts(pointer, depth + 1);
    }
    flush();
    if (size === 0 || !isObject) ghosts(pointer, depth + 1);
    push({ pointer, depth, name: null, comma, marks: [], text: { kind: 'close', bracket: right } });
  };

  walk(node, '', 0, null, false);
  return rows;
}
