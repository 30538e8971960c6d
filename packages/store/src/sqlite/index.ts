import { keepHandles } from '../keep-handles.ts'
import { checkNamespace } from '../namespace.ts'
import type { Store } from '../port.ts'
import { type CommandRoute, openCollection } from './collection.ts'
import { openIdReader } from './queries/id-reader.ts'
import { openReaderLanes } from './threads/reader-lanes.ts'
import { openWriter } from './threads/writer.ts'
import type { SendCommand } from './transaction.ts'

export { StoreOpenError } from '../open-error.ts'

export type SqliteStoreOptions = {
  /** The data file; `-wal`, `-shm` and `-lock` files appear beside it. */
  path: string
  /**
   * Waits for the disk at each commit, so that a power loss loses nothing acknowledged either. Without it SIGKILL of
   * the process loses nothing, and a power loss the last moments.
   */
  syncOnCommit?: boolean
  /** How often expired documents are removed. Default 60,000. */
  purgeIntervalMs?: number
  /** Told when a thread was replaced. */
  onWarning?: (message: string) => void
}

const DEFAULT_MAX_TIME_MS = 5000
const PURGE_MS = 60_000

/**
 * The embedded document store: one SQLite file, one thread that writes, one that reads, one for pipelines
 * while there are any. A single document by its `_id` is read in the thread that asks.
 * @throws StoreOpenError when the file is in use by another instance, can't be written, or is none of ours
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { path, syncOnCommit = false, purgeIntervalMs = PURGE_MS, onWarning = () => {} } = options
  const writer = await openWriter({ path, syncOnCommit, purgeIntervalMs })
  const reader = openReaderLanes(path, onWarning)
  const ids = openIdReader(path)
  const route: CommandRoute = {
    read: (command, maxTimeMs = DEFAULT_MAX_TIME_MS) => reader.send(command, maxTimeMs),
    write: writer.send,
    findById: ids.find,
  }
  const inside = (send: SendCommand): CommandRoute => ({ read: send, write: send })
  return {
    collection: keepHandles(namespace => openCollection(namespace, route)),
    transaction: work =>
      writer.transaction(send =>
        work({ collection: namespace => openCollection(checkNamespace(namespace), inside(send)) }),
      ),
    now: async () => new Date(),
    createCollection: async namespace =>
      (await writer.send({ kind: 'create-collection', namespace: checkNamespace(namespace) })).done ?? false,
    dropCollection: async namespace => (await writer.send({ kind: 'drop-collection', namespace })).done ?? false,
    listCollections: async db => (await route.read({ kind: 'list-collections', db }, undefined)).names ?? [],
    listDatabases: async () => (await route.read({ kind: 'list-databases' }, undefined)).names ?? [],
    close: async () => {
      ids.close()
      await reader.close()
      await writer.close()
    },
  }
}
