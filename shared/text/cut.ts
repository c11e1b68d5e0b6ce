/** At most the first `length` UTF-16 units of a text, never splitting a surrogate pair. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** A text without the byte order mark that some programs write before it, of which decoders remove one (WHATWG Encoding 6). */
export function unmarked(text: string): string {
  return text.replace(/^\ufeff/, '');
}
