import { beforeAll, describe, expect, test } from 'vitest';
import { STORY_DAYS } from '../../../server/demo/script.ts';
import { live, type StoryCapture, story } from '../../../server/demo/story.ts';
import { judge } from '../../../shared/inspect.ts';
import { read } from '../../../shared/read.ts';
import { foldAcross } from '../../../shared/sessions/fold.ts';
import { Memory } from '../../../shared/sessions/memory.ts';
import { notesOf } from '../../../shared/sessions/notes.ts';
import { DAY, HOUR } from '../../../shared/time/units.ts';
import { CATEGORIES, DIALECTS, OUTCOMES, type Verdict } from '../../../shared/verdict.ts';

const SEED = 7;
const END = Date.UTC(2026, 10, 18, 13, 42, 7);

/** The rules that each server is meant to break. */
const BROKEN: Readonly<Record<string, readonly string[]>> = {
  'app-logs': ['FLG-02', 'FLG-04', 'FLG-05', 'FLG-07'],
  filesystem: ['MCP-02'],
  'github-adapter': ['CODE-03', 'SES-02', 'SES-05'],
  inventory: ['CODE-03', 'ENV-03', 'ENV-08', 'SES-01', 'WRN-10', 'WRN-21'],
  'mcp-guide': [],
  notes: ['ENV-01', 'ERR-01', 'MSG-01', 'MSG-02', 'SES-03', 'SES-06', 'TRN-06', 'TRN-08', 'TRN-09'],
  'otel-traces': [],
  'payments-api': [],
  'team-handbook': ['RES-03', 'RES-06', 'RES-09', 'SES-04'],
  'warehouse-sql': [],
  'web-search': ['MCP-04'],
  workflows: ['FLG-07', 'MCP-02', 'TRN-05', 'TRN-06'],
};

interface Judged {
  readonly capture: StoryCapture;
  readonly verdict: Verdict;
  /** Rules across responses that this one breaks together with earlier ones. */
  readonly across: readonly string[];
}

/** Judges captures in order, as the server does. */
function judged(captures: Iterable<StoryCapture>): Judged[] {
  const memory = new Memory();
  return Array.from(captures, (capture) => {
    const { response, method, tool, params, observed_at } = capture;
    const reading = read({ response, method, tool, params, observed_at });
    const notes = notesOf(reading, (token) => token);
    const observed = { server: capture.server, ref: capture.id, at: observed_at, notes };
    return { capture, verdict: judge(reading), across: foldAcross(memory, observed).map(({ rule }) => rule) };
  });
}

test.each([
  [4, Date.UTC(2026, 11, 1, 2, 31)],
  [4, Date.UTC(2026, 11, 1, 4, 31)],
  [SEED, END],
])('seed %i has one incident at %i, beside which nothing else stands out', (seed, end) => {
  const failures = Array.from(story(seed, end))
    .filter(({ observed_at }) => observed_at >= end - 3 * HOUR)
    .map(({ server, response }) => `${server} ${JSON.stringify(response)}`);
  const of = (server: string, code: string) =>
    failures.filter((said) => said.startsWith(`${server} `) && said.includes(code)).length;
  expect(of('payments-api', 'INTERNAL_ERROR')).toBeGreaterThan(2 * of('otel-traces', 'UPSTREAM_ERROR'));
});

describe('the month of story', () => {
  let month: Judged[];
  beforeAll(() => {
    month = judged(story(SEED, END));
  });

  const of = (server: string) => month.filter(({ capture }) => capture.server === server);
  const rulesOf = (items: readonly Judged[]) =>
    [
      ...new Set(
        items.flatMap(({ verdict, across }) => [...verdict.violations.map(({ rule }) => rule), ...across]),
      ),
    ].sort();

  test('is large, in order, and ends now', () => {
    expect(month.length).toBeGreaterThan(40_000);
    expect(month.length).toBeLessThan(60_000);
    const times = month.map(({ capture }) => capture.observed_at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(0)).toBeGreaterThanOrEqual(END - STORY_DAYS * DAY);
    expect(times.at(-1)).toBeLessThan(END);
    expect(times.at(-1)).toBeGreaterThan(END - HOUR);
  });

  test('has every dialect from more than one server, every outcome, and every category but the generator’s', () => {
    const speakers = (dialect: string) =>
      new Set(month.filter(({ verdict }) => verdict.dialect === dialect).map(({ capture }) => capture.server))
        .size;
    expect(DIALECTS.filter((dialect) => speakers(dialect) < 2)).toEqual([]);
    const outcomes = new Set(month.map(({ verdict }) => verdict.outcome));
    expect(OUTCOMES.filter((outcome) => !outcomes.has(outcome))).toEqual([]);
    const categories = new Set(month.map(({ verdict }) => verdict.category));
    expect(CATEGORIES.filter((category) => !categories.has(category))).toEqual(['schema']);
  });

  test('has warnings with every standard code and severity', () => {
    const warnings = month.flatMap(({ verdict }) => verdict.warnings);
    expect(new Set(warnings.map(({ reading }) => reading?.kind))).toEqual(
      new Set(['quota', 'deprecation', 'truncation', 'slow']),
    );
    expect(new Set(warnings.map(({ severity }) => severity))).toEqual(new Set([0, 1, 2]));
  });

  test('breaks exactly the intended rules', () => {
    const servers = new Set(month.map(({ capture }) => capture.server));
    expect(Object.fromEntries([...servers].map((server) => [server, rulesOf(of(server))] as const))).toEqual(
      BROKEN,
    );
  });

  test('ends in an incident that came with a version and whose group had been quiet', () => {
    const failing = of('payments-api').filter(
      ({ verdict }) => verdict.code === 'INTERNAL_ERROR' && verdict.operation === 'create_refund',
    );
    const ago = ({ capture }: Judged) => (END - capture.observed_at) / DAY;
    const now = failing.filter((item) => ago(item) < 0.1);
    expect(now.length).toBeGreaterThan(30);
    expect(new Set(now.map(({ capture }) => capture.server_version))).toEqual(new Set(['4.2.0']));
    expect(failing.filter((item) => ago(item) > 22).length).toBeGreaterThan(10);
    expect(failing.filter((item) => ago(item) > 0.1 && ago(item) < 22)).toEqual([]);
  });

  test('has deprecated items that fade, fell silent, are past their date, or replace one another', () => {
    const uses = (item: string, from: number, to: number) =>
      month.filter(({ capture, verdict }) => {
        const ago = (END - capture.observed_at) / DAY;
        return (
          ago >= from &&
          ago < to &&
          verdict.warnings.some(
            ({ reading }) => reading?.kind === 'deprecation' && reading.deprecated_item === item,
          )
        );
      }).length;
    expect(uses('sku_prefix', 0, 7)).toBeGreaterThan(0);
    expect(uses('sku_prefix', 0, 7)).toBeLessThan(uses('sku_prefix', 7, 14) / 2);
    expect(uses('get_stock_v1', 0, 21)).toBe(0);
    expect(uses('get_stock_v1', 21, 30)).toBeGreaterThan(0);
    expect(uses('export_csv', 0, 30)).toBe(0);
    expect(uses('export_csv', 30, STORY_DAYS)).toBeGreaterThan(0);
    expect(uses('list_repos', 0, 7)).toBeGreaterThan(0);
    expect(uses('render_inline', 0, 7) * uses('render_template', 0, 7)).toBeGreaterThan(0);
  });

  test('fills a quota in its last hour', () => {
    const shares = of('github-adapter')
      .filter(({ capture }) => capture.observed_at >= END - (END % HOUR))
      .flatMap(({ verdict }) => verdict.warnings)
      .flatMap(({ reading }) => (reading?.kind === 'quota' ? [reading.ratio] : []));
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBeCloseTo(0.86, 1);
  });

  test('is identical for the same seed, and different for another', () => {
    const head = (seed: number) => {
      const told = story(seed, END);
      return Array.from({ length: 500 }, () => told.next().value);
    };
    expect(head(SEED)).toEqual(month.slice(0, 500).map(({ capture }) => capture));
    expect(head(SEED + 1)).not.toEqual(head(SEED));
  });
});

test('live traffic continues after the story, in order, within the requested time', () => {
  const tell = live(SEED, END);
  const told = Array.from({ length: 600 }, (_, second) =>
    tell(END + second * 1000, END + (second + 1) * 1000),
  ).flat();
  const times = told.map(({ observed_at }) => observed_at);
  expect(told.length).toBeGreaterThan(20);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(END);
  expect(Math.max(...times)).toBeLessThan(END + 600_000);
});
