import { DatabaseSync } from 'node:sqlite'

const schema = `
  CREATE TABLE IF NOT EXISTS topics (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, retention_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS partitions (
    id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL, number INTEGER NOT NULL,
    first_offset INTEGER NOT NULL DEFAULT 0, next_offset INTEGER NOT NULL DEFAULT 0,
    UNIQUE (topic_id, number)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS records (
    partition_id INTEGER NOT NULL, offset INTEGER NOT NULL, at INTEGER NOT NULL,
    key TEXT NOT NULL, headers TEXT NOT NULL, value BLOB NOT NULL,
    PRIMARY KEY (partition_id, offset)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS groups (
    topic_id INTEGER NOT NULL, name TEXT NOT NULL, generation INTEGER NOT NULL,
    PRIMARY KEY (topic_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS commits (
    partition_id INTEGER NOT NULL, group_name TEXT NOT NULL, offset INTEGER NOT NULL,
    PRIMARY KEY (partition_id, group_name)
  ) STRICT, WITHOUT ROWID;
`

/**
 * Opens the file of the bus. Write-ahead log with a sync at each commit: what was acknowledged survives a power cut as
 * well. Another process that writes is waited for up to 5 s.
 */
export function openBusFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5_000 })
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_size = -8192;
  `)
  database.exec(schema)
  return database
}

/** Runs `work` all or nothing. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
