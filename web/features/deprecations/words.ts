import { UNIDENTIFIED } from '../../../shared/unidentified.ts';

/** Order of concern, worst first. */
export const VERDICT_ORDER = ['past_date', 'in_use', 'fading', 'quiet', 'safe_to_remove'] as const;

/** Name of a client; the unidentified client has its own. */
export const clientName = (client: string | null): string => client ?? `${UNIDENTIFIED} client`;
