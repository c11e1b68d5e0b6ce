/**
 * Times are epoch ms; `minute` is the start of a bucket in minutes since the epoch. Words of a fixed list
 * (dialect, outcome, category, class, level) are stored as their index; 0 as a foreign key means none.
 */
export const first = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
-- Of the digests of capture ids.
INSERT INTO meta VALUES ('salt', randomblob(8));

-- What is said again and again is stored once.
CREATE TABLE servers (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, pinned INTEGER, proven INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX servers_name ON servers (name);
CREATE TABLE sources (
  id INTEGER PRIMARY KEY, server INTEGER NOT NULL, version TEXT, dialect INTEGER NOT NULL,
  first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL
) STRICT;
CREATE INDEX sources_server ON sources (server);
CREATE TABLE operations (id INTEGER PRIMARY KEY, server INTEGER NOT NULL, name TEXT NOT NULL) STRICT;
CREATE INDEX operations_name ON operations (name);
CREATE TABLE callers (
  id INTEGER PRIMARY KEY, client TEXT, version TEXT, first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL
) STRICT;
CREATE TABLE contexts (
  id INTEGER PRIMARY KEY, method TEXT, tool TEXT, transport TEXT, carrier TEXT NOT NULL, decided_by TEXT NOT NULL,
  is_error INTEGER, proven INTEGER NOT NULL
) STRICT;
CREATE TABLE faults (id INTEGER PRIMARY KEY, category INTEGER, code TEXT) STRICT;
CREATE TABLE rules (id INTEGER PRIMARY KEY, rule TEXT NOT NULL, level INTEGER NOT NULL) STRICT;
CREATE TABLE sessions (id INTEGER PRIMARY KEY, server INTEGER NOT NULL, name TEXT NOT NULL, newest INTEGER NOT NULL) STRICT;
CREATE UNIQUE INDEX sessions_name ON sessions (server, name);
CREATE INDEX sessions_newest ON sessions (newest);

-- Responses. place: 0 a response, 1 a batch member, 2 quarantined for its time. capture: digest of server and capture id.
CREATE TABLE responses (
  id INTEGER PRIMARY KEY,
  shift INTEGER NOT NULL,
  place INTEGER NOT NULL,
  server INTEGER NOT NULL,
  source INTEGER NOT NULL,
  operation INTEGER NOT NULL,
  caller INTEGER NOT NULL,
  context INTEGER NOT NULL,
  outcome INTEGER NOT NULL,
  fault INTEGER NOT NULL,
  failure INTEGER,
  severity INTEGER,
  warnings INTEGER NOT NULL,
  must INTEGER NOT NULL,
  should INTEGER NOT NULL,
  info INTEGER NOT NULL,
  masked INTEGER NOT NULL,
  duration REAL,
  size INTEGER NOT NULL,
  members INTEGER NOT NULL,
  parent INTEGER,
  position INTEGER,
  redacted INTEGER NOT NULL,
  catalogue INTEGER NOT NULL,
  delay INTEGER NOT NULL,
  block INTEGER,
  slot INTEGER NOT NULL,
  session INTEGER,
  request_id TEXT,
  capture INTEGER,
  message TEXT
) STRICT;
CREATE INDEX responses_server ON responses (server) WHERE place = 0;
CREATE INDEX responses_operation ON responses (operation) WHERE place = 0;
CREATE INDEX responses_caller ON responses (caller) WHERE place = 0;
CREATE INDEX responses_outcome ON responses (outcome) WHERE place = 0 AND outcome <> 0;
CREATE INDEX responses_severity ON responses (severity) WHERE place = 0 AND severity IS NOT NULL;
CREATE INDEX responses_fault ON responses (fault) WHERE failure IS NOT NULL;
CREATE INDEX responses_failure ON responses (failure) WHERE failure IS NOT NULL;
CREATE INDEX responses_session ON responses (session) WHERE session IS NOT NULL AND place = 0;
CREATE INDEX responses_quarantined ON responses (place) WHERE place = 2;
CREATE INDEX responses_parent ON responses (parent, position) WHERE parent IS NOT NULL;
CREATE INDEX responses_capture ON responses (capture) WHERE capture IS NOT NULL;
-- What a response counts for, in ids; none for a response without findings.
CREATE TABLE counts (response INTEGER PRIMARY KEY, packed TEXT NOT NULL) STRICT;
-- The bytes of a capture with what its verdict says beyond its row: alone, or many in a block.
CREATE TABLE payloads (response INTEGER PRIMARY KEY, bytes BLOB NOT NULL, verdict BLOB NOT NULL) STRICT;
CREATE TABLE blocks (id INTEGER PRIMARY KEY, live INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;
CREATE TABLE breaches (server INTEGER NOT NULL, rule INTEGER NOT NULL, response INTEGER NOT NULL,
  PRIMARY KEY (server, rule, response)) STRICT, WITHOUT ROWID;
CREATE TABLE uses (item INTEGER NOT NULL, response INTEGER NOT NULL, PRIMARY KEY (item, response)) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE messages USING fts5(text, content='', contentless_delete=1, detail=none, tokenize='unicode61');
-- Order of storing, for resuming the live stream: one row an append, the newest only.
CREATE TABLE arrivals (ordinal INTEGER PRIMARY KEY, count INTEGER NOT NULL, ids BLOB NOT NULL) STRICT;

-- Error groups.
CREATE TABLE groups (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL, server INTEGER NOT NULL, operation INTEGER NOT NULL, dialect INTEGER NOT NULL,
  category INTEGER NOT NULL, code TEXT, template TEXT, overflow INTEGER NOT NULL,
  count INTEGER NOT NULL, first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL,
  state INTEGER NOT NULL, state_at INTEGER NOT NULL, state_count INTEGER NOT NULL,
  until INTEGER, until_count INTEGER, version TEXT, regressed INTEGER NOT NULL, regressed_in TEXT
) STRICT;
CREATE UNIQUE INDEX groups_key ON groups (key);
CREATE TABLE group_history (
  id INTEGER PRIMARY KEY, group_id INTEGER NOT NULL, at INTEGER NOT NULL, by TEXT NOT NULL, from_state INTEGER NOT NULL,
  to_state INTEGER NOT NULL, regressed INTEGER NOT NULL, until INTEGER, until_count INTEGER, version TEXT
) STRICT;
CREATE INDEX group_history_group ON group_history (group_id);
CREATE TABLE group_versions (
  group_id INTEGER NOT NULL, version TEXT NOT NULL, first_seen INTEGER NOT NULL, PRIMARY KEY (group_id, version)
) STRICT, WITHOUT ROWID;

-- Kinds: what cells count, with every dimension of the filter that they hold.
CREATE TABLE failure_kinds (
  id INTEGER PRIMARY KEY, group_id INTEGER NOT NULL, server INTEGER NOT NULL, operation INTEGER NOT NULL,
  dialect INTEGER NOT NULL, outcome INTEGER NOT NULL, fault INTEGER NOT NULL
) STRICT;
CREATE INDEX failure_kinds_group ON failure_kinds (group_id);
CREATE TABLE warning_kinds (
  id INTEGER PRIMARY KEY, server INTEGER NOT NULL, operation INTEGER NOT NULL, dialect INTEGER NOT NULL,
  outcome INTEGER NOT NULL, code TEXT, class INTEGER NOT NULL, severity INTEGER NOT NULL, defaulted INTEGER NOT NULL,
  item INTEGER NOT NULL, first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL
) STRICT;
CREATE TABLE violation_kinds (
  id INTEGER PRIMARY KEY, server INTEGER NOT NULL, operation INTEGER NOT NULL, dialect INTEGER NOT NULL,
  outcome INTEGER NOT NULL, rule INTEGER NOT NULL, first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL, first_version TEXT
) STRICT;
CREATE TABLE items (
  id INTEGER PRIMARY KEY, server INTEGER NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, replacement TEXT,
  migration_guide TEXT, removal_date TEXT, removal_at INTEGER, severity INTEGER NOT NULL,
  first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL
) STRICT;
CREATE TABLE conditions (
  id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, server INTEGER NOT NULL, operation INTEGER NOT NULL, name TEXT NOT NULL
) STRICT;

-- Rollups. tier: 0 minute, 1 five minutes, 2 half an hour, 3 three hours, 4 half a day, 5 day.
-- packed: sums and durations by server, value and outcome.
CREATE TABLE traffic_cells (
  tier INTEGER NOT NULL, facet INTEGER NOT NULL, minute INTEGER NOT NULL, packed BLOB NOT NULL,
  PRIMARY KEY (tier, facet, minute)
) STRICT, WITHOUT ROWID;
-- packed: counts by kind and caller.
CREATE TABLE failure_cells (
  tier INTEGER NOT NULL, minute INTEGER NOT NULL, packed BLOB NOT NULL, PRIMARY KEY (tier, minute)
) STRICT, WITHOUT ROWID;
CREATE TABLE warning_cells (
  tier INTEGER NOT NULL, minute INTEGER NOT NULL, packed BLOB NOT NULL, PRIMARY KEY (tier, minute)
) STRICT, WITHOUT ROWID;
CREATE TABLE violation_cells (
  tier INTEGER NOT NULL, minute INTEGER NOT NULL, packed BLOB NOT NULL, PRIMARY KEY (tier, minute)
) STRICT, WITHOUT ROWID;
-- packed: slow operations (a: duration, b: threshold) and truncations (a: original, b: truncated count) by condition, with
-- the newest and the worst of each.
CREATE TABLE reading_cells (
  tier INTEGER NOT NULL, minute INTEGER NOT NULL, packed BLOB NOT NULL, PRIMARY KEY (tier, minute)
) STRICT, WITHOUT ROWID;
-- Quota readings; tier 0 keeps the newest of each ten seconds.
CREATE TABLE quota_cells (
  tier INTEGER NOT NULL, condition INTEGER NOT NULL, at INTEGER NOT NULL, observed_at INTEGER NOT NULL, current REAL NOT NULL,
  warn REAL NOT NULL, pause REAL, hard_stop REAL, quota REAL NOT NULL, PRIMARY KEY (tier, condition, at)
) STRICT, WITHOUT ROWID;
`;
