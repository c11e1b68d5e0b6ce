const decoder = new TextDecoder();

/**
 * Returns a test of whether a capture (JSON in UTF-8) contains a text, in upper or lower case. How JSON escapes a character does
 * not matter, however deep it is nested: `é` finds `\u00e9`, and `"id":"x"` finds `\"id\":\"x\"`.
 */
export function contains(text: string): (capture: Uint8Array) => boolean {
  const sought = plain(text.replace(/\s/g, ' '));
  return (capture) => plain(decoder.decode(capture)).includes(sought);
}

/** An escaped character, by its number or as such. Each level of nesting doubles the backslashes. */
const ESCAPED = /\\+(?:u([0-9a-f]{4})|(.))?/gis;
const WHITE = new Set(['n', 'r', 't', 'f']);

function plain(json: string): string {
  const text = json.replace(ESCAPED, (_, number?: string, character = '') => {
    if (number !== undefined) return String.fromCharCode(Number.parseInt(number, 16));
    return WHITE.has(character) ? ' ' : character;
  });
  return text.toLowerCase();
}
