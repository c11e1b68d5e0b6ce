import { describe, expect, test } from 'vitest';
import { Fold } from '../../../server/ingest/fold.ts';
import { read } from '../../../shared/read.ts';
import { redactor } from '../../../shared/redact.ts';

/** Responses that ask for confirmation with one token. */
const issuing = read({
  response: {
    success: false,
    error: { code: 'CONFIRMATION_REQUIRED', message: 'm' },
    confirmation: { token: 'geheim' },
  },
});

function observe(fold: Fold, id?: string, server = 'shop') {
  const facts = { server, observed_at: 0, received_at: 0, ...(id !== undefined && { id }) };
  return fold.across(facts, issuing).map(({ rule, earlier }) => [rule, earlier]);
}

describe('what was learnt across responses', () => {
  test('is known after a restart, with the key of its hashes', () => {
    const fold = new Fold(new Map(), undefined);
    expect(observe(fold, 'a')).toEqual([]);
    const again = new Fold(new Map(), fold.save());
    expect(observe(again, 'b')).toEqual([['SES-06', 'a']]);
    expect(again.save().toString()).not.toContain('geheim');
  });

  test('is returned to, and forgotten of one server', () => {
    const fold = new Fold(new Map(), undefined);
    const empty = fold.save();
    observe(fold, 'a');
    observe(fold, 'b', 'shopping');
    fold.forget('shop');
    expect(observe(fold, 'c')).toEqual([]);
    expect(observe(fold, 'd', 'shopping')).toEqual([['SES-06', 'b']]);
    fold.restore(empty);
    expect(observe(fold, 'e', 'shopping')).toEqual([]);
  });

  test('tells captures without an id apart, also after a restart, but names none of them', () => {
    const fold = new Fold(new Map(), undefined);
    expect(observe(fold)).toEqual([]);
    const saved = fold.save();
    expect(observe(fold)).toEqual([['SES-06', undefined]]);
    expect(observe(new Fold(new Map(), saved))).toEqual([['SES-06', undefined]]);
  });

  test('is reported as the settings of the rules say', () => {
    const off = new Fold(new Map([['SES-06', 'off']]), undefined);
    observe(off, 'a');
    expect(observe(off, 'b')).toEqual([]);
    expect(observe(new Fold(new Map(), off.save()), 'c')).toEqual([['SES-06', 'b']]);
  });

  test('has no secrets that its settings or an earlier build did not know', () => {
    const fold = new Fold(new Map(), undefined);
    const warning = (details: object) =>
      read({
        tool: 'mcp_aql_read',
        response: {
          success: true,
          data: 1,
          warnings: [{ code: 'W', message: 'm', severity: 'low', details }],
        },
      });
    const facts = { server: 'shop', observed_at: 0, received_at: 0, id: 'a' };
    fold.across(facts, warning({ iban: 'geheim' }));
    fold.across(facts, warning({ about: 'this' }));
    // What it remembers of these is the last code, and of the first that it was seen.
    for (const code of ['{"iban":"geheim"}', 'INTERNAL_ERROR'])
      fold.across(
        facts,
        read({ tool: 'mcp_aql_read', response: { success: false, error: { code, message: 'It failed' } } }),
      );
    const redact = redactor([/^iban$/]);
    const { revision } = fold;
    fold.forgetSecrets(redact);
    expect(fold.revision).toBeGreaterThan(revision);
    expect(fold.save().toString()).not.toContain('geheim');
    expect(fold.save().toString()).toContain('this');
    const kept = fold.revision;
    fold.forgetSecrets(redact);
    expect(fold.revision).toBe(kept);
  });

  test('is saved anew if it cannot be read, such as that of an earlier build', () => {
    const revisionOf = (saved: string) => new Fold(new Map(), Buffer.from(saved)).revision;
    const memory = { version: 2, forgotten: 0, entries: [['SES-01 geheim', 'a', 'low', []]] };
    expect(revisionOf(JSON.stringify({ key: '', unnamed: 0, memory }))).toBeGreaterThan(0);
    expect(revisionOf('{"key":')).toBeGreaterThan(0);
    expect(new Fold(new Map(), undefined).revision).toBe(0);
  });

  test('is of one response that is sent twice', () => {
    const fold = new Fold(new Map(), undefined);
    observe(fold, 'a');
    expect(observe(fold, 'a')).toEqual([]);
  });

  test.each([
    '',
    '{"key":',
    'null',
    '[]',
    '{}',
    '{"key":1}',
    '{"key":"","memory":1}',
    '{"key":"a","unnamed":"1"}',
  ])('is nothing if %j was saved', (saved) => {
    const fold = new Fold(new Map(), Buffer.from(saved));
    expect(observe(fold, 'a')).toEqual([]);
    expect(observe(fold, 'b')).toEqual([['SES-06', 'a']]);
  });
});
