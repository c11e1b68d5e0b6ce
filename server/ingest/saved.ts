import { jsonIn } from '../../shared/json/value.ts';

/** The value of what was saved as JSON; undefined if nothing was, or if it cannot be read. */
export function savedValue(saved: Uint8Array | undefined): unknown {
  return saved === undefined ? undefined : jsonIn(new TextDecoder().decode(saved));
}
