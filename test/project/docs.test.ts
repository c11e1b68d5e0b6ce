import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import type { TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { type Command, helpOf } from '../../server/cli/command.ts';
import { COMMANDS } from '../../server/cli/commands.ts';
import { environmentName } from '../../server/cli/flags.ts';
import type { Dimension } from '../../server/store/answers/selection.ts';
import { FACETS_HOLD, SCOPES } from '../../server/store/sqlite/plan/held.ts';
import { COUNT_BUDGET } from '../../server/store/sqlite/plan/scan.ts';
import type { Route } from '../../shared/api/contract.ts';
import { FilterQuery } from '../../shared/api/filter.ts';
import { api } from '../../shared/api/index.ts';
import { isObject, parseJson } from '../../shared/json/value.ts';
import { filesBelow, ROOT, readSource } from './sources.ts';

/** The project's files, as listed by git. */
const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const documents = tracked.filter((file) => file.endsWith('.md'));

async function commands(): Promise<readonly (readonly [name: string, summary: string, command: Command])[]> {
  return Promise.all(
    [...COMMANDS].map(async ([name, { summary, load }]) => [name, summary, await load()] as const),
  );
}

const properties = (schema: TSchema | undefined) =>
  isObject(schema) && isObject(schema.properties) ? Object.entries(schema.properties) : [];

const FILTER = new Map(properties(FilterQuery));

const parameter = ([name, schema]: [string, unknown]) => `  - \`${name}\`: ${toldOf(schema)}`;

function routeOf(key: string, route: Route): string {
  const query = properties(route.query);
  const filtered = [...FILTER.keys()].every((name) => query.some(([other]) => other === name));
  const own = query.filter(([name]) => !(filtered && FILTER.has(name))).map(parameter);
  const body = properties(route.body).map(parameter);
  return [
    `### ${key}`,
    '',
    `${route.summary}.${route.description === undefined ? '' : ` ${route.description}`}`,
    '',
    ...(query.length === 0 ? [] : [`- Query:${filtered ? ' the filter' : ''}`, ...own]),
    ...(body.length === 0 ? [] : ['- Body:', ...body]),
    ...(route.also === undefined
      ? []
      : [`- Also answers: ${route.also.map((type) => `\`${type}\``).join(', ')}`]),
    `- \`data\`: ${names(properties(route.data)) || 'empty'}`,
    '',
  ].join('\n');
}

const names = (members: readonly (readonly [string, unknown])[]) =>
  members.map(([name]) => `\`${name}\``).join(', ');

/** Returns a schema's description and what limits it, else its words, type and limits. */
function toldOf(schema: unknown): string {
  if (!isObject(schema)) return '';
  const { description, ...rest } = schema;
  if (typeof description === 'string') {
    const isLimited = schema.enum !== undefined || schema.default !== undefined;
    return isLimited ? `${toldOf(rest)}. ${description}` : description;
  }
  if (Array.isArray(schema.enum)) return schema.enum.map((word) => `\`${word}\``).join(', ');
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(toldOf).join(' or ');
  if (isObject(schema.items)) return `${toldOf(schema.items)}; repeatable`;
  const limits = [
    [' from', schema.minimum],
    [' to', schema.maximum],
    [', default', schema.default],
  ].map(([word, value]) => (value === undefined ? '' : `${word} ${value}`));
  return [schema.type ?? '', ...limits].join('');
}

/** Returns the rollups' dimensions besides time, one row per thing that is counted. */
function heldRows(): readonly string[] {
  const parameters = (dimensions: readonly Dimension[]) =>
    dimensions
      .map((name) => `\`${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}\``)
      .join(', ');
  const row = (counted: string, dimensions: readonly Dimension[]) =>
    `| ${counted} | ${parameters(dimensions)} |`;
  const { failures, warnings, violations, readings } = SCOPES;
  return [
    ...Object.values(FACETS_HOLD).map((dimensions) => row('responses and durations', dimensions)),
    row('failures', failures.holds),
    row('warnings', warnings.holds),
    row('violations', violations.holds),
    row('slow operations and truncations', readings.holds),
  ];
}

const LIVE = 'GET /api/v1/live';

/** Lists the routes' files, in the contract's order, with the store methods they call and SQLite's files. */
function askedRows(): readonly string[] {
  const routes = filesBelow('server/routes').map((file) => [file, readSource(file)] as const);
  const engine = readSource('server/store/sqlite/sqlite-store.ts');
  const answeredIn = new Map(
    [...engine.matchAll(/^import \{ (\w[\w, ]*) \} from '\.\/(\w+\/[\w-]+\.ts)'/gm)].flatMap(
      ([, imported = '', file = '']) => imported.split(', ').map((name) => [name, file] as const),
    ),
  );
  return [...Object.keys(api), LIVE].flatMap((key) => {
    // The stream has no answer that a contract could describe.
    const begins = key === LIVE ? `'${LIVE.replace('GET ', '')}'` : `answer(app, '${key}'`;
    const [file, source] = routes.find(([, text]) => text.includes(begins)) ?? [];
    const [, handler = ''] = source?.split(begins) ?? [];
    const [own = ''] = handler.split('answer(app, ');
    const methods = new Set([...own.matchAll(/\bstore\.(\w+)\(/g)].map(([, name = '']) => name));
    const link = (to: string) => `[${posix.basename(to)}](${posix.relative('server/store', to)})`;
    const cells = [...methods].map((method) => {
      const found = answeredIn.get(method);
      if (found === undefined) throw new Error(`${key} asks for ${method}, which no file of SQLite answers`);
      return link(`server/store/sqlite/${found}`);
    });
    const named = [...methods].map((name) => `\`${name}\``).join(', ');
    return file === undefined || methods.size === 0
      ? []
      : [`| ${key} | ${link(file)} | ${named} | ${[...new Set(cells)].join(', ')} |`];
  });
}

/** The three references below are generated from what they describe; `npm run docs` updates them. */
describe('the reference', () => {
  test('of commands is what their help says', async () => {
    const sections = (await commands()).map(
      ([name, summary, command]) =>
        `## mailroom ${name}\n\n\`\`\`text\n${helpOf(name, summary, command)}\`\`\`\n`,
    );
    const text = `# Commands\n\n${sections.join('\n')}`;
    await expect(text).toMatchFileSnapshot('../../server/cli/README.md');
  });

  test('of the HTTP API is what its contract says', async () => {
    const text = [
      '# HTTP API',
      '',
      'Every reply but exports and the live stream is an envelope: `{"success": true, "data"}` or `{"success": false, "error": {"code", "message", "details"?}}`.',
      'A running server has the full contract with all types at `/api/openapi.json`, and as a page at `/docs`.',
      'Outside `/api/v1` are `/healthz` (the process answers), `/readyz` (so does its database) and `/metrics` (Prometheus).',
      'Server-sent events come from `GET /api/v1/live`.',
      '',
      '## The filter',
      '',
      '| parameter | |',
      '|---|---|',
      ...[...FILTER].map(([name, schema]) => `| \`${name}\` | ${toldOf(schema)} |`),
      '',
      '## Exact and partial answers',
      '',
      'An answer is exact over any range if one row below, for what it counts, has every parameter of the filter; `not_server`,',
      '`not_client` and `not_operation` count as `server`, `client` and `operation`. Otherwise it is counted from the newest',
      `${COUNT_BUDGET.toLocaleString('en-GB')} kept responses in the filter. If there are more, or older ones were removed, the answer is \`partial\` and \`covered\` is`,
      'the range that was counted. An answer with a single such figure is `partial` too; if its other figures are exact, `in_part`',
      'names the members that are not. The list of responses continues from its cursor. `severity_max` and `warning` affect only',
      'warnings and that list.',
      '',
      '| counted | held by |',
      '|---|---|',
      ...heldRows(),
      '',
      '## Routes',
      '',
      ...Object.entries(api).map(([key, route]) => routeOf(key, route)),
    ].join('\n');
    await expect(text).toMatchFileSnapshot('../../shared/api/README.md');
  });
});

describe('the path of a request', () => {
  test('is documented from its route to the file that answers it', async () => {
    const text = [
      '# The store',
      '',
      '[store.ts](store.ts) defines its questions and changes, and [answers](answers) what every engine makes of its figures. Where each request is answered:',
      '',
      '| request | route | store | SQLite |',
      '|---|---|---|---|',
      ...askedRows(),
      '',
    ].join('\n');
    await expect(text).toMatchFileSnapshot('../../server/store/README.md');
  });

  test('ends in files named by ARCHITECTURE.md', () => {
    const architecture = readSource('ARCHITECTURE.md');
    const files = filesBelow('server/store/answers').map((file) => posix.basename(file, '.ts'));
    expect(files.filter((name) => !architecture.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('README.md', () => {
  test('names every command', () => {
    const readme = readSource('README.md');
    expect([...COMMANDS.keys()].filter((name) => !readme.includes(`mailroom ${name}`))).toEqual([]);
  });

  test('names no flag and no environment variable that does not exist', async () => {
    const flags = (await commands()).flatMap(([, , command]) => command.flags);
    const known = new Set([...flags.map(({ name }) => `--${name}`), '--help', '--version']);
    const variables = new Set(flags.map(environmentName));
    const mailroom =
      readSource('README.md')
        .match(/^.*\bmailroom .*$/gm)
        ?.join('\n') ?? '';
    const named = mailroom.replaceAll(/ -- .*$/gm, '').match(/(?<=\s|`)--[a-z][a-z-]+/g) ?? [];
    expect(named.filter((flag) => !known.has(flag))).toEqual([]);
    const environment = readSource('README.md').match(/MAILROOM_[A-Z_]+[A-Z]/g) ?? [];
    expect(environment.filter((name) => !variables.has(name))).toEqual([]);
  });
});

/** The files and folders that a document links. */
const linkedBy = (document: string) =>
  [...readSource(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, target = '']) =>
    posix.join(dirname(document), target),
  );

describe('documents', () => {
  test('link to files that exist', () => {
    const broken = documents.flatMap((document) =>
      linkedBy(document)
        .filter((target) => !existsSync(posix.join(ROOT, target)))
        .map((target) => `${document} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('name files and folders that exist', () => {
    const absent = documents.flatMap((document) =>
      [...readSource(document).matchAll(/`((?:server|shared|test|web)\/[\w./-]+)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !existsSync(posix.join(ROOT, path)))
        .map((path) => `${document}: ${path}`),
    );
    expect(absent).toEqual([]);
  });

  test('that README.md links are in the package', () => {
    const manifest = parseJson(readSource('package.json'));
    const packed = isObject(manifest) && Array.isArray(manifest.files) ? manifest.files : [];
    expect(linkedBy('README.md').filter((target) => !packed.includes(target))).toEqual([]);
  });

  test('and sources point to nothing outside the project', () => {
    const foreign = ['/work' + '/', 'shared/' + 'design', 'shared/' + 'seeds', 'shared/' + 'traffic'];
    const text = tracked.filter((file) =>
      /\.(?:ts|tsx|mjs|md|json|jsonl|css|html|yml|yaml)$|^\.ci\//.test(file),
    );
    const found = text.flatMap((file) => {
      const source = existsSync(posix.join(ROOT, file)) ? readSource(file) : '';
      return foreign.filter((name) => source.includes(name)).map((name) => `${file}: ${name}`);
    });
    expect(found).toEqual([]);
  });
});

test('source files stay short enough to read at once', () => {
  const long = tracked
    .filter((file) => /^(?:shared|server|web)\/.*\.(?:ts|tsx|mjs|css)$/.test(file))
    .filter((file) => existsSync(posix.join(ROOT, file)) && readSource(file).split('\n').length > 400);
  expect(long).toEqual([]);
});

test('the top level holds four folders, and files that tools and readers look for there', () => {
  const top = new Set(
    tracked.map((file) => file.replace(/\/.*/, '/')).filter((name) => !name.startsWith('.')),
  );
  const documented = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md'];
  const configured = ['biome.json', 'package-lock.json', 'package.json', 'tsconfig.json', 'vite.config.ts'];
  expect([...top].sort()).toEqual(
    [...documented, ...configured, 'server/', 'shared/', 'test/', 'web/'].sort(),
  );
});

test('Git leaves the ends of lines as they are, also where it is told to write those of Windows', () => {
  const checkedOut = ['-c', 'core.autocrlf=true', 'cat-file', '--filters', ':test/project/docs.test.ts'];
  expect(execFileSync('git', checkedOut, { cwd: ROOT, encoding: 'utf8' })).not.toContain('\r');
});
