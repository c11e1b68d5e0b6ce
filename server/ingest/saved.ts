import { parseJson } from '../../shared/json.ts';

/** The value of what was saved as JSON; undefined if nothing was, or if it cannot be read. */
export function savedValue(saved: Uint8Array | undefined): unknown {
  if (saved === undefined) return undefined;
  try {
    return parseJson(new TextDecoder().decode(saved));
  } catch {
    return undefined;
  }
}
