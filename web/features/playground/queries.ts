import { question } from '../../lib/question.ts';

/** The response to start from: what is edited must not change when its session goes on. */
export const responseQuestion = (id: string) =>
  question('GET /api/v1/responses/:id', { params: { id } }, { live: false });
