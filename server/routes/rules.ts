import type { FastifyInstance } from 'fastify';
import type { RuleDetail, RuleRow } from '../../shared/api/rules.ts';
import type { ViolationRow, Violations } from '../../shared/api/violations.ts';
import { sum } from '../../shared/collections/sum.ts';
import type { Exchange } from '../../shared/exchange.ts';
import { CATALOGUE, CATALOGUE_VERSION, ruleById } from '../../shared/rules/index.ts';
import { judged } from '../../shared/rules/judged.ts';
import type { BadExample, GoodExample, Rule } from '../../shared/rules/rule.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import { iso } from '../../shared/time/instant.ts';
import { notFound } from '../errors.ts';
import type { Questions } from '../store/store.ts';
import { filterOf } from './filter.ts';
import { newestViolation } from './newest-violation.ts';
import { answer, type Services } from './route.ts';

/** Maximum number of offenders listed for a rule, most violations first. */
const MOST_OFFENDERS = 50;

export function rulesRoutes(app: FastifyInstance, { store, clock, rules }: Services): void {
  answer(app, 'GET /api/v1/rules', async ({ query }) => {
    const { items, coverage } = withoutTotals(await store.violations(filterOf(query, clock())));
    return {
      ...coverage,
      catalogue: CATALOGUE_VERSION,
      items: CATALOGUE.map((rule) => rowOf(rule, rules, items)),
    };
  });

  answer(app, 'GET /api/v1/rules/:id', async ({ query, params }) => {
    const rule = ruleById(params.id);
    if (rule === undefined) throw notFound('rule', params.id);
    const filter = { ...filterOf(query, clock()), rule: [rule.id] };
    const { items, coverage } = withoutTotals(await store.violations(filter));
    const worst = items.toSorted((a, b) => b.count - a.count).slice(0, MOST_OFFENDERS);
    return {
      ...coverage,
      ...rowOf(rule, rules, items),
      reason: rule.reason,
      pointer: rule.pointer,
      bad: rule.bad.map((example) => exampleOf(rule, example)),
      good: rule.good.map((example) => exampleOf(rule, example)),
      offenders: await Promise.all(worst.map((row) => offenderOf(row, store))),
    };
  });
}

/** The items of an answer, and which range they cover. */
function withoutTotals({ items, must: _, should: __, info: ___, ...coverage }: Violations) {
  return { items, coverage };
}

/** A response has one server, so the rows of a rule, one per server, can be summed. */
function rowOf(rule: Rule, settings: RuleSettings, violations: readonly ViolationRow[]): RuleRow {
  const broken = violations.filter((row) => row.rule === rule.id);
  const setting = settings.get(rule.id);
  return {
    id: rule.id,
    level: setting === undefined || setting === 'off' ? rule.level : setting,
    off: setting === 'off',
    dialects: [...rule.dialects],
    scope: scopeOf(rule),
    title: rule.title,
    condition: rule.condition,
    source: rule.source,
    in_seeds: rule.inSeeds === true,
    count: sum(broken.map(({ count }) => count)),
    responses: sum(broken.map(({ responses }) => responses)),
  };
}

function scopeOf({ across, needsRequest }: Rule): RuleRow['scope'] {
  if (across !== undefined) return 'cross-response';
  return needsRequest === true ? 'request+response' : 'response';
}

/** Returns an example with the engine's verdicts on it. */
function exampleOf({ id }: Rule, example: GoodExample | BadExample): RuleDetail['bad'][number] {
  const { note, exchange } = example;
  const verdicts = judged(id, example).map(({ carrier, violations }) => ({
    carrier,
    violations: [...violations],
  }));
  const shown = 'response' in exchange ? captureOf(exchange) : exchange.map(captureOf);
  return { ...(note !== undefined && { note }), exchange: shown, verdicts };
}

/** Returns an exchange as the capture, without its server, that it is read from. */
function captureOf({ observed_at, ...asked }: Exchange) {
  return { ...asked, ...(observed_at !== undefined && { observed_at: iso(observed_at) }) };
}

/** Returns a server that breaks the rule, with the pointer and message of its newest violation. */
async function offenderOf(row: ViolationRow, store: Questions): Promise<RuleDetail['offenders'][number]> {
  const newest = await newestViolation(row, (id) => store.response(id));
  return { ...row, pointer: newest?.pointer ?? null, message: newest?.message ?? null };
}
