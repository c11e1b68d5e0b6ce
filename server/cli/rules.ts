import type { Exchange } from '../../shared/exchange.ts';
import { CATALOGUE, RULE_IDS, ruleById } from '../../shared/rules/index.ts';
import type { Rule } from '../../shared/rules/rule.ts';
import type { RuleSettings } from '../../shared/rules/settings.ts';
import { nearest } from '../../shared/text/nearest.ts';
import type { Level } from '../../shared/verdict.ts';
import { type Command, CommandError } from './command.ts';
import { config, readConfigFile } from './config-file.ts';
import { type Paint, paintFor, paintLevel } from './paint.ts';

export const rules: Command = {
  description: 'With --config, levels are shown as configured.',
  operands: { shown: '[ID]', least: 0, most: 1 },
  flags: [config],
  async run(input) {
    const { rules: settings } = readConfigFile(input.get(config));
    const paint = paintFor(process.stdout);
    const [id] = input.operands;
    process.stdout.write(id === undefined ? catalogue(settings, paint) : page(find(id), settings, paint));
    return 0;
  },
};

function find(id: string): Rule {
  const rule = ruleById(id.toUpperCase());
  if (rule !== undefined) return rule;
  const near = nearest(id, RULE_IDS);
  const hint = near === undefined ? 'run `mailroom rules` for a list' : `did you mean ${near}?`;
  throw new CommandError(`unknown rule ${id}; ${hint}`);
}

function levelOf({ id, level }: Rule, settings: RuleSettings): Level | 'off' {
  return settings.get(id) ?? level;
}

function catalogue(settings: RuleSettings, paint: Paint): string {
  return CATALOGUE.map((rule) => {
    const level = levelOf(rule, settings);
    return `${paint('bold', rule.id.padEnd(8))}${paintLevel(paint, level, level.padEnd(8))}${rule.title}\n`;
  }).join('');
}

function page(rule: Rule, settings: RuleSettings, paint: Paint): string {
  const level = levelOf(rule, settings);
  const changed = level === rule.level ? '' : ` (${rule.level} by default)`;
  return [
    `${paint('bold', rule.id)}  ${paintLevel(paint, level, level)}${changed}  ${rule.title}`,
    '',
    `Broken when  ${rule.condition}`,
    `Why          ${rule.reason}`,
    `Clause       ${rule.source}`,
    `Dialects     ${rule.dialects.join(', ')}`,
    `Reported at  ${rule.pointer || 'the root'}`,
    '',
    ...rule.bad.flatMap(({ note, exchange, pointer }) => [
      `${paint('red', 'bad')}   ${note ?? `at ${pointer || 'the root'}`}`,
      ...shown(exchange),
      '',
    ]),
    ...rule.good.flatMap(({ note, exchange }) => [
      `${paint('green', 'good')}  ${note ?? ''}`.trimEnd(),
      ...shown(exchange),
      '',
    ]),
  ].join('\n');
}

/** One response, or several in order for a rule across responses. */
function shown(exchange: Exchange | readonly Exchange[]): string[] {
  const exchanges = 'response' in exchange ? [exchange] : exchange;
  return exchanges.flatMap(({ response }) =>
    JSON.stringify(response, null, 2)
      .split('\n')
      .map((line) => `      ${line}`),
  );
}
