/** Number of characters as JSON Schema counts them, and so the contract: one for a surrogate pair. */
export function characters(text: string): number {
  let number = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) number += 1;
  return number;
}
