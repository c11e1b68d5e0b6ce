import { list, type Script, text, tool } from '../script.ts';

const refused = (code: string, error: string) => text({ success: false, error, code }, true);

export const warehouse: Script = {
  server: 'warehouse-sql',
  transport: 'http',
  daily: 90,
  versions: { '0.11.2': 40 },
  clients: [
    ['claude-code', 3],
    ['cursor', 2],
    ['vscode', 1],
  ],
  acts: [
    tool('execute_sql', 36, 140, { sql: 'select sku, stock from items limit 3' }, (s) => {
      const rows = list(3, (i) => ({ sku: `KB-${1040 + i}`, stock: s.random.int(0, 300) }));
      return text({ success: true, rows, row_count: rows.length });
    }),
    tool('list_tables', 14, 30, {}, () => text({ success: true, tables: ['items', 'moves', 'sites'] })),
    tool('execute_sql', 0.6, 20, { sql: 'drop table items' }, () =>
      refused('READONLY_VIOLATION', 'Statement is not allowed in read-only mode'),
    ),
    tool('execute_sql', 0.4, 60, { sql: 'selct 1' }, () =>
      refused('EXECUTION_ERROR', 'syntax error at or near "selct"'),
    ),
    tool(
      'describe_table',
      (s) => (s.ago > 5 ? 0.5 : 0),
      15,
      { table: 'orders' },
      (s) => refused('SCHEMA_NOT_FOUND', `Schema 'sales_${s.random.int(1, 9)}' does not exist`),
    ),
  ],
};

export const workflows: Script = {
  server: 'workflows',
  transport: 'stdio',
  daily: 65,
  versions: { '2.10.0': 40, '2.11.0': 19.3 },
  clients: [
    ['cursor', 2],
    ['claude-desktop', 2],
    [undefined, 0.6],
  ],
  acts: [
    tool('list_workflows', 24, 70, {}, () =>
      text({ success: true, message: '2 workflows', workflows: ['invoices', 'onboarding'] }),
    ),
    tool('run_workflow', 16, 800, { name: 'invoices' }, (s) =>
      text({ success: true, message: 'Started', execution_id: s.random.hex(8) }),
    ),
    tool('validate_workflow', 9, 45, { name: 'onboarding' }, () =>
      text({
        valid: false,
        errors: [],
        warnings: [{ type: 'best_practice', message: 'Add an error branch' }],
      }),
    ),
    tool('run_workflow', 1.3, 300, { name: 'invoice' }, () =>
      text({ success: false, message: "Workflow 'invoice' not found" }),
    ),
    tool('get_execution', 0.9, 40, { id: '42' }, (s) =>
      text({ error: `Execution ${s.random.int(10, 99)} not found`, tip: 'List executions first' }),
    ),
    // Serialises a whole CallToolResult into the text of another, losing its `isError`.
    tool(
      'run_workflow',
      (s) => (s.version === '2.11.0' ? 1 : 0),
      350,
      { name: 'onboarding' },
      () => text(text('Node "Send mail" failed: authentication required', true)),
    ),
  ],
};
