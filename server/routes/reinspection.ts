import type { FastifyInstance } from 'fastify';
import { answer, type Services } from './route.ts';

export function reinspectionRoutes(app: FastifyInstance, { reinspection, clock }: Services): void {
  answer(app, 'GET /api/v1/reinspection', async () => reinspection.state());
  answer(app, 'POST /api/v1/reinspection', async () => reinspection.start(clock()));
}
