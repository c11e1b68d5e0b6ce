const ofKinds = (table: string) => `
ALTER TABLE ${table} RENAME TO old_${table};
CREATE TABLE ${table} (
  tier INTEGER NOT NULL, minute INTEGER NOT NULL, packed BLOB NOT NULL, PRIMARY KEY (tier, minute)
) STRICT;
INSERT INTO ${table} SELECT tier, minute, rewrite_kinds(packed) FROM old_${table} ORDER BY minute;
DROP TABLE old_${table};
`;

/**
 * Cells in tables with rowids: without them, SQLite moves the part of a row beyond a quarter of a page to
 * overflow pages, which took a fifth more space. Cells of kinds are rewritten with the sums of a kind's
 * callers before the callers.
 */
export const cells = `
ALTER TABLE traffic_cells RENAME TO old_traffic_cells;
CREATE TABLE traffic_cells (
  tier INTEGER NOT NULL, facet INTEGER NOT NULL, minute INTEGER NOT NULL, packed BLOB NOT NULL,
  PRIMARY KEY (tier, facet, minute)
) STRICT;
INSERT INTO traffic_cells SELECT * FROM old_traffic_cells ORDER BY minute;
DROP TABLE old_traffic_cells;

ALTER TABLE reading_cells RENAME TO old_reading_cells;
CREATE TABLE reading_cells (
  tier INTEGER NOT NULL, minute INTEGER NOT NULL, packed BLOB NOT NULL, PRIMARY KEY (tier, minute)
) STRICT;
INSERT INTO reading_cells SELECT * FROM old_reading_cells ORDER BY minute;
DROP TABLE old_reading_cells;
${['failure_cells', 'warning_cells', 'violation_cells'].map(ofKinds).join('')}`;
