import { leakIn } from '../../leaks.ts';
import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

export const rule: Rule = {
  id: 'MSG-02',
  level: 'must',
  dialects: ['mcp-aql', 'jsonrpc-error'],
  title: 'Error messages do not leak internals',
  condition:
    'The message of an error, or of a JSON-RPC error, contains a JavaScript error class, a stack frame, a source path, a source file with a line number, a traceback, `#<Name>` or `[object Object]`.',
  reason:
    'Class names and paths tell an attacker how the server is built, and give a client or model nothing to act on.',
  source: 'docs/introspection.md 8.1.3; docs/conformance-testing.md 3.3; docs/operations.md 8.4',
  pointer: '/error/message',
  good: [
    {
      note: 'The word "at" alone is not a stack frame.',
      exchange: failed({
        code: 'INTERNAL_ERROR',
        message: 'Internal error: the format you sent stopped at line 3',
      }),
    },
    {
      note: 'A data path is not a source path.',
      exchange: failed({
        code: 'INTERNAL_ERROR',
        message: "Internal error: ENOENT: no such file or directory, open '/data/x'",
      }),
    },
  ],
  bad: [
    {
      exchange: failed({
        code: 'INTERNAL_ERROR',
        message: 'Internal error: TypeError: Cannot read properties of undefined',
      }),
      pointer: '/error/message',
    },
    {
      exchange: failed({
        code: 'INTERNAL_ERROR',
        message: 'Internal error: boom\n    at Server.run (server.js:10:5)',
      }),
      pointer: '/error/message',
    },
    {
      exchange: {
        response: {
          jsonrpc: '2.0',
          id: 1,
          error: { code: -32603, message: 'failed in /srv/app/src/query.py' },
        },
      },
      pointer: '/message',
    },
  ],
  check: {
    message(message, scene) {
      const leak = leakIn(message);
      if (leak !== undefined) scene.breach('/error/message', `error.message leaks ${quoted(leak)}.`);
    },
    rpc_error({ message }, scene) {
      const leak = typeof message === 'string' ? leakIn(message) : undefined;
      if (leak !== undefined) scene.breachInMessage('/message', `message leaks ${quoted(leak)}.`);
    },
  },
};
