/** Counts of responses as bytes instead of JSON, which took twice the space. */
export const counts = `
ALTER TABLE counts RENAME TO old_counts;
CREATE TABLE counts (response INTEGER PRIMARY KEY, packed BLOB NOT NULL) STRICT;
INSERT INTO counts SELECT response, pack_counts(packed) FROM old_counts ORDER BY response;
DROP TABLE old_counts;
`;
