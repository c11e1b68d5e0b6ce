import { isObject } from '../../json/value.ts';
import { introspected } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { mismatch, shown } from '../show.ts';

export const rule: Rule = {
  id: 'INT-02',
  level: 'must',
  dialects: ['mcp-aql'],
  needsRequest: true,
  title: 'Introspection names the protocol version',
  condition: 'The answer to `introspect` has a `data._protocol` without a string `version`.',
  reason: 'Clients decide by the version what they may send.',
  source: 'docs/introspection.md 4.1.1',
  pointer: '/data/_protocol/version',
  good: [
    {
      exchange: introspected(
        { query: 'operations' },
        { success: true, data: { operations: [], _protocol: { version: '1.0.0' } } },
      ),
    },
  ],
  bad: [
    {
      exchange: introspected(
        { query: 'operations' },
        { success: true, data: { operations: [], _protocol: { mode: 'semantic' } } },
      ),
      pointer: '/data/_protocol/version',
    },
  ],
  check: {
    introspection({ _protocol: protocol }, scene) {
      if (protocol === undefined) return;
      if (!isObject(protocol)) {
        scene.breach(
          '/data/_protocol',
          `data._protocol must be an object with a version, not ${shown(protocol)}.`,
        );
      } else if (typeof protocol.version !== 'string') {
        scene.breach(
          '/data/_protocol/version',
          mismatch('data._protocol.version', 'a string', protocol.version),
        );
      }
    },
  },
};
