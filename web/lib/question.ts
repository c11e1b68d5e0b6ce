import { type Query, queryOptions } from '@tanstack/react-query';
import type { Data } from '../../shared/api/index.ts';
import { type ApiFailure, type Asked, get, type Question } from './api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** Every question and every command is one to the API. */
    defaultError: ApiFailure;
  }
}

/**
 * Query options of one question. The key is its route and parameters, so that equal questions share an
 * answer. `live: false` is for answers that never change: the live stream does not refresh them.
 */
export function question<K extends Question>(route: K, asked: Asked<K> = {}, { live = true } = {}) {
  return queryOptions<Data<K>>({
    queryKey: [route, asked],
    queryFn: ({ signal }) => get(route, { ...asked, signal }),
    meta: { live },
  });
}

/** Whether the live stream refreshes the query. */
export const isLive = ({ meta }: Query): boolean => meta?.live !== false;
