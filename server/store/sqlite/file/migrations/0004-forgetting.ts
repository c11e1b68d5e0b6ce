/**
 * The table of mentions says which servers have which entries of the dictionaries that all share, so that an entry
 * goes with the last of them. Server 0, which nobody forgets, has those from before. Ids of error groups and items,
 * which addresses name, are not given again.
 */
export const forgetting = `
-- dictionary: 0 callers, 1 contexts, 2 faults.
CREATE TABLE mentions (
  server INTEGER NOT NULL, dictionary INTEGER NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (server, dictionary, entry)
) STRICT, WITHOUT ROWID;
CREATE INDEX mentions_entry ON mentions (dictionary, entry);
INSERT INTO mentions SELECT 0, 0, id FROM callers;
INSERT INTO mentions SELECT 0, 1, id FROM contexts;
INSERT INTO mentions SELECT 0, 2, id FROM faults;

ALTER TABLE groups RENAME TO old_groups;
CREATE TABLE groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, server INTEGER NOT NULL, operation INTEGER NOT NULL,
  dialect INTEGER NOT NULL, category INTEGER NOT NULL, code TEXT, template TEXT, overflow INTEGER NOT NULL,
  count INTEGER NOT NULL, first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL,
  state INTEGER NOT NULL, state_at INTEGER NOT NULL, state_count INTEGER NOT NULL,
  until INTEGER, until_count INTEGER, version TEXT, regressed INTEGER NOT NULL, regressed_in TEXT
) STRICT;
INSERT INTO groups SELECT * FROM old_groups ORDER BY id;
DROP TABLE old_groups;
CREATE UNIQUE INDEX groups_key ON groups (key);

ALTER TABLE items RENAME TO old_items;
CREATE TABLE items (
  id INTEGER PRIMARY KEY AUTOINCREMENT, server INTEGER NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, replacement TEXT,
  migration_guide TEXT, removal_date TEXT, removal_at INTEGER, severity INTEGER NOT NULL,
  first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL
) STRICT;
INSERT INTO items SELECT * FROM old_items ORDER BY id;
DROP TABLE old_items;

ALTER TABLE breaches RENAME TO violations;
`;
