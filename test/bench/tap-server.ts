// A stdio server with replies of 1 MB: `tools/call` is answered with one, anything else with an empty result.
import { createInterface } from 'node:readline';
import { isObject, jsonIn } from '../../shared/json/value.ts';

const ROWS = Array.from({ length: 9_500 }, (_, n) => ({
  id: `item-${n}`,
  name: `Item number ${n}`,
  note: 'some words of a usual length, as in many replies',
}));
const LARGE = { content: [{ type: 'text', text: JSON.stringify({ success: true, data: ROWS }) }] };

createInterface(process.stdin).on('line', (line) => {
  const asked = jsonIn(line);
  if (!isObject(asked)) return;
  const result = asked.method === 'tools/call' ? LARGE : {};
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: asked.id, result })}\n`);
});
