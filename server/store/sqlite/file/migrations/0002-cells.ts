/**
 * Cells in tables with rowids: without them SQLite puts what a row has beyond a quarter of a page on pages of its own, which
 * took a fifth more room than the cells. Those of kinds are written anew, with the sums of a kind's callers before the callers.
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

ALTER TABLE failure_cells RENAME TO old_failure_cells;
CREATE TABLE failure_cells (
  tier INTEGER NOT NULL, minute INTEGER NOT NULL, packed BLOB NOT NULL, PRIMARY KEY (tier, minute)
) STRICT;
INSERT INTO failure_cells SELECT tier, minute, rewrite_kinds(packed) FROM old_failure_cells ORDER BY minute;
DROP TABLE old_failure_cells;

ALTER TABLE warning_cells RENAME TO old_warning_cells;
CREATE TABLE warning_cells (
  tier INTEGER NOT NULL, minute INTEGER NOT NULL, packed BLOB NOT NULL, PRIMARY KEY (tier, minute)
) STRICT;
INSERT INTO warning_cells SELECT tier, minute, rewrite_kinds(packed) FROM old_warning_cells ORDER BY minute;
DROP TABLE old_warning_cells;

ALTER TABLE violation_cells RENAME TO old_violation_cells;
CREATE TABLE violation_cells (
  tier INTEGER NOT NULL, minute INTEGER NOT NULL, packed BLOB NOT NULL, PRIMARY KEY (tier, minute)
) STRICT;
INSERT INTO violation_cells SELECT tier, minute, rewrite_kinds(packed) FROM old_violation_cells ORDER BY minute;
DROP TABLE old_violation_cells;
`;
