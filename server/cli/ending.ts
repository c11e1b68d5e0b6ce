/** Signals that end a command cleanly; the last means that its terminal was closed. */
export const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
