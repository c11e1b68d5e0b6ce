import { UNIDENTIFIED } from '../../../shared/unidentified.ts';

/** Order of concern, worst first. */
export const VERDICT_ORDER = ['past_date', 'in_use', 'fading', 'quiet', 'safe_to_remove'] as const;

/** The unidentified client has a name of its own. */
export const clientName = (client: string | null): string => client ?? `${UNIDENTIFIED} client`;
