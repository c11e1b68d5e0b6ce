import type { Dialect } from './verdict.ts';

/** Why a server has no score: its dialect is not proven, or it speaks none. Null if it is proven. */
export function whyUnscored({
  dialect,
  proven,
}: {
  readonly dialect: Dialect;
  readonly proven: boolean;
}): 'unproven' | 'no envelope' | null {
  if (proven) return null;
  return dialect === 'plain' || dialect === 'jsonrpc-error' ? 'no envelope' : 'unproven';
}
