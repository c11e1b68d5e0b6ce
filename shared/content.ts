import { isObject } from './json.ts';

/** Position of the first text block among a result's `content`; -1 without one. */
export function firstText(content: unknown): number {
  if (!Array.isArray(content)) return -1;
  for (let index = 0; index < content.length; index++) {
    const block: unknown = content[index];
    if (isObject(block) && block.type === 'text' && typeof block.text === 'string') return index;
  }
  return -1;
}

/** The text of the block at a position; undefined where there is none. */
export function textAt(content: unknown, index: number): string | undefined {
  const block: unknown = Array.isArray(content) ? content[index] : undefined;
  return isObject(block) && typeof block.text === 'string' ? block.text : undefined;
}
