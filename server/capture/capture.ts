import type { ToolReply } from './pairing.ts';

/**
 * The capture of a tool's reply, as the one line of JSON that the dashboard takes, with the response and the params exactly
 * as they were sent. `id` makes sending it twice harmless.
 */
export function captureOf(reply: ToolReply, id: string, transport?: string): string {
  const { response, params, ...known } = reply;
  const facts = JSON.stringify({ id, ...known, method: 'tools/call', transport });
  const asked = params === undefined ? '' : `,"params":${oneLine(params.text())}`;
  return `${facts.slice(0, -1)}${asked},"response":${oneLine(response.text())}}`;
}

/** JSON without line breaks: it has them only between its tokens, so nothing of a value is lost. */
export function oneLine(json: string): string {
  return json.replace(/[\r\n]+/g, ' ');
}
