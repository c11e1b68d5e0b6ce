import type { Scene } from './rule.ts';

/** Whether the envelope that is judged stands at the result's root, among the members of the CallToolResult. */
export function isAtRoot({ place, reading }: Scene): boolean {
  return place === 'response' && reading.located.carrier === 'root';
}
