import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childOf, jsonTree, MAX_TREE_DEPTH } from '../../web/ui/json/json-tree.ts';
import { inlineText, laidOut } from '../../web/ui/json/layout.ts';
import { jsonRows } from '../../web/ui/json/rows.ts';

const rowsOf = (text: string, marked: string[] = [], turned: string[] = []) =>
  jsonRows({ node: jsonTree(text).node, marked, turned: new Set(turned) });

describe('the tree of a JSON text', () => {
  it('keeps tokens, order and repeated members as they were written', () => {
    const text = '{"b":1e400,"a":1.0,"10":true,"2":"\\u0041","a":-0}';
    expect(inlineText(jsonTree(text).node)).toBe(
      '{ "b": 1e400, "a": 1.0, "10": true, "2": "\\u0041", "a": -0 }',
    );
    expect(childOf(jsonTree(text).node, 'a')).toEqual({ kind: 'number', raw: '-0' });
  });

  it('returns the text that follows the value', () => {
    expect(jsonTree('{"a": 1}\n[Active]').rest).toBe('\n[Active]');
  });

  it.each(['', '{', '{"a"}', '[1,]', '{"a":1,}', '"open', 'nul', '{a:1}'])('refuses %j', (text) => {
    expect(() => jsonTree(text)).toThrow(SyntaxError);
  });

  it('refuses what nests too deep instead of overflowing', () => {
    const depth = MAX_TREE_DEPTH + 2;
    expect(() => jsonTree('['.repeat(depth) + ']'.repeat(depth))).toThrow(/levels deep/);
    expect(() => jsonTree('['.repeat(100_000))).toThrow(SyntaxError);
  });

  it('reads whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const { node, rest } = jsonTree(text);
        expect(rest).toBe('');
        expect(JSON.parse(inlineText(node, Number.POSITIVE_INFINITY) ?? '')).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('a JSON text in lines', () => {
  it('keeps every token, and on one line what fits there', () => {
    const text = `{"b":1e400,"a":{"x":[1,2]},"list":["${'y'.repeat(80)}",{}],"a":-0}`;
    expect(laidOut(jsonTree(text).node).split('\n')).toEqual([
      '{',
      '  "b": 1e400,',
      '  "a": { "x": [1, 2] },',
      '  "list": [',
      `    "${'y'.repeat(80)}",`,
      '    {}',
      '  ],',
      '  "a": -0',
      '}',
    ]);
  });

  it('means the same, and does not grow beyond measure, however deep it is', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(laidOut(jsonTree(text).node))).toEqual(JSON.parse(text));
      }),
    );
    const deep = `${'['.repeat(MAX_TREE_DEPTH)}${'1,'.repeat(10_000)}1${']'.repeat(MAX_TREE_DEPTH)}`;
    expect(laidOut(jsonTree(deep).node).length).toBeLessThan(25 * deep.length);
  });
});

describe('the lines of a JSON value', () => {
  it('has each with its name, its depth and the comma that follows it', () => {
    const text = `{"a":["${'x'.repeat(80)}",{"b":1},{"c":"${'y'.repeat(80)}"}],"d":{},"e":[${'"z",'.repeat(30)}5]}`;
    const node = jsonTree(text).node;
    const lines = rowsOf(text).map(({ depth, name, text, comma }) => {
      const token = 'bracket' in text ? text.bracket : 'node' in text && inlineText(text.node, 99);
      return `${'  '.repeat(depth)}${name === null ? '' : `${name}: `}${token}${comma ? ',' : ''}`;
    });
    expect(lines).toEqual(laidOut(node).split('\n'));
  });

  it('expands the path to a mark and puts it on its own line', () => {
    const rows = rowsOf('{"a":{"b":{"c":1}},"d":[1,2]}', ['/a/b/c']);
    expect(rows.find((row) => row.marks.length > 0)).toMatchObject({ pointer: '/a/b/c', line: 4 });
    expect(rows.find((row) => row.pointer === '/d')?.text.kind).toBe('inline');
  });

  it('puts a container on one line exactly if it fits', () => {
    const written = (text: string, room?: number) => inlineText(jsonTree(text).node, room);
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.integer({ min: -4, max: 4 }), (text, spare) => {
        const whole = written(text, Number.POSITIVE_INFINITY) ?? '';
        expect(written(text, whole.length + spare)).toBe(spare < 0 ? undefined : whole);
      }),
    );
    const wide = (length: number) => `{"a":{"b":"${'x'.repeat(length)}"}}`;
    const kinds = (length: number) => rowsOf(wide(length)).map((row) => row.text.kind);
    // `{ "b": "" }` is 11 characters wide.
    expect(kinds(76 - 11)).toEqual(['open', 'inline', 'close']);
    expect(kinds(77 - 11)).toEqual(['open', 'open', 'token', 'close', 'close']);
  });

  it('opens six levels, and folds what is too wide below', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 'x'.repeat(80) : { a: nested(levels - 1) });
    const kinds = (levels: number, marked?: string[]) =>
      rowsOf(JSON.stringify(nested(levels)), marked).map((row) => row.text.kind);
    expect(kinds(6)).toEqual([...Array(6).fill('open'), 'token', ...Array(6).fill('close')]);
    expect(kinds(7)).toEqual([...Array(6).fill('open'), 'folded', ...Array(6).fill('close')]);
    expect(kinds(8, ['/a'.repeat(8)])).toEqual([
      ...Array(8).fill('open'),
      'token',
      ...Array(8).fill('close'),
    ]);
  });

  it('puts a missing member on a line without a number below its parent', () => {
    const rows = rowsOf('{"success":true}', ['/data']);
    expect(rows.map((row) => [row.line, row.text.kind])).toEqual([
      [1, 'open'],
      [2, 'token'],
      [null, 'ghost'],
      [3, 'close'],
    ]);
  });

  it('puts a missing member after the first existing one, in sight, not after a long value', () => {
    const text = JSON.stringify({ success: true, items: Array.from({ length: 40 }, (_, id) => ({ id })) });
    expect(rowsOf(text, ['/data'])[2]).toMatchObject({ pointer: '/data', text: { kind: 'ghost' } });
  });

  it('puts a mark on the nearest ancestor if even its parent is no container', () => {
    const rows = rowsOf('{"warnings":["slow"]}', ['/warnings/0/code']);
    expect(rows.find((row) => row.marks.includes('/warnings/0/code'))?.pointer).toBe('/warnings/0');
  });

  it('cuts a long array short and shows all of it on request', () => {
    const text = JSON.stringify({ items: Array.from({ length: 120 }, (_, id) => ({ id })) });
    const cut = rowsOf(text).find((row) => row.text.kind === 'more');
    expect(cut?.text).toEqual({ kind: 'more', hidden: 70 });
    const hidden = rowsOf(text, ['/items/80/id']).map((row) => row.text.kind === 'more' && row.text.hidden);
    expect(hidden.filter((number) => number !== false)).toEqual([30, 39]);
    expect(rowsOf(text, [], [cut?.pointer ?? '']).some((row) => row.text.kind === 'more')).toBe(false);
  });

  it('takes no index with a leading zero for an item', () => {
    expect(rowsOf('[7]', ['/00']).filter(({ marks }) => marks.length > 0)).toMatchObject([
      { pointer: '/00', line: null },
    ]);
  });

  it('shows every mark once, at any pointer of any value', () => {
    const step = fc.oneof(fc.constantFrom('a', 'b/c', '~', '', '0', '__proto__'), fc.string());
    const pointer = fc
      .array(step, { maxLength: 4 })
      .map((steps) => steps.map((s) => `/${s.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''));
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.array(pointer, { maxLength: 4 }), (text, marked) => {
        const shown = rowsOf(text, marked).flatMap((row) => row.marks);
        expect(shown.toSorted()).toEqual([...new Set(marked)].toSorted());
      }),
    );
  });
});
