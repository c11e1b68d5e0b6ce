import { Type } from 'typebox';
import { VerdictSchema } from './verdict.ts';

export const inspectRoutes = {
  'POST /api/v1/inspect': {
    summary: 'The verdict on one capture; nothing is stored',
    description:
      'The body is a capture as in POST /responses (`server` may be left out), or any other JSON, which is then the response itself.',
    takes: { 'application/json': Type.Unknown() },
    data: VerdictSchema,
  },
} as const;
