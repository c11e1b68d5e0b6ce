import { entry } from '../../../shared/collections/entry.ts';
import { segment, segmentsOf } from '../../../shared/json/pointer.ts';
import { childOf, type JsonNode } from './json-tree.ts';
import { inlineText } from './layout.ts';

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

/** Number of array items shown; a single line stands for the rest. */
const FIRST_ITEMS = 50;
/** Containers deeper than this start collapsed, unless they contain a mark. */
const OPEN_DEPTH = 6;

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

/** Where the marks of a view stand. */
interface Marks {
  /** By the pointer of the node. */
  readonly standing: ReadonlyMap<string, readonly string[]>;
  /** By the pointer of the parent, of nodes that are missing. */
  readonly missing: ReadonlyMap<string, readonly string[]>;
  /** Pointers of what holds a mark. */
  readonly ancestors: ReadonlySet<string>;
}

function marksIn(node: JsonNode, marked: readonly string[]): Marks {
  const standing = new Map<string, string[]>();
  const missing = new Map<string, string[]>();
  const ancestors = new Set<string>();
  for (const pointer of new Set(marked)) {
    const place = placeOf(node, pointer);
    if (place.missing) entry(missing, parentOf(place.at), () => []).push(pointer);
    else entry(standing, place.at, () => []).push(pointer);
    for (let up = place.at; up !== ''; ) {
      up = parentOf(up);
      ancestors.add(up);
    }
  }
  return { standing, missing, ancestors };
}

const parentOf = (pointer: string) => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

/** A node where it stands in the view. */
interface Placed extends Pick<JsonRow, 'pointer' | 'depth' | 'name' | 'comma'> {
  readonly value: JsonNode;
}

type Container = Extract<JsonNode, { readonly kind: 'object' | 'array' }>;

function childrenOf(container: Container, pointer: string, depth: number): readonly Placed[] {
  const children =
    container.kind === 'object'
      ? container.members.map(({ raw, name, value }) => ({ value, name: raw, step: name }))
      : container.items.map((value, step) => ({ value, name: null, step }));
  return children.map(({ value, name, step }, index) => ({
    value,
    name,
    pointer: pointer + segment(step),
    depth: depth + 1,
    comma: index < children.length - 1,
  }));
}

/** The lines of a JSON value, with a place for every mark, whether or not its member exists. */
export function jsonRows({ node, marked, turned }: RowsAsk): JsonRow[] {
  const { standing, missing, ancestors } = marksIn(node, marked);
  const rows: JsonRow[] = [];
  let line = 0;

  const push = (row: Omit<JsonRow, 'line'>) => {
    const ghost = row.text.kind === 'ghost';
    if (!ghost) line += 1;
    rows.push({ ...row, line: ghost ? null : line });
  };

  const walk = ({ value, ...place }: Placed) => {
    const { pointer, depth } = place;
    const row = { ...place, marks: standing.get(pointer) ?? [] };
    if (value.kind !== 'object' && value.kind !== 'array') {
      push({ ...row, text: { kind: 'token', node: value } });
      return;
    }
    const holdsMark = ancestors.has(pointer);
    if (!holdsMark && depth > 0 && inlineText(value) !== undefined) {
      push({ ...row, text: { kind: 'inline', node: value } });
      return;
    }
    const children = childrenOf(value, pointer, depth);
    const [left, right] = value.kind === 'object' ? (['{', '}'] as const) : (['[', ']'] as const);
    const isOpenAtFirst = depth < OPEN_DEPTH || holdsMark;
    if (depth > 0 && turned.has(pointer) === isOpenAtFirst) {
      push({ ...row, text: { kind: 'folded', bracket: `${left} … ${right}`, size: children.length } });
      return;
    }
    push({ ...row, comma: false, text: { kind: 'open', bracket: left, size: children.length } });
    walkAll(children, pointer, depth + 1);
    if (children.length === 0 || value.kind === 'array') ghosts(pointer, depth + 1);
    push({ ...row, name: null, marks: [], text: { kind: 'close', bracket: right } });
  };

  /** The children of a container, with one line in place of those in a row that are hidden at first. */
  const walkAll = (children: readonly Placed[], pointer: string, depth: number) => {
    // In `turned`, this stands for the items that are hidden at first; it is no pointer.
    const rest = `${pointer} …`;
    const allShown = children.length <= FIRST_ITEMS || turned.has(rest);
    let hidden = 0;
    const tellHidden = () => {
      const row = { pointer: rest, depth, name: null, comma: false, marks: [] };
      if (hidden > 0) push({ ...row, text: { kind: 'more', hidden } });
      hidden = 0;
    };
    for (const [index, child] of children.entries()) {
      const isMarked = ancestors.has(child.pointer) || standing.has(child.pointer);
      if (!allShown && index >= FIRST_ITEMS && !isMarked) {
        hidden += 1;
        continue;
      }
      tellHidden();
      walk(child);
      if (index === 0 && child.name !== null) ghosts(pointer, depth);
    }
    tellHidden();
  };

  /** Missing members; they follow the first existing one, since the end may be a thousand lines away. */
  const ghosts = (pointer: string, depth: number) => {
    for (const wanted of missing.get(pointer) ?? []) {
      const name = JSON.stringify(segmentsOf(wanted)?.at(-1) ?? '');
      push({ pointer: wanted, depth, name, text: { kind: 'ghost' }, comma: false, marks: [wanted] });
    }
  };

  walk({ value: node, pointer: '', depth: 0, name: null, comma: false });
  return rows;
}
