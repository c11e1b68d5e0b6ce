import { categoryOfRpcCode } from '../categories.ts';
import { isObject, stringOrNull } from '../json/value.ts';
import { codeOrNull, type DialectReader } from './dialect.ts';
import { saidIn, saidInWords } from './said.ts';

/** An error of the protocol itself: JSON-RPC 2.0, 5.1. */
export const jsonrpcError: DialectReader = {
  dialect: 'jsonrpc-error',

  read({ rpcError = {} }) {
    const message = stringOrNull(rpcError.message);
    const { code } = rpcError;
    return {
      outcome: 'failure',
      code: codeOrNull(code),
      category: categoryOfRpcCode(code, message),
      message: message && whole(message, rpcError.data),
      details: isObject(rpcError.data) ? rpcError.data : null,
      proven: false,
    };
  },
};

/** What JSON-RPC 2.0 calls its own errors (section 5.1), which servers send as they are, and what happened as `data`. */
const GENERIC =
  /^(parse error|invalid request|method not found|invalid params|internal error|server error)\.?$/i;

function whole(message: string, data: unknown): string {
  const said = GENERIC.test(message) ? saidIn(data) : null;
  return said === null ? saidInWords(message) : `${message}: ${said}`;
}
