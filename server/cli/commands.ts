import type { Command } from './command.ts';

/** A command's line in the help; its module is loaded on demand. */
export interface Entry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Every command, in the order of help. To add one: its file in this folder, and its line here. */
export const COMMANDS: ReadonlyMap<string, Entry> = new Map([
  [
    'serve',
    {
      summary: 'The dashboard, its API and the way in, from one process',
      load: async () => (await import('./serve.ts')).serve,
    },
  ],
  [
    'demo',
    {
      summary: 'The dashboard on a throw-away database with a month of made-up traffic',
      load: async () => (await import('./demo.ts')).demo,
    },
  ],
  [
    'demo-server',
    {
      summary: 'A small real MCP-AQL server on stdio, to try the tap with',
      load: async () => (await import('./demo-server.ts')).demoServer,
    },
  ],
  [
    'tap',
    {
      summary: 'Runs a stdio MCP server and shows the dashboard what its tools reply',
      load: async () => (await import('./tap.ts')).tap,
    },
  ],
  [
    'proxy',
    {
      summary: 'Stands before a Streamable HTTP server and shows the dashboard what its tools reply',
      load: async () => (await import('./proxy.ts')).proxy,
    },
  ],
  [
    'import',
    {
      summary: 'Loads captures or a traffic log from a file',
      load: async () => (await import('./import.ts')).importRecording,
    },
  ],
  [
    'backup',
    {
      summary: 'Copies the database to a file, while a server runs on it',
      load: async () => (await import('./backup.ts')).backup,
    },
  ],
  [
    'doctor',
    {
      summary: 'Looks whether the database is whole and its figures are right',
      load: async () => (await import('./doctor.ts')).doctor,
    },
  ],
  [
    'forget',
    {
      summary: 'Deletes one server and all that is known of it',
      load: async () => (await import('./forget.ts')).forget,
    },
  ],
  [
    'reinspect',
    {
      summary: 'Judges what is stored again, where rules or settings have changed',
      load: async () => (await import('./reinspect.ts')).reinspect,
    },
  ],
  [
    'lint',
    {
      summary: 'Checks captures or a traffic log against the rules, without a server',
      load: async () => (await import('./lint.ts')).lint,
    },
  ],
  [
    'rules',
    {
      summary: 'The catalogue of rules, or one rule with its clause, reason and examples',
      load: async () => (await import('./rules.ts')).rules,
    },
  ],
]);
