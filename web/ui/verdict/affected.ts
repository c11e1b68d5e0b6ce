import { segment, segmentsOf } from '../../../shared/json/pointer.ts';
import type { Warning } from '../../../shared/verdict.ts';
import { childOf, type JsonNode } from '../json/json-tree.ts';

/**
 * Pointer to the data that a validation warning is about, which stands inline with it (warnings.md 5.3): its `field` names
 * it, from `data` or from the envelope on. Undefined if that is not there. `at` is the pointer, in `root`, of the envelope
 * that has the warning.
 */
export function affectedBy(
  { class: of, details }: Pick<Warning, 'class' | 'details'>,
  root: JsonNode,
  at: string,
): string | undefined {
  const field = details?.field;
  if (of !== 'validation' || typeof field !== 'string') return undefined;
  return [`data.${field}`, field]
    .map((path) => at + path.split('.').map(segment).join(''))
    .find((pointer) => isThere(root, pointer));
}

function isThere(root: JsonNode, pointer: string): boolean {
  let node: JsonNode | undefined = root;
  for (const name of segmentsOf(pointer) ?? []) node = childOf(node, name);
  return node !== undefined;
}
