import { isObject } from './json/value.ts';

/** Index of the first text block in a result's `content`; -1 if there is none. */
export function firstText(content: unknown): number {
  if (!Array.isArray(content)) return -1;
  for (let index = 0; index < content.length; index++) {
    const block: unknown = content[index];
    if (isObject(block) && block.type === 'text' && typeof block.text === 'string') return index;
  }
  return -1;
}

/** The text of the block at an index; undefined if there is none. */
export function textAt(content: unknown, index: number): string | undefined {
  const block: unknown = Array.isArray(content) ? content[index] : undefined;
  return isObject(block) && typeof block.text === 'string' ? block.text : undefined;
}
