import { Type } from 'typebox';
import { VerdictSchema } from './verdict.ts';

export const inspectRoutes = {
  'POST /api/v1/inspect': {
    summary: 'Judge one capture without storing it',
    description:
      'The body is a capture as in POST /api/v1/responses (`server` may be omitted), a line of a traffic log, or any other JSON, which is then the response itself. What holds no response, such as a JSON-RPC request, or several is refused.',
    takes: { 'application/json': Type.Unknown() },
    data: VerdictSchema,
  },
} as const;
