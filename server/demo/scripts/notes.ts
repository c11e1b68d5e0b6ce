import { DAY, MINUTE } from '../../../shared/time/units.ts';
import { type Deprecated, errors, success, warnings } from '../aql.ts';
import {
  answered,
  aql,
  carried,
  carrying,
  failing,
  list,
  type Scene,
  type Script,
  text,
  took,
} from '../script.ts';

const renderInline = (end: number): Deprecated => ({
  type: 'feature',
  item: 'render_inline',
  replacement: 'render_template',
  removal: end + 102 * DAY,
});
/** The replacement is itself deprecated. */
const renderTemplate = (end: number): Deprecated => ({
  type: 'operation',
  item: 'render_template',
  replacement: 'compose_view',
  removal: end + 160 * DAY,
});

const title = (scene: Scene) =>
  scene.random.pick(['Standup', 'Release checklist', 'Interview notes', 'Ideas', 'Retro, week 46']);
const note = (scene: Scene) => ({
  id: `n_${scene.random.hex(6)}`,
  title: title(scene),
  words: scene.random.int(20, 900),
});

/** The old form of a failure, which this server still uses: `error` is a sentence. */
const sentence = (message: string) => text({ success: false, error: message }, false);

export const notes: Script = {
  server: 'notes',
  transport: 'stdio',
  daily: 110,
  versions: { '0.8.4': 40, '0.9.0': 15.4 },
  clients: [
    ['claude-desktop', 4],
    ['claude-code', 2],
    [undefined, 0.8],
  ],
  acts: [
    {
      weight: 36,
      play: (s) =>
        answered(s, took(s, 12), 'read', 'get_note', { id: `n_${s.random.hex(6)}` }, { note: note(s) }),
    },
    {
      weight: 24,
      play: (s) => {
        const ms = took(s, 22);
        const data = {
          items: list(3, () => note(s)),
          pageInfo: {
            hasNextPage: false,
            hasPreviousPage: false,
            startCursor: 'a1',
            endCursor: 'a3',
            totalCount: 3,
          },
        };
        return answered(s, ms, 'read', 'search_notes', { query: title(s) }, data);
      },
    },
    {
      weight: 14,
      play: (s) => answered(s, took(s, 18), 'create', 'create_note', { title: title(s) }, { note: note(s) }),
    },
    {
      weight: 5,
      play: (s) => {
        const ms = took(s, 40);
        const warned = [warnings.deprecation(renderInline(s.end), s.at)];
        return answered(s, ms, 'execute', 'render', { inline: true }, { html: '<p>…</p>' }, warned);
      },
    },
    {
      weight: 4,
      play: (s) => {
        const ms = took(s, 36);
        const warned = [warnings.deprecation(renderTemplate(s.end), s.at)];
        const data = { html: '<article>…</article>' };
        return answered(s, ms, 'execute', 'render_template', { name: 'weekly' }, data, warned);
      },
    },
    {
      weight: (s) => (s.version === '0.9.0' ? 2.4 : 0),
      play: (s) => {
        const body = JSON.stringify(success({ markdown: '# Weekly\n' }));
        const ms = took(s, 30);
        return carried(
          'read',
          'export_note',
          { id: 'n_1' },
          text(`${body}\n\n[exported in ${ms} ms]`, false),
          ms,
        );
      },
    },
    carrying('read', 'get_note', 1.6, 9, { id: 'n_0000' }, (s) =>
      sentence(`Note 'n_${s.random.hex(6)}' not found`),
    ),
    carrying('create', 'create_note', 0.8, 5, {}, () => sentence("Parameter 'title' is required")),
    carrying('execute', 'render', 0.9, 15, { name: 'weekly' }, () =>
      text(success(text('Template weekly is locked', true)), false),
    ),
    {
      weight: 0.7,
      play: (s) => {
        const done = { success: true, data: { note: note(s) } };
        const masked = success({ success: false, error: 'Index is read-only' });
        const results = [
          { index: 0, operation: 'update_note', result: done },
          { index: 1, operation: 'update_note', result: masked },
        ];
        const envelope = success(null, [], { results, summary: { total: 2, succeeded: 2, failed: 0 } });
        return aql('update', 'batch', { operations: [] }, envelope, took(s, 35));
      },
    },
    carrying('read', 'list_tags', 0.6, 8, {}, () => text({ data: { tags: ['work'] }, warnings: [] }, false)),
    carrying('execute', 'sync', 0.3, 6, {}, () => text('Sync has begun, see the log.')),
    failing(
      'update',
      'tag_note',
      (s) => (s.ago < 3 ? 3 : 0),
      11,
      { id: 'n_1' },
      () => ({
        code: 'INTERNAL_ERROR',
        message: "TypeError: Cannot read properties of undefined (reading 'tags')",
      }),
    ),
    {
      weight: 0.3,
      play: (s) => {
        const params = { query: 'operations', name: 'merge_notes' };
        return answered(s, took(s, 3), 'read', 'introspect', params, { operation: null });
      },
    },
    // The token is derived from the folder alone, so it is the same every time.
    failing(
      'delete',
      'empty_folder',
      (s) => (s.version === '0.9.0' ? 0.5 : 0),
      6,
      { folder: 'inbox' },
      (s) => errors.confirmationRequired('empty_folder', 'ct_inbox', s.at + 5 * MINUTE),
    ),
    failing('create', 'create_note', 0.2, 4, { title: '\u{FFFD}' }, errors.invalidEncoding),
  ],
};
