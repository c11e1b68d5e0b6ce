/** Name that filters and pages give to the client of a response that names none. */
export const UNIDENTIFIED = 'unidentified';
