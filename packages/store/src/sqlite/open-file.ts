import { StoreOpenError } from '../open-error.ts'
import { openCatalog, SCHEMA } from './catalog.ts'
import { type Database, numberOf, openDatabase } from './database.ts'
import type { WriterThreadOptions } from './protocol.ts'
import type { Connection } from './queries/find.ts'
import { sqliteCode } from './wire-errors.ts'

/** "slc1": marks the file as one of ours, in this layout. */
const APPLICATION_ID = 0x736c6331
const WAL_BYTES = 64 * 1024 * 1024

const REASONS: Record<number, string> = {
  3: 'Access is denied. Give this user write access to the file and its folder.',
  5: 'It is in use by another running instance. Stop that one, or choose another path.',
  6: 'It is in use by another running instance. Stop that one, or choose another path.',
  8: 'It is read-only. Give this user write access to the file and its folder.',
  11: 'It is damaged. Restore it from a backup.',
  13: 'The disk is full. Free space, then try again.',
  14: 'It can not be made or opened. Check that the folder is there and that this user may write in it.',
  26: 'It is no data file of this program. Choose another path.',
}

function refusal(path: string, error: unknown): StoreOpenError {
  const code = sqliteCode(error) ?? 0
  return new StoreOpenError(`The data file ${path} can't be opened. ${REASONS[code] ?? String(error)}`)
}

/** A lock for as long as the connection lives; the system takes it back when the process dies, however it dies. */
function lock(path: string): Database {
  const held = openDatabase(`${path}-lock`, { readOnly: false })
  try {
    held.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return held
  } catch (error) {
    held.close()
    throw error
  }
}

function prepare(database: Database, { path, syncOnCommit }: WriterThreadOptions): void {
  const owner = numberOf(database.get('PRAGMA application_id'), 'application_id')
  const tables = numberOf(database.get('SELECT count(*) AS n FROM sqlite_schema'), 'n')
  if (owner !== APPLICATION_ID && tables > 0) {
    throw new StoreOpenError(`The data file ${path} is a database of another program. Choose another path.`)
  }
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${syncOnCommit ? 'FULL' : 'NORMAL'};
    PRAGMA journal_size_limit = ${WAL_BYTES}; PRAGMA cache_size = -16000; PRAGMA application_id = ${APPLICATION_ID};`)
  database.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`)
}

/** @throws StoreOpenError, which says what to do */
export function openFile(options: WriterThreadOptions): { connection: Connection; close: () => void } {
  const open: Database[] = []
  const close = () => {
    for (const each of open.reverse()) each.close()
  }
  try {
    open.push(lock(options.path))
    const database = openDatabase(options.path, { readOnly: false })
    open.push(database)
    prepare(database, options)
    return { connection: { database, catalog: openCatalog(database) }, close }
  } catch (error) {
    close()
    throw error instanceof StoreOpenError ? error : refusal(options.path, error)
  }
}
