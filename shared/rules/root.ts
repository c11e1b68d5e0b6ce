import type { Scene } from './rule.ts';

/** Whether the envelope being judged is at the result's root, among the members of the CallToolResult. */
export function isAtRoot({ place, reading }: Scene): boolean {
  return place === 'response' && reading.located.carrier === 'root';
}
