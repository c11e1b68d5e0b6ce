import { UNIDENTIFIED } from '../../shared/unidentified.ts';

/** Name of a client; the unidentified client has its own. */
export const clientName = (client: string | null): string => client ?? `${UNIDENTIFIED} client`;
