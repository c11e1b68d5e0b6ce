import type { Reading } from '../reading.ts';
import { CATALOGUE } from '../rules/index.ts';
import type { Note, SessionCheck, SessionScene, SessionSubject, SessionSubjects } from './note.ts';

/**
 * Every note that the rules across responses take of a response; `hash` as in {@link SessionScene}. If the response has
 * secrets, `stored` is its reading without them: only hashes are taken of a secret. Pure.
 */
export function notesOf(
  reading: Reading,
  hash: (token: string) => string,
  stored: Reading = reading,
): readonly Note[] {
  if (stored === reading) return taken(reading, hash);
  return [
    ...taken(stored, hash).filter(({ rule }) => !HASHING.has(rule)),
    ...taken(reading, hash).filter(({ rule }) => HASHING.has(rule)),
  ];
}

const HASHING: ReadonlySet<string> = new Set(
  CATALOGUE.filter(({ across }) => across?.hashes).map(({ id }) => id),
);

function taken(reading: Reading, hash: (token: string) => string): readonly Note[] {
  const taking = new Taking(hash);
  taking.response(reading);
  return taking.notes;
}

interface Entry<S extends SessionSubject> {
  readonly rule: string;
  readonly check: SessionCheck<S>;
}

function on<S extends SessionSubject>(subject: S): readonly Entry<S>[] {
  return CATALOGUE.flatMap(({ id, across }) => {
    const check = across?.notes[subject];
    return check === undefined ? [] : [{ rule: id, check }];
  });
}

const ON_RESPONSE = on('response');
const ON_ENVELOPE = on('envelope');
const ON_FAILURE = on('failure');
const ON_WARNING = on('warning');

/** Walks one response. */
class Taking implements SessionScene {
  readonly notes: Note[] = [];
  readonly hash: (token: string) => string;
  /** Pointer to the envelope that is being looked at. */
  #prefix = '';
  #rule = '';

  constructor(hash: (token: string) => string) {
    this.hash = hash;
  }

  response(reading: Reading): void {
    this.#run(ON_RESPONSE, reading);
    if (reading.dialect === 'mcp-aql') this.#envelope(reading);
  }

  /** Parts of a key are prefixed with their length, so that no two lists of parts make the same key. */
  note(parts: readonly (string | null)[], word: string, pointer: string, about = ''): void {
    let key = '';
    for (const part of parts) key += part === null ? ' -' : ` ${part.length} ${part}`;
    this.notes.push({ rule: this.#rule, key, word, pointer: this.#prefix + pointer, about });
  }

  #run<S extends SessionSubject>(entries: readonly Entry<S>[], subject: SessionSubjects[S]): void {
    for (const { rule, check } of entries) {
      this.#rule = rule;
      check(subject, this);
    }
  }

  #envelope(reading: Reading): void {
    if (reading.located.envelope !== undefined) this.#run(ON_ENVELOPE, reading.located.envelope);
    if (reading.category !== null) this.#run(ON_FAILURE, reading);
    for (const warning of reading.warnings) this.#run(ON_WARNING, warning);
    const prefix = this.#prefix;
    for (const member of reading.members) {
      this.#prefix = prefix + member.pointer;
      this.#envelope(member.reading);
    }
  }
}
