/** What tells a command to end in good order; the last is a terminal that was closed. */
export const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
