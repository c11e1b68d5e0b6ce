import { OVERFLOW } from '../../../../shared/overflow.ts';
import {
  CATEGORIES,
  type Category,
  DIALECTS,
  LEVELS,
  type Level,
  type Verdict,
} from '../../../../shared/verdict.ts';
import type { CaptureFacts, GroupFacts } from '../../record.ts';
import type { Connection } from '../file/connection.ts';
import { numberOf, wellFormed } from '../file/words.ts';

/**
 * Maximum number of entries of each dictionary (of most, per server), so that a server that makes up names
 * cannot fill the disk or slow down a page. Whatever comes after is stored under one visible entry, OVERFLOW.
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
  kinds: 20_000,
} as const;

const SEPARATOR = '\u0000';

interface Book {
  readonly ids: Map<string, number>;
  /** Number of entries by scope, which the cap limits. */
  readonly sizes: Map<string, number>;
}

/** The dictionaries as the writer sees them: each turns a name into its id, creating it if new. */
export class Dictionaries {
  readonly #connection: Connection;
  #books = new Map<string, Book>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Clears what is in memory, after a rollback or a deletion. */
  reset(): void {
    this.#books = new Map();
  }

  /** The entries of a dictionary, loaded on first use; `load` selects the key and scope of each row. */
  #book(name: string, load: string): Book {
    const known = this.#books.get(name);
    if (known !== undefined) return known;
    const book: Book = { ids: new Map(), sizes: new Map() };
    for (const row of this.#connection.all<{ id: number; key: string; scope: string }>(load)) {
      book.ids.set(row.key, row.id);
      book.sizes.set(row.scope, (book.sizes.get(row.scope) ?? 0) + 1);
    }
    this.#books.set(name, book);
    return book;
  }

  /**
   * Returns the id of `key`, creating it if new. If the scope is full, returns the id of `overflowKey`, which
   * `makeOverflow` creates once.
   */
  #entry(
    book: Book,
    scope: string,
    cap: number,
    key: string,
    make: () => number,
    overflowKey: string,
    makeOverflow: () => number,
  ): number {
    const known = book.ids.get(key);
    if (known !== undefined) return known;
    const size = book.sizes.get(scope) ?? 0;
    const full = size >= cap;
    const wanted = full ? overflowKey : key;
    const there = full ? book.ids.get(wanted) : undefined;
    if (there !== undefined) return there;
    const id = full ? makeOverflow() : make();
    book.ids.set(wanted, id);
    book.sizes.set(scope, size + 1);
    return id;
  }

  server(name: string): number {
    const book = this.#book('servers', `SELECT id, name AS key, '' AS scope FROM servers`);
    const make = (text: string) => () =>
      this.#connection.insert('INSERT INTO servers (name) VALUES (?)', text);
    const key = wellFormed(name);
    return this.#entry(book, '', CAPS.servers, key, make(key), OVERFLOW, make(OVERFLOW));
  }

  /** A server's version with the dialect it speaks. */
  source(server: number, facts: CaptureFacts, dialect: Verdict['dialect']): number {
    const book = this.#book(
      'sources',
      `SELECT id, server || char(0) || dialect || char(0) || ifnull('=' || version, '') AS key, server || '' AS scope FROM sources`,
    );
    const spoken = numberOf(DIALECTS, dialect);
    const make = (version: string | null) => () =>
      this.#connection.insert(
        'INSERT INTO sources (server, version, dialect, first_seen, last_seen) VALUES (?, ?, ?, ?, ?)',
        server,
        version,
        spoken,
        facts.observed_at,
        facts.observed_at,
      );
    const keyOf = (version: string | null) =>
      [server, spoken, version === null ? '' : `=${version}`].join(SEPARATOR);
    const version = facts.server_version === undefined ? null : wellFormed(facts.server_version);
    return this.#entry(
      book,
      `${server}`,
      CAPS.sources,
      keyOf(version),
      make(version),
      keyOf(OVERFLOW),
      make(OVERFLOW),
    );
  }

  /** A client with its version; both null if unidentified. */
  caller(facts: CaptureFacts): number {
    const book = this.#book(
      'callers',
      `SELECT id, ifnull('=' || client, '') || char(0) || ifnull('=' || version, '') AS key, '' AS scope FROM callers`,
    );
    const make = (client: string | null, version: string | null) => () =>
      this.#connection.insert(
        'INSERT INTO callers (client, version, first_seen, last_seen) VALUES (?, ?, ?, ?)',
        client,
        version,
        facts.observed_at,
        facts.observed_at,
      );
    const client = facts.client === undefined ? null : wellFormed(facts.client);
    const version = facts.client_version === undefined ? null : wellFormed(facts.client_version);
    const key = `${client === null ? '' : `=${client}`}${SEPARATOR}${version === null ? '' : `=${version}`}`;
    return this.#entry(
      book,
      '',
      CAPS.callers,
      key,
      make(client, version),
      `=${OVERFLOW}${SEPARATOR}`,
      make(OVERFLOW, null),
    );
  }

  /** 0 if there is no operation. */
  operation(server: number, name: string | null): number {
    if (name === null) return 0;
    const book = this.#book(
      'operations',
      `SELECT id, server || char(0) || name AS key, server || '' AS scope FROM operations`,
    );
    const make = (text: string) => () =>
      this.#connection.insert('INSERT INTO operations (server, name) VALUES (?, ?)', server, text);
    const key = wellFormed(name);
    return this.#entry(
      book,
      `${server}`,
      CAPS.operations,
      `${server}${SEPARATOR}${key}`,
      make(key),
      `${server}${SEPARATOR}${OVERFLOW}`,
      make(OVERFLOW),
    );
  }

  /** What surrounded the envelope: the same for nearly all responses of a tool. */
  context(facts: CaptureFacts, verdict: Verdict): number {
    const book = this.#book(
      'contexts',
      `SELECT id, concat_ws(char(0), ifnull('=' || method, ''), ifnull('=' || tool, ''), ifnull('=' || transport, ''), carrier,
         decided_by, ifnull(is_error, ''), proven) AS key, '' AS scope FROM contexts`,
    );
    const values = (tool: string | null, method: string | null, transport: string | null) => [
      method,
      tool,
      transport,
      verdict.carrier,
      verdict.decided_by,
      verdict.is_error === null ? null : Number(verdict.is_error),
      Number(verdict.proven),
    ];
    const text = (value: string | null | undefined) =>
      value === null || value === undefined ? null : wellFormed(value);
    const own = values(text(verdict.tool ?? facts.tool), text(facts.method), text(facts.transport));
    const other = values(OVERFLOW, null, null);
    const make = (row: readonly unknown[]) => () =>
      this.#connection.insert(
        'INSERT INTO contexts (method, tool, transport, carrier, decided_by, is_error, proven) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...row,
      );
    return this.#entry(book, '', CAPS.contexts, contextKey(own), make(own), contextKey(other), make(other));
  }

  /** A category with a code, either of which may be absent; 0 if both are. */
  fault(category: Category | null, code: string | null): number {
    if (category === null && code === null) return 0;
    const book = this.#book(
      'faults',
      `SELECT id, ifnull(category, '') || char(0) || ifnull('=' || code, '') AS key, '' AS scope FROM faults`,
    );
    const number = category === null ? null : numberOf(CATEGORIES, category);
    const make = (text: string | null) => () =>
      this.#connection.insert('INSERT INTO faults (category, code) VALUES (?, ?)', number, text);
    const keyOf = (text: string | null) => `${number ?? ''}${SEPARATOR}${text === null ? '' : `=${text}`}`;
    const text = code === null ? null : wellFormed(code);
    return this.#entry(book, '', CAPS.faults, keyOf(text), make(text), keyOf(OVERFLOW), make(OVERFLOW));
  }

  rule(rule: string, level: Level): number {
    const book = this.#book('rules', `SELECT id, rule || char(0) || level AS key, '' AS scope FROM rules`);
    const number = numberOf(LEVELS, level);
    const make = () => this.#connection.insert('INSERT INTO rules (rule, level) VALUES (?, ?)', rule, number);
    const key = `${rule}${SEPARATOR}${number}`;
    return this.#entry(book, '', Number.POSITIVE_INFINITY, key, make, key, make);
  }

  /** The error group of a failure; beyond the cap, the overflow group of its server. */
  group(
    server: number,
    operation: number,
    dialect: Verdict['dialect'],
    category: Category,
    code: string | null,
    facts: GroupFacts,
    at: number,
  ): number {
    const book = this.#book('groups', `SELECT id, key, server || '' AS scope FROM groups`);
    const insert = (key: string, template: string | null, own: boolean) =>
      this.#connection.insert(
        `INSERT INTO groups (key, server, operation, dialect, category, code, template, overflow, count, first_seen,
           last_seen, state, state_at, state_count, regressed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, 0, ?, 0, 0)`,
        key,
        server,
        own ? operation : 0,
        numberOf(DIALECTS, dialect),
        numberOf(CATEGORIES, own ? category : 'unknown'),
        own && code !== null ? wellFormed(code) : null,
        template,
        Number(!own),
        at,
        at,
        at,
      );
    const key = wellFormed(facts.key);
    const template = facts.template === null ? null : wellFormed(facts.template);
    const overflowKey = `overflow${SEPARATOR}${server}`;
    return this.#entry(
      book,
      `${server}`,
      CAPS.groups,
      key,
      () => insert(key, template, true),
      overflowKey,
      () => insert(overflowKey, null, false),
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
    const make = (values: readonly KindValue[]) => () =>
      this.#connection.insert(
        `INSERT INTO ${table} (${[...names.key, ...names.rest].join(', ')})
         VALUES (${[...names.key, ...names.rest].map(() => '?').join(', ')})`,
        ...values,
      );
    const keyOf = (values: readonly KindValue[]) => JSON.stringify(values.slice(0, names.key.length));
    return this.#entry(
      book,
      `${server}`,
      table === 'items' ? CAPS.items : table === 'conditions' ? CAPS.conditions : CAPS.kinds,
      keyOf(columns),
      make(columns),
      keyOf(coarse),
      make(coarse),
    );
  }
}

/** Marks text that may be absent, so that it differs from empty text. */
function contextKey([method, tool, transport, ...rest]: readonly KindValue[]): string {
  const marked = [method, tool, transport].map((value) => (value === null ? '' : `=${value}`));
  return [...marked, ...rest.map((value) => value ?? '')].join(SEPARATOR);
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

export type KindTable = keyof typeof KIND_COLUMNS;
