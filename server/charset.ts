import { invalidParam } from './errors.ts';

/** JSON is UTF-8 (RFC 8259 §8.1), of which ASCII is a part. Some clients leave the hyphen out. */
const READ = ['utf-8', 'utf8', 'us-ascii'];

/** Throws Failure (415) where a content-type names a charset that bodies are not read in. */
export function checkCharset(contentType: string | undefined): void {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType ?? '') ?? [];
  if (charset !== undefined && !READ.includes(charset.toLowerCase()))
    throw invalidParam('content-type', 'charset=utf-8', `charset=${charset.slice(0, 60)}`, 415);
}
