import { addTo } from '../../../../shared/add-to.ts';
import { categoryOfKnownCode } from '../../../../shared/categories.ts';
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
import { Mentions } from './mentions.ts';

/**
 * Maximum number of entries of each dictionary (of most, per server; of callers, contexts and faults, a server fills only a
 * part), so that a server that makes up names cannot fill the disk, slow down a page or crowd out the others. Whatever comes
 * after is stored under one visible entry, OVERFLOW.
 */
const CAPS = {
  servers: 1000,
  sources: 200,
  callers: 5000,
  operations: 2000,
  contexts: 10_000,
  faults: 5000,
  groups: 2000,
  items: 500,
  conditions: 500,
  failure_kinds: 20_000,
  warning_kinds: 20_000,
  violation_kinds: 20_000,
} as const;

/** Of what is free as a dictionary of all servers is loaded, one server can fill one of so many parts. */
const PARTS = 5;

const SEPARATOR = '\u0000';

interface Book {
  readonly ids: Map<string, number>;
  /** Number of entries by scope, which the cap limits. */
  readonly sizes: Map<string, number>;
  /** Number of entries when it was loaded. */
  readonly loaded: number;
  /** Number of entries created since, by the server that created them, where all servers share the dictionary. */
  readonly created: Map<number, number>;
}

/** What a name is found by in its book, and how it is stored if it is new. */
interface Entry {
  readonly key: string;
  readonly make: () => number;
}

/** The dictionaries as the writer sees them: each turns a name into its id, creating it if new. */
export class Dictionaries {
  readonly #connection: Connection;
  readonly #mentions: Mentions;
  #books = new Map<string, Book>();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#mentions = new Mentions(connection);
  }

  /** Clears what is in memory, after a rollback or a deletion. */
  reset(): void {
    this.#books = new Map();
    this.#mentions.reset();
  }

  /** The entries of a dictionary, loaded on first use; `load` selects the key and scope of each row. */
  #book(name: string, load: string): Book {
    const known = this.#books.get(name);
    if (known !== undefined) return known;
    const rows = this.#connection.all<{ id: number; key: string; scope: string }>(load);
    const book: Book = { ids: new Map(), sizes: new Map(), loaded: rows.length, created: new Map() };
    for (const row of rows) {
      book.ids.set(row.key, row.id);
      addTo(book.sizes, row.scope);
    }
    this.#books.set(name, book);
    return book;
  }

  /** Returns the id of an entry, creating it if new; if its scope is full, that of another, created once. */
  #idOf(book: Book, scope: string, cap: number, own: Entry, overflow: () => Entry): number {
    const known = book.ids.get(own.key);
    if (known !== undefined) return known;
    const size = book.sizes.get(scope) ?? 0;
    const { key, make } = size < cap ? own : overflow();
    const there = book.ids.get(key);
    if (there !== undefined) return there;
    const id = make();
    book.ids.set(key, id);
    book.sizes.set(scope, size + 1);
    return id;
  }

  /**
   * Like {@link #idOf}, in a dictionary that all servers share. Who created what is not stored: since a server's part
   * is one of what is free, it cannot fill the dictionary however often that is loaded again.
   */
  #sharedId(book: Book, server: number, cap: number, own: Entry, overflow: () => Entry): number {
    const known = book.ids.get(own.key);
    if (known !== undefined) return known;
    const size = book.ids.size;
    const part = Math.floor((cap - book.loaded) / PARTS);
    const id = this.#idOf(book, '', (book.created.get(server) ?? 0) < part ? cap : 0, own, overflow);
    if (book.ids.size > size) addTo(book.created, server);
    return id;
  }

  server(name: string): number {
    const book = this.#book('servers', `SELECT id, name AS key, '' AS scope FROM servers`);
    const entry = (key: string): Entry => ({
      key,
      make: () => this.#connection.insert('INSERT INTO servers (name) VALUES (?)', key),
    });
    return this.#idOf(book, '', CAPS.servers, entry(wellFormed(name)), () => entry(OVERFLOW));
  }

  /** A server's version with the dialect it speaks. */
  source(server: number, facts: CaptureFacts, dialect: Verdict['dialect']): number {
    const book = this.#book(
      'sources',
      `SELECT id, server || char(0) || dialect || char(0) || ifnull('=' || version, '') AS key, server || '' AS scope FROM sources`,
    );
    const spoken = numberOf(DIALECTS, dialect);
    const entry = (version: string | null): Entry => ({
      key: keyOf(server, spoken, marked(version)),
      make: () =>
        this.#connection.insert(
          'INSERT INTO sources (server, version, dialect, first_seen, last_seen) VALUES (?, ?, ?, ?, ?)',
          server,
          version,
          spoken,
          facts.observed_at,
          facts.observed_at,
        ),
    });
    const own = entry(wellFormedOrNull(facts.server_version));
    return this.#idOf(book, `${server}`, CAPS.sources, own, () => entry(OVERFLOW));
  }

  /** A client with its version; both null if unidentified. */
  caller(server: number, facts: CaptureFacts): number {
    const book = this.#book(
      'callers',
      `SELECT id, ifnull('=' || client, '') || char(0) || ifnull('=' || version, '') AS key, '' AS scope FROM callers`,
    );
    const entry = (client: string | null, version: string | null): Entry => ({
      key: keyOf(marked(client), marked(version)),
      make: () =>
        this.#connection.insert(
          'INSERT INTO callers (client, version, first_seen, last_seen) VALUES (?, ?, ?, ?)',
          client,
          version,
          facts.observed_at,
          facts.observed_at,
        ),
    });
    const own = entry(wellFormedOrNull(facts.client), wellFormedOrNull(facts.client_version));
    const id = this.#sharedId(book, server, CAPS.callers, own, () => entry(OVERFLOW, null));
    return this.#mentions.note('callers', server, id);
  }

  /** 0 if there is no operation. */
  operation(server: number, name: string | null): number {
    if (name === null) return 0;
    const book = this.#book(
      'operations',
      `SELECT id, server || char(0) || name AS key, server || '' AS scope FROM operations`,
    );
    const entry = (text: string): Entry => ({
      key: keyOf(server, text),
      make: () =>
        this.#connection.insert('INSERT INTO operations (server, name) VALUES (?, ?)', server, text),
    });
    return this.#idOf(book, `${server}`, CAPS.operations, entry(wellFormed(name)), () => entry(OVERFLOW));
  }

  /** What surrounded the envelope: the same for nearly all responses of a tool. */
  context(server: number, facts: CaptureFacts, verdict: Verdict): number {
    const book = this.#book(
      'contexts',
      `SELECT id, concat_ws(char(0), ifnull('=' || method, ''), ifnull('=' || tool, ''), ifnull('=' || transport, ''), carrier,
         decided_by, ifnull(is_error, ''), proven) AS key, '' AS scope FROM contexts`,
    );
    const { carrier, decided_by } = verdict;
    const isError = verdict.is_error === null ? null : Number(verdict.is_error);
    const proven = Number(verdict.proven);
    const entry = (method: string | null, tool: string | null, transport: string | null): Entry => ({
      key: keyOf(marked(method), marked(tool), marked(transport), carrier, decided_by, isError ?? '', proven),
      make: () =>
        this.#connection.insert(
          'INSERT INTO contexts (method, tool, transport, carrier, decided_by, is_error, proven) VALUES (?, ?, ?, ?, ?, ?, ?)',
          method,
          tool,
          transport,
          carrier,
          decided_by,
          isError,
          proven,
        ),
    });
    const own = entry(
      wellFormedOrNull(facts.method),
      wellFormedOrNull(verdict.tool ?? facts.tool),
      wellFormedOrNull(facts.transport),
    );
    const id = this.#sharedId(book, server, CAPS.contexts, own, () => entry(null, OVERFLOW, null));
    return this.#mentions.note('contexts', server, id);
  }

  /** A category with a code, either of which may be absent; 0 if both are. No cap keeps out a code that everyone knows. */
  fault(server: number, category: Category | null, code: string | null): number {
    if (category === null && code === null) return 0;
    const book = this.#book(
      'faults',
      `SELECT id, ifnull(category, '') || char(0) || ifnull('=' || code, '') AS key, '' AS scope FROM faults`,
    );
    const number = category === null ? null : numberOf(CATEGORIES, category);
    const entry = (text: string | null): Entry => ({
      key: keyOf(number ?? '', marked(text)),
      make: () => this.#connection.insert('INSERT INTO faults (category, code) VALUES (?, ?)', number, text),
    });
    const own = entry(wellFormedOrNull(code));
    const overflow = () => entry(OVERFLOW);
    const id =
      code === null || categoryOfKnownCode(code) !== undefined
        ? this.#idOf(book, '', Number.POSITIVE_INFINITY, own, overflow)
        : this.#sharedId(book, server, CAPS.faults, own, overflow);
    return this.#mentions.note('faults', server, id);
  }

  /** Not capped: there are only those of the catalogue. */
  rule(rule: string, level: Level): number {
    const book = this.#book('rules', `SELECT id, rule || char(0) || level AS key, '' AS scope FROM rules`);
    const number = numberOf(LEVELS, level);
    const own: Entry = {
      key: keyOf(rule, number),
      make: () => this.#connection.insert('INSERT INTO rules (rule, level) VALUES (?, ?)', rule, number),
    };
    return this.#idOf(book, '', Number.POSITIVE_INFINITY, own, () => own);
  }

  /** The error group of a failure; beyond the cap, the overflow group of its server. */
  group(
    server: number,
    operation: number,
    dialect: Verdict['dialect'],
    category: Category,
    code: string | null,
    facts: Grouped,
    at: number,
  ): number {
    const book = this.#book('groups', `SELECT id, key, server || '' AS scope FROM groups`);
    const entry = (key: string, template: string | null, own: boolean): Entry => ({
      key,
      make: () =>
        this.#connection.insert(
          `INSERT INTO groups (key, server, operation, dialect, category, code, template, overflow, count, first_seen,
             last_seen, state, state_at, state_count, regressed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, 0, ?, 0, 0)`,
          key,
          server,
          own ? operation : 0,
          numberOf(DIALECTS, dialect),
          numberOf(CATEGORIES, own ? category : 'unknown'),
          own ? wellFormedOrNull(code) : null,
          template,
          Number(!own),
          at,
          at,
          at,
        ),
    });
    const own = entry(wellFormed(facts.key), wellFormedOrNull(facts.template), true);
    return this.#idOf(book, `${server}`, CAPS.groups, own, () =>
      entry(keyOf('overflow', server), null, false),
    );
  }

  /**
   * A kind of failure, warning or violation: the columns that its cells are counted by. `coarse` is the kind
   * used once the server has too many.
   */
  kind(
    table: KindTable,
    server: number,
    columns: readonly KindValue[],
    coarse: readonly KindValue[],
  ): number {
    const names = KIND_COLUMNS[table];
    const book = this.#book(
      table,
      `SELECT id, json_array(${names.key.join(', ')}) AS key, server || '' AS scope FROM ${table}`,
    );
    const entry = (values: readonly KindValue[]): Entry => ({
      key: JSON.stringify(values.slice(0, names.key.length)),
      make: () =>
        this.#connection.insert(
          `INSERT INTO ${table} (${[...names.key, ...names.rest].join(', ')})
           VALUES (${values.map(() => '?').join(', ')})`,
          ...values,
        ),
    });
    return this.#idOf(book, `${server}`, CAPS[table], entry(columns), () => entry(coarse));
  }
}

function keyOf(...parts: readonly (string | number)[]): string {
  return parts.join(SEPARATOR);
}

/** Marks text that may be absent, so that it differs from empty text. */
function marked(text: string | null): string {
  return text === null ? '' : `=${text}`;
}

export type KindValue = string | number | null;

/** `key` columns identify a kind; `rest` are initial values, updated later. */
const KIND_COLUMNS = {
  failure_kinds: { key: ['server', 'group_id', 'operation', 'dialect', 'outcome', 'fault'], rest: [] },
  warning_kinds: {
    key: ['server', 'operation', 'dialect', 'outcome', 'code', 'class', 'severity', 'defaulted', 'item'],
    rest: ['first_seen', 'last_seen'],
  },
  violation_kinds: {
    key: ['server', 'operation', 'dialect', 'outcome', 'rule'],
    rest: ['first_seen', 'last_seen', 'first_version'],
  },
  items: {
    key: ['server', 'type', 'name'],
    rest: ['severity', 'first_seen', 'last_seen'],
  },
  conditions: { key: ['server', 'kind', 'operation', 'name'], rest: [] },
} as const;

type KindTable = keyof typeof KIND_COLUMNS;
