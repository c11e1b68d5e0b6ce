import type { Command } from './command.ts';

/** A command's line in the help; its module is loaded on demand. */
interface Entry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** To add a command: its file in this folder, and its entry here. */
const ENTRIES: Readonly<Record<string, Entry>> = {
  serve: {
    summary: 'Serve the dashboard and its API, and accept responses',
    load: async () => (await import('./serve.ts')).serve,
  },
  demo: {
    summary: 'Serve the dashboard with a month of made-up traffic',
    load: async () => (await import('./demo.ts')).demo,
  },
  'demo-server': {
    summary: 'Run a small, real MCP-AQL server on stdio to try the tap with',
    load: async () => (await import('./demo-server.ts')).demoServer,
  },
  tap: {
    summary: 'Run a stdio MCP server and send its tool responses to the dashboard',
    load: async () => (await import('./tap.ts')).tap,
  },
  proxy: {
    summary: 'Proxy an MCP server over HTTP and send its tool responses to the dashboard',
    load: async () => (await import('./proxy.ts')).proxy,
  },
  import: {
    summary: 'Import captures or traffic logs',
    load: async () => (await import('./import.ts')).importRecording,
  },
  backup: {
    summary: 'Back up the database, even while Mailroom is running on it',
    load: async () => (await import('./backup.ts')).backup,
  },
  doctor: {
    summary: 'Check the database for damage and wrong figures',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  forget: {
    summary: 'Delete a server and everything stored about it',
    load: async () => (await import('./forget.ts')).forget,
  },
  reinspect: {
    summary: 'Check stored responses again after rules, settings or pinned dialects changed',
    load: async () => (await import('./reinspect.ts')).reinspect,
  },
  lint: {
    summary: 'Check captures or traffic logs against the rules, without a server',
    load: async () => (await import('./lint.ts')).lint,
  },
  rules: {
    summary: 'List the rules, or show one with its clause, reason and examples',
    load: async () => (await import('./rules.ts')).rules,
  },
};

/** Every command, in the order of help. */
export const COMMANDS: ReadonlyMap<string, Entry> = new Map(Object.entries(ENTRIES));
