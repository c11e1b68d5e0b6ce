import { categoryOfRpcCode } from '../categories.ts';
import { isObject } from '../json.ts';
import { codeOrNull, type DialectReader, stringOrNull } from './dialect.ts';
import { saidInWords } from './said.ts';

/** An error of the protocol itself: JSON-RPC 2.0, 5.1. */
export const jsonrpcError: DialectReader = {
  dialect: 'jsonrpc-error',

  read({ rpcError = {} }) {
    const message = stringOrNull(rpcError.message);
    const { code } = rpcError;
    return {
      outcome: 'failure',
      // What the SDK for Go and Effect send where an error has no code.
      code: code === 0 ? null : codeOrNull(code),
      category: categoryOfRpcCode(code, message),
      message: message && saidInWords(message),
      details: isObject(rpcError.data) ? rpcError.data : null,
      proven: false,
    };
  },
};
