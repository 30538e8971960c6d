import { bracketRange, encodeKey } from '../../matching/values/key-encoding.ts'
import type { Index, StoredCollection } from '../catalog.ts'
import { candidates } from '../queries/candidates.ts'
import { type Connection, matcherOf, matching } from '../queries/find.ts'
import { deleteDocument } from './rows.ts'

const PER_RUN = 10_000

function purgeIndex(
  { database }: Connection,
  collection: StoredCollection,
  index: Index & { expireAfterSeconds: number },
): void {
  const before = new Date(Date.now() - index.expireAfterSeconds * 1000)
  const path = index.paths[0] ?? ''
  const ranges = [{ from: bracketRange(new Uint8Array(), before).from, to: encodeKey([before]) }]
  const plan = {
    kind: 'keys',
    index: index.id,
    ranges,
    descending: false,
    isOrdered: true,
    multikey: index.multikey,
  } as const
  let left = PER_RUN
  for (const page of matching(candidates(database, collection, plan), matcherOf({ [path]: { $lt: before } }))) {
    for (const found of page) deleteDocument(database, collection, found)
    left -= page.length
    if (left <= 0) return
  }
}

function purgeAll(connection: Connection): void {
  for (const collection of connection.catalog.all()) {
    for (const index of collection.indexes) {
      const { expireAfterSeconds } = index
      if (expireAfterSeconds !== undefined) purgeIndex(connection, collection, { ...index, expireAfterSeconds })
    }
  }
}

/** Removes expired documents from time to time, at most 10,000 of an index in one run. */
export function startPurge(
  connection: Connection,
  { everyMs, isBusy }: { everyMs: number; isBusy: () => boolean },
): { stop: () => void } {
  const { database } = connection
  const run = (): void => {
    if (isBusy()) return
    try {
      database.run('BEGIN IMMEDIATE')
    } catch {
      return
    }
    try {
      purgeAll(connection)
      database.run('COMMIT')
    } catch {
      // What stays is expired all the same, and the next run tries again.
      database.exec('ROLLBACK')
    }
  }
  const timer = setInterval(run, everyMs)
  return { stop: () => clearInterval(timer) }
}
