import { ERROR_CODES, type ErrorCode, WARNING_CODES } from './codes.ts';
import { segment } from './json/pointer.ts';
import { isObject, type JsonObject } from './json/value.ts';
import type { Reading } from './reading.ts';
import { introspectionOf } from './rules/call.ts';
import { CATALOGUE, EXCLUSIONS } from './rules/index.ts';
import type { Check, Place, Rule, Scene, Subject, Subjects } from './rules/rule.ts';
import { NO_SETTINGS, type RuleSettings } from './rules/settings.ts';
import { type Dialect, MOST_OF_A_RULE, type Violation } from './verdict.ts';

/**
 * Returns every breach of a rule, in the order of the catalogue and then by place; at most {@link MOST_OF_A_RULE} of one rule.
 * Batch members are judged by the rules of their envelopes. A rule that is off still excludes others, so that turning one
 * off never reveals another. Never throws.
 */
export function validate(reading: Reading, settings: RuleSettings = NO_SETTINGS): readonly Violation[] {
  const walk = new EnvelopeWalk(reading);
  walk.response();
  const breaches = walk.breaches.all;
  if (breaches.length === 0) return [];
  return inOrder(breaches).flatMap(({ rule, in: frame, pointer, message }) => {
    const level = settings.get(rule.id) ?? rule.level;
    return level === 'off' ? [] : [{ rule: rule.id, level, in: frame, pointer, message }];
  });
}

interface Breach extends Listed, Pick<Violation, 'in' | 'pointer' | 'message'> {
  /** The envelope or warning that was judged; exclusions apply within it. */
  readonly scope: string;
}

/** Breaches in the order found, at most {@link MOST_OF_A_RULE} of one rule. */
class Breaches {
  readonly all: Breach[] = [];
  #counts: Map<Rule, number> | undefined;

  add(breach: Breach): void {
    this.#counts ??= new Map();
    const count = this.#counts.get(breach.rule) ?? 0;
    if (count === MOST_OF_A_RULE) return;
    this.#counts.set(breach.rule, count + 1);
    this.all.push(breach);
  }
}

interface Listed {
  readonly rule: Rule;
  readonly order: number;
}

interface Entry<S extends Subject> extends Listed {
  readonly check: Check<S>;
}

/** The checks of one dialect by what they look at, so that a response pays only for what it contains. */
type Table = { readonly [S in Subject]: readonly Entry<S>[] };

function tableOf(dialect: Dialect): Table {
  function on<S extends Subject>(subject: S): readonly Entry<S>[] {
    return CATALOGUE.flatMap((rule, order) => {
      const check = rule.check?.[subject];
      return check !== undefined && rule.dialects.includes(dialect) ? [{ rule, order, check }] : [];
    });
  }
  return {
    result: on('result'),
    result_without_envelope: on('result_without_envelope'),
    inner_result: on('inner_result'),
    copy: on('copy'),
    trailing: on('trailing'),
    rpc_error: on('rpc_error'),
    envelope: on('envelope'),
    unclear: on('unclear'),
    success: on('success'),
    failure: on('failure'),
    counterpart: on('counterpart'),
    data: on('data'),
    page: on('page'),
    pagination: on('pagination'),
    introspection: on('introspection'),
    meta: on('meta'),
    loose_error: on('loose_error'),
    error: on('error'),
    malformed_error: on('malformed_error'),
    details: on('details'),
    confirmation: on('confirmation'),
    unregistered_code: on('unregistered_code'),
    message: on('message'),
    batch: on('batch'),
    warnings: on('warnings'),
    warning: on('warning'),
    warning_code: on('warning_code'),
    standard_warning: on('standard_warning'),
  };
}

const TABLES: Readonly<Record<Dialect, Table>> = {
  'mcp-aql': tableOf('mcp-aql'),
  result: tableOf('result'),
  'error-flag': tableOf('error-flag'),
  'success-flag': tableOf('success-flag'),
  'jsonrpc-error': tableOf('jsonrpc-error'),
  plain: tableOf('plain'),
};
const NO_ENVELOPE: JsonObject = {};

/** Walks one response and collects what its rules report. */
class EnvelopeWalk implements Scene {
  readonly breaches = new Breaches();
  reading: Reading;
  place: Place = 'response';
  envelope: JsonObject = NO_ENVELOPE;
  registered: ErrorCode | undefined;
  /** Pointer to the envelope that is being judged. */
  #prefix = '';
  /** Index of the warning that is being judged, else -1. */
  #warning = -1;
  #current: Listed | undefined;
  /** Breaches of the envelope that is being judged, of which some exclude others. */
  #found: Breaches | undefined;

  constructor(reading: Reading) {
    this.reading = reading;
  }

  response(): void {
    const { located, dialect } = this.reading;
    const table = TABLES[dialect];
    this.envelope = located.envelope ?? NO_ENVELOPE;
    if (located.result !== undefined) this.#result(table, located.result);
    if (located.rpcError !== undefined) this.#run(table.rpc_error, located.rpcError);
    if (located.envelope !== undefined) this.#walk(table, located.envelope);
    this.#settle();
  }

  #result(table: Table, result: JsonObject): void {
    const { envelope, inner, copy, trailing } = this.reading.located;
    this.#run(table.result, result);
    if (envelope === undefined) this.#run(table.result_without_envelope, result);
    if (inner !== undefined) this.#run(table.inner_result, inner);
    if (isObject(copy)) this.#run(table.copy, copy);
    if (trailing !== undefined) this.#run(table.trailing, trailing);
  }

  breach(pointer: string, message: string): void {
    const scope = this.#warning === -1 ? this.#prefix : `${this.#prefix}/warnings${segment(this.#warning)}`;
    this.#add('envelope', scope + pointer, message, scope);
  }

  breachInMessage(pointer: string, message: string): void {
    this.#add('message', pointer, message, this.#prefix);
  }

  #add(frame: Violation['in'], pointer: string, message: string, scope: string): void {
    if (this.#current === undefined) return;
    const { rule, order } = this.#current;
    this.#found ??= new Breaches();
    this.#found.add({ rule, order, in: frame, pointer, message, scope });
  }

  /** Lists what was found in one envelope, without what another rule excludes there, which takes no room. */
  #settle(): void {
    if (this.#found === undefined) return;
    for (const breach of withoutExcluded(this.#found.all)) this.breaches.add(breach);
    this.#found = undefined;
  }

  #run<S extends Subject>(entries: readonly Entry<S>[], subject: Subjects[S]): void {
    for (const entry of entries) {
      this.#current = entry;
      entry.check(subject, this);
    }
  }

  #walk(table: Table, envelope: JsonObject): void {
    const { success, error, _meta, results } = envelope;
    this.#run(table.envelope, envelope);
    if (success === true) this.#success(table, envelope);
    else if (success === false) this.#failure(table, envelope);
    else this.#run(table.unclear, envelope);
    if (isObject(error)) this.#error(table, error);
    else if (error !== undefined && error !== null) this.#run(table.loose_error, error);
    if (_meta !== undefined) this.#run(table.meta, _meta);
    if (Array.isArray(results)) this.#run(table.batch, results);
    this.#settle();
    if (this.reading.dialect === 'mcp-aql') this.#inside(table, envelope);
  }

  #success(table: Table, envelope: JsonObject): void {
    const { data, warnings, error } = envelope;
    this.#run(table.success, envelope);
    if (error !== undefined) this.#run(table.counterpart, error);
    if (isObject(data)) this.#data(table, data);
    if (Array.isArray(warnings) && warnings.length > 0) this.#warnings(table, warnings);
  }

  #failure(table: Table, envelope: JsonObject): void {
    this.#run(table.failure, envelope);
    if (envelope.data !== undefined) this.#run(table.counterpart, envelope.data);
  }

  #data(table: Table, data: JsonObject): void {
    const { pageInfo, pagination } = data;
    this.#run(table.data, data);
    if (pageInfo !== undefined && pageInfo !== null) this.#run(table.page, data);
    if (isObject(pagination)) this.#run(table.pagination, pagination);
    if (this.place === 'response' && introspectionOf(this.reading.exchange) !== undefined) {
      this.#run(table.introspection, data);
    }
  }

  #warnings(table: Table, warnings: readonly unknown[]): void {
    this.#run(table.warnings, warnings);
    for (let index = 0; index < warnings.length; index++) {
      const warning = warnings[index];
      if (!isObject(warning)) continue;
      this.#warning = index;
      this.#run(table.warning, warning);
      const { code } = warning;
      if (typeof code === 'string' && code !== '') this.#run(table.warning_code, code);
    }
    if (this.place !== 'halted') {
      for (const warning of this.reading.warnings) {
        if (warning.code === null || !WARNING_CODES.has(warning.code)) continue;
        this.#warning = warning.index;
        this.#run(table.standard_warning, warning);
      }
    }
    this.#warning = -1;
  }

  #error(table: Table, error: JsonObject): void {
    const { code, message, details } = error;
    this.registered = typeof code === 'string' ? ERROR_CODES.get(code) : undefined;
    this.#run(table.error, error);
    if (!isWellFormed(error)) this.#run(table.malformed_error, error);
    if (this.registered === undefined) {
      if (typeof code === 'string' && code !== '') this.#run(table.unregistered_code, code);
    } else if (isConfirmation(this.registered)) this.#run(table.confirmation, error);
    if (isObject(details)) this.#run(table.details, details);
    if (typeof message === 'string') this.#run(table.message, message);
    this.registered = undefined;
  }

  #enter(table: Table, envelope: JsonObject, prefix: string, place: Place): void {
    this.envelope = envelope;
    this.#prefix = prefix;
    this.place = place;
    this.#walk(table, envelope);
  }

  /** The envelopes inside an envelope: the members of its batch, and what halted it. */
  #inside(table: Table, envelope: JsonObject): void {
    if (this.place === 'halted') return;
    const { reading, place } = this;
    const prefix = this.#prefix;
    for (const member of reading.members) {
      const { envelope: inner } = member.reading.located;
      if (inner === undefined) continue;
      this.reading = member.reading;
      this.#enter(table, inner, prefix + member.pointer, 'member');
    }
    this.reading = reading;
    const { halted_at: halted } = envelope;
    if (isObject(halted) && isObject(halted.result)) {
      this.#enter(table, halted.result, `${prefix}/halted_at/result`, 'halted');
    }
    this.place = place;
    this.#prefix = prefix;
    this.envelope = envelope;
  }
}

function isWellFormed(error: JsonObject): boolean {
  const { code, message, details } = error;
  if (typeof code !== 'string' || code === '' || typeof message !== 'string') return false;
  if (details !== undefined && !isObject(details)) return false;
  for (const name in error) {
    if (name !== 'code' && name !== 'message' && name !== 'details') return false;
  }
  return true;
}

function isConfirmation({ code }: ErrorCode): boolean {
  return code === 'CONFIRMATION_REQUIRED' || code === 'RATE_LIMIT_QUOTA_PAUSE';
}

/** Two rules for one cause are not both reported (EXCLUSIONS): in one envelope, or of one warning. */
function withoutExcluded(breaches: readonly Breach[]): readonly Breach[] {
  if (breaches.length === 1) return breaches;
  const excluded = new Set<string>();
  for (const { rule, scope } of breaches) {
    for (const other of EXCLUSIONS.get(rule.id) ?? []) excluded.add(`${other} ${scope}`);
  }
  if (excluded.size === 0) return breaches;
  return breaches.filter(({ rule, scope }) => !excluded.has(`${rule.id} ${scope}`));
}

/** In the order of the catalogue, then by place, regardless of the order of an object's members. */
function inOrder(breaches: readonly Breach[]): readonly Breach[] {
  if (breaches.length === 1) return breaches;
  return [...breaches].sort((a, b) => a.order - b.order || byPlace(a.pointer, b.pointer));
}

/** Segments compared in turn, indexes as numbers. */
function byPlace(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let at = 0; at < left.length && at < right.length; at++) {
    const [x = '', y = ''] = [left[at], right[at]];
    if (x === y) continue;
    const [m, n] = [Number(x), Number(y)];
    return Number.isNaN(m) || Number.isNaN(n) || m === n ? (x < y ? -1 : 1) : m - n;
  }
  return left.length - right.length;
}
