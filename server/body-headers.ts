import type { IncomingHttpHeaders } from 'node:http';
import { invalidParam } from './errors.ts';

/** JSON is UTF-8 (RFC 8259 §8.1), of which ASCII is a subset. Some clients omit the hyphen. */
const READ = ['utf-8', 'utf8', 'us-ascii'];

/** Throws Failure (415) if a content-type has a charset other than these. */
export function checkCharset(contentType: string | undefined): void {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType ?? '') ?? [];
  if (charset !== undefined && !READ.includes(charset.toLowerCase()))
    throw invalidParam('content-type', 'charset=utf-8', `charset=${charset}`, 415);
}

/** Throws Failure (415) for a body that is compressed, or in a charset as {@link checkCharset} says. */
export function checkPlain(headers: IncomingHttpHeaders): void {
  checkCharset(headers['content-type']);
  const { 'content-encoding': encoding = 'identity' } = headers;
  if (encoding.toLowerCase() !== 'identity') throw invalidParam('content-encoding', 'none', encoding, 415);
}
