import { getSystemErrorMap } from 'node:util';
import { errorCode } from '../../shared/text/words.ts';

/**
 * Why something failed, in the system's own words if there are any: "connection refused" where Node says "connect
 * ECONNREFUSED 127.0.0.1:4680", "no such file or directory" where it says "ENOENT: no such file or directory, open 'x'".
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A request that timed out says why in `cause`; one to a name with several addresses, for each of them in `errors`.
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const code = errorCode(error);
  // The system's words are "illegal operation on a directory".
  if (code === 'EISDIR') return 'it is a directory';
  // The system's words are "protocol error". OpenSSL's own are many, and say no more where the other side speaks plain HTTP.
  if (code === 'EPROTO') return 'the TLS handshake failed';
  const number = 'errno' in error ? error.errno : undefined;
  const words = typeof number === 'number' ? getSystemErrorMap().get(number)?.[1] : undefined;
  // Since Node 24, the words for a certificate that is not trusted end in advice on a flag of Node.
  return words ?? error.message.replace(/; if the root CA is .*/, '');
}
