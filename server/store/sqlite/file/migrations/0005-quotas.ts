/** A failure that says that a quota is paused or exhausted need not say when it warns, nor how large it is, but may say when it resets. */
export const quotas = `
ALTER TABLE quota_cells RENAME TO old_quota_cells;
CREATE TABLE quota_cells (
  tier INTEGER NOT NULL, condition INTEGER NOT NULL, at INTEGER NOT NULL, observed_at INTEGER NOT NULL, current REAL NOT NULL,
  warn REAL, pause REAL, hard_stop REAL, quota REAL, resets_at INTEGER, PRIMARY KEY (tier, condition, at)
) STRICT, WITHOUT ROWID;
INSERT INTO quota_cells SELECT *, NULL FROM old_quota_cells;
DROP TABLE old_quota_cells;
`;
