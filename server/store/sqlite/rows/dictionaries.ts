import { categoryOfKnownCode } from '../../../../shared/categories.ts';
import { addTo } from '../../../../shared/collections/add-to.ts';
import { entry } from '../../../../shared/collections/entry.ts';
import type { Grouped } from '../../../../shared/fingerprint.ts';
import { OVERFLOW } from '../../../../shared/overflow.ts';
import {
  CATEGORIES,
  type Category,
  DIALECTS,
  LEVELS,
  type Level,
  type Verdict,
} from '../../../../shared/verdict.ts';
import type { CaptureFacts } from '../../record.ts';
import type { Connection } from '../file/connection.ts';
import { numberOf, wellFormed, wellFormedOrNull } from '../file/words.ts';
import { isShared, Mentions } from './mentions.ts';

/** Of what is free as a dictionary of all servers is loaded, one server can fill one of so many parts. */
const PARTS = 5;

/** A dictionary: a table whose rows are found by some of their columns. */
interface Dictionary {
  /**
   * Maximum number of entries: of one server, of all, or of all of which a server fills only a part. A server that makes up
   * names cannot fill the disk, slow down a page or crowd out the others: whatever comes after is stored under one visible
   * entry, OVERFLOW.
   */
  readonly cap: number;
  readonly per: 'server' | 'all' | 'part';
  /** Number of columns that identify an entry, which come first. */
  readonly keyed: number;
  /** Selects the id of each entry, its key as of {@link keyOf}, and its server if the cap is of each. */
  readonly load: string;
  readonly insert: string;
}

/** `rest` are columns with an initial value, updated later. */
function dictionary(
  table: string,
  [cap, per]: readonly [number, Dictionary['per']],
  key: readonly string[],
  rest: readonly string[] = [],
): Dictionary {
  const columns = [...key, ...rest];
  const holes = columns.map(() => '?').join(', ');
  return {
    cap,
    per,
    keyed: key.length,
    load: `SELECT id, json_array(${key.join(', ')}), ${per === 'server' ? 'server' : 0} FROM ${table}`,
    insert: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${holes})`,
  };
}

const SEEN = ['first_seen', 'last_seen'];

/** Maximum number of kinds of failures of a server, and of those of warnings and of violations. */
export const MOST_KINDS = 20_000;

const DICTIONARIES = {
  servers: dictionary('servers', [1000, 'all'], ['name']),
  sources: dictionary('sources', [200, 'server'], ['server', 'dialect', 'version'], SEEN),
  callers: dictionary('callers', [5000, 'part'], ['client', 'version'], SEEN),
  operations: dictionary('operations', [2000, 'server'], ['server', 'name']),
  contexts: dictionary(
    'contexts',
    [10_000, 'part'],
    ['method', 'tool', 'transport', 'carrier', 'decided_by', 'is_error', 'proven'],
  ),
  faults: dictionary('faults', [5000, 'part'], ['category', 'code']),
  // There are only those of the catalogue.
  rules: dictionary('rules', [Number.POSITIVE_INFINITY, 'all'], ['rule', 'level']),
  groups: dictionary(
    'groups',
    [2000, 'server'],
    ['key'],
    [
      ...['server', 'operation', 'dialect', 'category', 'code', 'template', 'overflow', 'count'],
      ...[...SEEN, 'state', 'state_at', 'state_count', 'regressed'],
    ],
  ),
  items: dictionary('items', [500, 'server'], ['server', 'type', 'name'], ['severity', ...SEEN]),
  conditions: dictionary('conditions', [500, 'server'], ['server', 'kind', 'operation', 'name']),
  failure_kinds: dictionary(
    'failure_kinds',
    [MOST_KINDS, 'server'],
    ['server', 'group_id', 'operation', 'dialect', 'outcome', 'fault'],
  ),
  warning_kinds: dictionary(
    'warning_kinds',
    [MOST_KINDS, 'server'],
    ['server', 'operation', 'dialect', 'outcome', 'code', 'class', 'severity', 'defaulted', 'item'],
    SEEN,
  ),
  violation_kinds: dictionary(
    'violation_kinds',
    [MOST_KINDS, 'server'],
    ['server', 'operation', 'dialect', 'outcome', 'rule'],
    [...SEEN, 'first_version'],
  ),
} as const satisfies Record<string, Dictionary>;

type Table = keyof typeof DICTIONARIES;

/** A row's columns, in the order of its dictionary. */
export type Columns = readonly (string | number | null)[];

/** The entries of a dictionary. */
interface Book {
  readonly ids: Map<string, number>;
  /** Number of entries when it was loaded. */
  readonly loaded: number;
  /** Number of entries by server; in a dictionary that all share, of those created since. */
  readonly sizes: Map<number, number>;
}

/** The id of what a dictionary does not have and may not create. */
export const NONE = -1;

/** The dictionaries as the writer sees them: each turns a name into its id, creating it if new. */
export class Dictionaries {
  readonly #connection: Connection;
  readonly #mentions: Mentions;
  readonly #creates: boolean;
  readonly #books = new Map<Table, Book>();

  /** Unless it `creates` what is new, that has the id NONE, or that of all beyond the cap. */
  constructor(connection: Connection, { creates = true } = {}) {
    this.#connection = connection;
    this.#creates = creates;
    this.#mentions = new Mentions(connection);
  }

  server(name: string): number {
    return this.id('servers', 0, [wellFormed(name)], () => [OVERFLOW]);
  }

  /** A server's version with the dialect it speaks. */
  source(
    server: number,
    { server_version, observed_at: at }: CaptureFacts,
    dialect: Verdict['dialect'],
  ): number {
    const row = (version: string | null) => [server, numberOf(DIALECTS, dialect), version, at, at];
    return this.id('sources', server, row(wellFormedOrNull(server_version)), () => row(OVERFLOW));
  }

  /** A client with its version; both null if unidentified. */
  caller(server: number, { client, client_version, observed_at: at }: CaptureFacts): number {
    const own = [wellFormedOrNull(client), wellFormedOrNull(client_version), at, at];
    return this.id('callers', server, own, () => [OVERFLOW, null, at, at]);
  }

  /** 0 if there is no operation. */
  operation(server: number, name: string | null): number {
    if (name === null) return 0;
    return this.id('operations', server, [server, wellFormed(name)], () => [server, OVERFLOW]);
  }

  /** What surrounded the envelope: the same for nearly all responses of a tool. */
  context(server: number, { method, tool, transport }: CaptureFacts, verdict: Verdict): number {
    const { carrier, decided_by, is_error, proven } = verdict;
    const row = (...names: readonly (string | null | undefined)[]) => [
      ...names.map(wellFormedOrNull),
      ...[carrier, decided_by, is_error === null ? null : Number(is_error), Number(proven)],
    ];
    return this.id('contexts', server, row(method, verdict.tool ?? tool, transport), () =>
      row(null, OVERFLOW, null),
    );
  }

  /** A category with a code, either of which may be absent; 0 if both are. No cap keeps out a code that everyone knows. */
  fault(server: number, category: Category | null, code: string | null): number {
    if (category === null && code === null) return 0;
    const row = (text: string | null) => [category === null ? null : numberOf(CATEGORIES, category), text];
    const isKnown = code === null || categoryOfKnownCode(code) !== undefined;
    return this.id('faults', server, row(wellFormedOrNull(code)), () => row(OVERFLOW), isKnown);
  }

  rule(rule: string, level: Level): number {
    const own = [rule, numberOf(LEVELS, level)];
    return this.id('rules', 0, own, () => own);
  }

  /** The error group of a failure; beyond the cap, the overflow group of its server. */
  group(
    server: number,
    operation: number,
    dialect: Verdict['dialect'],
    category: Category,
    code: string | null,
    { key, template }: Grouped,
    at: number,
  ): number {
    const spoken = numberOf(DIALECTS, dialect);
    const fresh = [0, at, at, 0, at, 0, 0];
    const what = [numberOf(CATEGORIES, category), wellFormedOrNull(code), wellFormedOrNull(template)];
    const own = [wellFormed(key), server, operation, spoken, ...what, 0, ...fresh];
    return this.id('groups', server, own, () => [
      ...[`overflow\u0000${server}`, server, 0, spoken, numberOf(CATEGORIES, 'unknown'), null, null, 1],
      ...fresh,
    ]);
  }

  /**
   * Returns the id of the entry with these columns, creating it if new; if there is no room for another one of the server,
   * that of `overflow`, created once. No cap keeps out an entry that is `exempt`.
   */
  id(table: Table, server: number, own: Columns, overflow: () => Columns, exempt = false): number {
    const id = this.#idOf(table, server, own, overflow, exempt);
    return this.#creates && isShared(table) ? this.#mentions.note(table, server, id) : id;
  }

  #idOf(table: Table, server: number, own: Columns, overflow: () => Columns, exempt: boolean): number {
    const book = this.#book(table);
    const known = book.ids.get(keyOf(table, own));
    if (known !== undefined) return known;
    const row = exempt || (this.#creates && hasRoom(table, book, server)) ? own : overflow();
    const key = keyOf(table, row);
    const there = book.ids.get(key);
    if (there !== undefined) return there;
    if (!this.#creates) return NONE;
    const id = this.#connection.insert(DICTIONARIES[table].insert, ...row);
    book.ids.set(key, id);
    if (!exempt) addTo(book.sizes, server);
    return id;
  }

  /** The entries of a dictionary, loaded on first use. */
  #book(table: Table): Book {
    return entry(this.#books, table, () => {
      const rows = this.#connection.rows<readonly [id: number, key: string, server: number]>(
        DICTIONARIES[table].load,
      );
      const ids = new Map(rows.map(([id, key]) => [key, id]));
      const sizes = new Map<number, number>();
      for (const [, , server] of rows) addTo(sizes, server);
      return { ids, loaded: ids.size, sizes };
    });
  }
}

function hasRoom(table: Table, { ids, loaded, sizes }: Book, server: number): boolean {
  const { cap, per } = DICTIONARIES[table];
  const size = sizes.get(server) ?? 0;
  if (per === 'server') return size < cap;
  return ids.size < cap && (per === 'all' || size < Math.floor((cap - loaded) / PARTS));
}

/** What an entry is found by: the same as SQLite's json_array makes of its columns. */
function keyOf(table: Table, columns: Columns): string {
  return JSON.stringify(columns.slice(0, DICTIONARIES[table].keyed));
}
