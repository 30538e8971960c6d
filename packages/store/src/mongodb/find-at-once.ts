import { type Db, MongoNetworkError, MongoServerError } from 'mongodb'
import { StoreUnavailableError } from '../errors.ts'
import type { Document } from '../port.ts'
import { bytesOf } from './cursors.ts'
import { isSocketError, toStoreError } from './driver-errors.ts'
import type { PlainFind } from './gathered/gathered-reads.ts'
import type { DriverRoute } from './route.ts'

/** More than this is read by a cursor. */
const MOST = 1000
const TRIES = 2

type FindRoute = Pick<DriverRoute, 'collection' | 'session' | 'strictest'>

/**
 * A find whose answer fits in one message, as a plain command: half the CPU that a cursor of the driver takes.
 * @returns undefined where only a cursor will do: without a limit, inside a transaction, for more than one message
 */
export async function findAtOnce(route: FindRoute, asked: PlainFind): Promise<Uint8Array[] | undefined> {
  const { limit = 0 } = asked.options
  if (route.session || limit === 0 || limit > MOST) return undefined
  const command = findCommand(route, asked)
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(route, command)
    } catch (error) {
      if (tries >= TRIES || !mayPass(error)) throw error
    }
  }
}

function findCommand({ collection, strictest }: FindRoute, { filter, options, maxTimeMs }: PlainFind): Document {
  const { sort, skip, limit = 0, projection, hint, linearizable } = options
  return {
    find: collection.collectionName,
    filter,
    limit,
    // Above the limit, so that the server knows with the first message that it is the last.
    batchSize: limit + 1,
    maxTimeMS: maxTimeMs,
    readConcern: (linearizable && strictest) || { level: 'majority' },
    ...(sort && { sort }),
    ...(skip && { skip }),
    ...(projection && { projection }),
    ...(hint && { hint }),
  }
}

async function send({ collection }: FindRoute, command: Document): Promise<Uint8Array[] | undefined> {
  const { db } = collection
  const { cursor } = await db.command(command, { fieldsAsRaw: { firstBatch: true } })
  if (cursor.id === 0) return cursor.firstBatch.map(bytesOf)
  endUnheeded(db, { killCursors: collection.collectionName, cursors: [cursor.id] })
  return undefined
}

function endUnheeded(db: Db, command: Document): void {
  db.command(command).catch(() => undefined)
}

/** Commands are not among what the driver tries again; a find may be, as it does with those of its own. */
const mayPass = (error: unknown): boolean =>
  (error instanceof MongoNetworkError || error instanceof MongoServerError || isSocketError(error)) &&
  toStoreError(error) instanceof StoreUnavailableError
