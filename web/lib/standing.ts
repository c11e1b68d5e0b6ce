import type { Dialect } from '../../shared/verdict.ts';

/** Why a server has no score: it is not proven to mean its dialect, or it speaks none. Null where it is proven. */
export function standing({
  dialect,
  proven,
}: {
  readonly dialect: Dialect;
  readonly proven: boolean;
}): 'not proven' | 'no envelope' | null {
  if (proven) return null;
  return dialect === 'plain' || dialect === 'jsonrpc-error' ? 'no envelope' : 'not proven';
}
