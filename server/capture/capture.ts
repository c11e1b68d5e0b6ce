import { LONGEST, type TextMember } from '../../shared/capture.ts';
import { oneLine } from '../../shared/json/one-line.ts';
import type { ToolReply } from '../../shared/recording/pairing.ts';
import { shortened } from '../../shared/text/digest.ts';

/** Longer params are left out, MiB: half of the longest string that the dashboard takes, as the response needs room, too. */
export const MOST_PARAMS = 8;

/**
 * The capture of a tool's reply, as the one line of JSON that the dashboard takes, with the response and the params exactly
 * as they were sent. `id` makes sending it twice harmless. What else is known is shortened to what the dashboard takes, and
 * params that are too long are left out, which `onLeftOut` hears of, as none of it is worth losing a response for.
 */
export function captureOf(reply: ToolReply, id: string, onLeftOut: () => void, transport?: string): string {
  const { response, params, ...known } = reply;
  const facts = JSON.stringify({
    id,
    ...known,
    server: shortened(known.server, LONGEST.server),
    server_version: fitting('server_version', known.server_version),
    tool: fitting('tool', known.tool),
    client: fitting('client', known.client),
    client_version: fitting('client_version', known.client_version),
    session: fitting('session', known.session),
    method: 'tools/call',
    transport,
  });
  return `${facts.slice(0, -1)}${asked(params, onLeftOut)},"response":${oneLine(response.text())}}`;
}

function asked(params: ToolReply['params'], onLeftOut: () => void): string {
  const text = params?.text();
  if (text === undefined) return '';
  if (Buffer.byteLength(text) <= MOST_PARAMS * 1024 * 1024) return `,"params":${oneLine(text)}`;
  onLeftOut();
  return '';
}

/** What is known of a call or its server, shortened to what the dashboard takes. */
export function fitting(member: TextMember, text: string | undefined): string | undefined {
  return text === undefined ? undefined : shortened(text, LONGEST[member]);
}
