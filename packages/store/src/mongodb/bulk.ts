import { type AnyBulkWriteOperation, MongoBulkWriteError } from 'mongodb'
import { InvalidQueryError, UnsupportedByStoreError } from '../errors.ts'
import type { BulkResult, WriteOperation } from '../port.ts'
import { checkedDocument, checkedFilter, checkedReplacement, checkedUpdate } from './checks.ts'
import { duplicateKey, type FailedOperation, failedOperations, refusedByServer } from './driver-errors.ts'
import { AS_GIVEN } from './gathered/gathered-inserts.ts'
import { type DriverRoute, MAX_UPSERT_TRIES } from './route.ts'

type BulkCounts = { -readonly [Key in keyof Omit<BulkResult, 'errors'>]: number }
type BulkFailure = BulkResult['errors'][number]
/** An operation that may be sent, with its place in the caller's list. */
type Sendable = { index: number; operation: AnyBulkWriteOperation; isUpsert: boolean }

function toDriver(operation: WriteOperation): Omit<Sendable, 'index'> {
  if ('insertOne' in operation) {
    const { document } = checkedDocument(operation.insertOne.document)
    return { operation: { insertOne: { document } }, isUpsert: false }
  }
  if ('updateOne' in operation)
    return { operation: { updateOne: updating(operation.updateOne) }, ...upserts(operation.updateOne) }
  if ('updateMany' in operation) {
    return { operation: { updateMany: updating(operation.updateMany) }, ...upserts(operation.updateMany) }
  }
  if ('replaceOne' in operation) {
    const { filter, replacement, upsert } = operation.replaceOne
    const sent = {
      filter: checkedFilter(filter),
      replacement: checkedReplacement(replacement),
      upsert: upsert === true,
    }
    return { operation: { replaceOne: sent }, ...upserts(operation.replaceOne) }
  }
  if ('deleteOne' in operation) {
    return { operation: { deleteOne: { filter: checkedFilter(operation.deleteOne.filter) } }, isUpsert: false }
  }
  return { operation: { deleteMany: { filter: checkedFilter(operation.deleteMany.filter) } }, isUpsert: false }
}

const upserts = ({ upsert }: { upsert?: boolean }) => ({ isUpsert: upsert === true })

const updating = ({ filter, update, upsert }: Extract<WriteOperation, { updateOne: object }>['updateOne']) => ({
  filter: checkedFilter(filter),
  update: checkedUpdate(update),
  upsert: upsert === true,
})

function failureOf(error: unknown, index: number): BulkFailure {
  const isRefusal = error instanceof InvalidQueryError || error instanceof UnsupportedByStoreError
  if (!isRefusal) throw error
  return { index, code: 'invalid', message: error.message }
}

/**
 * Parts the operations that may be sent from those that are refused before; an ordered list ends at the first of these.
 */
function prepare(
  operations: readonly WriteOperation[],
  ordered: boolean,
): { sendable: Sendable[]; errors: BulkFailure[] } {
  const sendable: Sendable[] = []
  const errors: BulkFailure[] = []
  for (const [index, operation] of operations.entries()) {
    try {
      sendable.push({ index, ...toDriver(operation) })
    } catch (error) {
      errors.push(failureOf(error, index))
      if (ordered) break
    }
  }
  return { sendable, errors }
}

type SentOperations = { failed: FailedOperation[] }

async function send(
  route: DriverRoute,
  list: readonly Sendable[],
  { counts, ordered }: BulkSending,
): Promise<SentOperations> {
  const operations = list.map(({ operation }) => operation)
  const add = (result: MongoBulkWriteError['result']): void => {
    counts.inserted += result.insertedCount
    counts.matched += result.matchedCount
    counts.modified += result.modifiedCount
    counts.deleted += result.deletedCount
    counts.upserted += result.upsertedCount
  }
  return route.run({ kind: 'write' }, async () => {
    try {
      add(await route.collection.bulkWrite(operations, { ordered, session: route.session, ...AS_GIVEN }))
      return { failed: [] }
    } catch (error) {
      // Without a list of failed writes it failed as a whole.
      if (!(error instanceof MongoBulkWriteError) || [error.writeErrors].flat().length === 0) throw error
      add(error.result)
      return { failed: failedOperations(error) }
    }
  })
}

type BulkSending = { counts: BulkCounts; ordered: boolean }

/** Upserts that lost against another one are sent again, and with them what an ordered list has behind them. */
async function sendAll(
  route: DriverRoute,
  sendable: readonly Sendable[],
  sending: BulkSending,
): Promise<BulkFailure[]> {
  const errors: BulkFailure[] = []
  let left = sendable
  for (let tries = 1; left.length > 0; tries += 1) {
    const { failed } = await send(route, left, sending)
    const again: Sendable[] = []
    for (const { at, isDuplicate, code } of failed) {
      const item = left[at]
      if (!item) continue
      const mayTryAgain = isDuplicate && item.isUpsert && tries < MAX_UPSERT_TRIES
      if (mayTryAgain && route.onUpsertCollision() === 'again')
        again.push(...(sending.ordered ? left.slice(at) : [item]))
      else errors.push(failureFor(item.index, { isDuplicate, code }))
    }
    left = again
  }
  return errors
}

function failureFor(index: number, { isDuplicate, code }: { isDuplicate: boolean; code: number }): BulkFailure {
  return isDuplicate
    ? { index, code: 'duplicate-key', message: duplicateKey().message }
    : { index, code: 'invalid', message: refusedByServer(code).message }
}

/** Carries out what passes the checks, and names what did not by its place in the list. */
export async function bulkWrite(
  route: DriverRoute,
  operations: readonly WriteOperation[],
  ordered: boolean,
): Promise<BulkResult> {
  const counts: BulkCounts = { inserted: 0, matched: 0, modified: 0, deleted: 0, upserted: 0 }
  const { sendable, errors } = prepare(operations, ordered)
  const sentErrors = await sendAll(route, sendable, { counts, ordered })
  // Ordered: what was refused stands behind what was sent, so a failure of that comes first and alone.
  const all = ordered && sentErrors.length > 0 ? sentErrors : [...sentErrors, ...errors]
  return { ...counts, errors: all.sort((a, b) => a.index - b.index) }
}
