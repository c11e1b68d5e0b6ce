const decoder = new TextDecoder();

/**
 * Returns a test of whether a capture (JSON in UTF-8) contains a text, in upper or lower case. How JSON escapes a
 * character does not matter, however deep it is nested: `é` finds `\u00e9`, and `"id":"x"` finds `\"id\":\"x\"`. Only
 * ASCII's letters and digits must be written as themselves.
 */
export function contains(text: string): (capture: Uint8Array) => boolean {
  const sought = unescaped(text).toLowerCase();
  // Most captures lack it; unescaping all of them takes twice as long.
  const word = new RegExp(longestWord(text), 'i');
  return (capture) => {
    const json = decoder.decode(capture);
    return word.test(json) && unescaped(json).toLowerCase().includes(sought);
  };
}

/** The longest word of ASCII that no escape is part of; empty if there is none. */
const longestWord = (text: string) =>
  (text.replace(ESCAPE, ' ').match(/[a-z0-9]+/gi) ?? []).reduce(
    (longest, word) => (word.length > longest.length ? word : longest),
    '',
  );

/** A character after backslashes, by its number or as such. Each level of nesting doubles the backslashes. */
const ESCAPE = /\\+(?:u([0-9a-f]{4})|(.))?/gis;
const WHITE = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function unescaped(json: string): string {
  return json.replace(ESCAPE, (_, number?: string, character = '') =>
    number === undefined
      ? (WHITE.get(character) ?? character)
      : String.fromCharCode(Number.parseInt(number, 16)),
  );
}
