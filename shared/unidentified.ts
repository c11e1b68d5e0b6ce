/** What filters and pages call the client of a response that names none. */
export const UNIDENTIFIED = 'unidentified';
