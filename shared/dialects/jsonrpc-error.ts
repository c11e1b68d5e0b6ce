import { categoryOfRpcCode } from '../categories.ts';
import { isObject } from '../json.ts';
import { type DialectReader, stringOrNull, wordOrNull } from './dialect.ts';

/** An error of the protocol itself: JSON-RPC 2.0, 5.1. */
export const jsonrpcError: DialectReader = {
  dialect: 'jsonrpc-error',

  read({ rpcError = {} }) {
    const message = stringOrNull(rpcError.message);
    const { code } = rpcError;
    return {
      outcome: 'failure',
      code: typeof code === 'number' ? String(code) : wordOrNull(code),
      category: categoryOfRpcCode(code, message),
      message,
      details: isObject(rpcError.data) ? rpcError.data : null,
      proven: false,
    };
  },
};
