import type { JsonObject } from '../../../shared/json/value.ts';
import { type Act, type Scene, type Script, text, tool } from '../script.ts';

const SHOW = 'Present this information to the user.';
const REPAIR = 'Tell the user what went wrong and ask how to go on.';

interface Failed {
  readonly error: string;
  readonly error_type: string;
  readonly error_data?: JsonObject;
  readonly exception_type?: string;
  readonly exception_message?: string;
}

/** FastMCP sends a string result twice: as text and as `structuredContent.result`. */
function twice(result: JsonObject): JsonObject {
  return { ...text(result), structuredContent: { result: JSON.stringify(result) } };
}

const ok = (value: unknown): JsonObject => ({ success: true, value, instruction: SHOW });
const failed = (failure: Failed): JsonObject => ({ success: false, ...failure, instruction: REPAIR });

/** A tool of the Result dialect. */
const resulting = (
  name: string,
  weight: Act['weight'],
  median: number,
  asked: JsonObject,
  result: (scene: Scene) => JsonObject,
) => tool(name, weight, median, asked, (scene) => twice(result(scene)));

const project = (scene: Scene) => scene.random.pick(['storefront', 'ledger', 'handbook', 'infra']);

export const guide: Script = {
  server: 'mcp-guide',
  transport: 'stdio',
  daily: 200,
  versions: { '1.3.2': 40, '1.4.0': 8.5 },
  clients: [
    ['claude-code', 5],
    ['codex', 2],
    ['cursor', 1],
  ],
  acts: [
    resulting('get_content', 40, 31, { expression: 'guidelines' }, (s) =>
      ok(`# Guidelines for ${project(s)}\n\nKeep commits small. Say why, not what.`),
    ),
    resulting('list_categories', 18, 14, {}, () =>
      ok([
        { name: 'guidelines', files: 12 },
        { name: 'reviews', files: 4 },
      ]),
    ),
    resulting('get_project', 14, 9, {}, (s) =>
      ok({ name: project(s), collections: ['onboarding', 'release'] }),
    ),
    resulting('render_template', 8, 52, { template: 'status' }, (s) =>
      ok(`Status of ${project(s)}: 3 tasks open.`),
    ),
    resulting('add_category', 4, 22, { name: 'reviews' }, () => ({
      success: true,
      message: 'Category saved',
      instruction: SHOW,
    })),
    resulting(
      'set_project',
      (s) => (s.ago < 8.2 ? 1.2 : 0),
      11,
      { name: '../other' },
      () =>
        failed({
          error: "Invalid project name: '../other'",
          error_type: 'validation_error',
          error_data: { validation_errors: [{ field: 'name', message: 'must be one word' }] },
        }),
    ),
    resulting('get_content', 0.5, 10, { expression: '../../etc' }, () =>
      failed({ error: "Path outside the project root: '../../etc'", error_type: 'security_error' }),
    ),
    resulting('get_template', 0.5, 12, { template: 'weekly' }, (s) =>
      failed({ error: `Template '${project(s)}-weekly' not found`, error_type: 'not_found' }),
    ),
    resulting('render_template', 0.25, 40, { template: 'status' }, () =>
      failed({
        error: 'Template could not be rendered',
        error_type: 'render_error',
        exception_type: 'UndefinedError',
        exception_message: "'owner' is undefined",
      }),
    ),
    resulting('save_config', 0.25, 30, {}, () =>
      failed({ error: 'Configuration is locked by another session', error_type: 'config_write_error' }),
    ),
  ],
};

/** A home-made server of the same pattern, with the usual mistakes. */
export const handbook: Script = {
  server: 'team-handbook',
  transport: 'http',
  daily: 55,
  versions: { '0.3.1': 40 },
  clients: [
    ['claude-desktop', 3],
    ['vscode', 1],
  ],
  acts: [
    tool('find_page', 30, 60, { query: 'holidays' }, () => text(ok([{ page: 'holidays', score: 0.92 }]))),
    tool('read_page', 24, 35, { page: 'holidays' }, () =>
      text(ok('Twenty-five days a year, and the public ones.')),
    ),
    tool('read_page', 0.9, 20, { page: 'parking' }, () =>
      text(failed({ error: 'There is no page "parking"', error_type: 'page_missing' })),
    ),
    tool('suggest_edit', 0.7, 25, {}, () =>
      text({ success: false, error: 'Editing is closed', instruction: REPAIR }),
    ),
    tool('find_page', 1, 50, { query: '' }, () => text(ok(null))),
    // Passes on its index's answer unchanged.
    tool('find_page', 0.6, 40, { query: 'office' }, () =>
      text({ error: true, type: 'IndexError', message: 'The index is being built', params: {} }, true),
    ),
  ],
};
