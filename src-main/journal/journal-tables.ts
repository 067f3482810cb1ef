/**
 * Rows can be added at the end and nothing else, also by a slip of our own code. Only what lies before
 * the checkpoint may go: retention moves that first, within its own transaction.
 */
export const JOURNAL_TABLES = `
  CREATE TABLE IF NOT EXISTS entries (
    seq INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, call_id TEXT, agent TEXT,
    client TEXT, server_id TEXT, tool TEXT, decision TEXT, risk TEXT, outcome TEXT,
    duration_ms REAL, detail TEXT NOT NULL, hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entries_call ON entries (call_id) WHERE call_id IS NOT NULL;
  CREATE TABLE IF NOT EXISTS head (
    id INTEGER PRIMARY KEY CHECK (id = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL, mac BLOB
  ) STRICT;
  CREATE VIRTUAL TABLE IF NOT EXISTS entries_text
    USING fts5(text, content = '', contentless_delete = 1, tokenize = 'trigram');
  CREATE INDEX IF NOT EXISTS entries_retention ON entries (seq) WHERE kind = 'retention';
  CREATE TABLE IF NOT EXISTS checkpoint (
    id INTEGER PRIMARY KEY CHECK (id = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL,
    removed INTEGER NOT NULL, entry_seq INTEGER NOT NULL, mac BLOB NOT NULL
  ) STRICT;
  CREATE TRIGGER IF NOT EXISTS entries_keep BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS entries_stay BEFORE DELETE ON entries
    WHEN OLD.seq > ifnull((SELECT seq FROM checkpoint WHERE id = 1), 0)
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS entries_follow BEFORE INSERT ON entries
    WHEN NEW.seq <= (SELECT max(seq) FROM entries)
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
`;
