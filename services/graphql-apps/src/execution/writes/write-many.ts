import { allOf } from '@sluice/documents'
import { GraphQLError } from 'graphql'
import type { BoundWrite } from '../../domain/mutation/bind-mutation.ts'
import { limitExceeded } from '../../domain/plan/document-limits.ts'
import { modifyOne } from './modify-one.ts'
import { withEtag } from './new-document.ts'
import type { WriteContext, WriteResult } from './write-context.ts'
import { noMatch, writeFault } from './write-fault.ts'

type CappedWrite = Extract<BoundWrite, { method: 'updateMany' | 'deleteMany' }>

/** No write holds up the store for longer than one of these. */
const BATCH = 500

/**
 * Finds the documents first, so that too many are refused before anything is written, then writes them in batches. Not
 * atomic: whoever reads meanwhile sees some written, and an error says how many there were.
 */
export async function writeMany(write: CappedWrite, context: WriteContext): Promise<WriteResult> {
  const ids = await findIds(write, context)
  if (ids.length === 0) return writeNone(write, context)
  context.spend(ids.length)
  const progress = { count: 0, of: ids.length }
  for (let from = 0; from < ids.length; from += BATCH) {
    await writeBatch(write, ids.slice(from, from + BATCH), { context, progress })
  }
  return { documents: [], count: progress.count }
}

type WriteProgress = { count: number; of: number }

/** Other documents of a batch that failed may be written as well. */
const done = ({ count, of }: WriteProgress): string => `At least ${count} of ${of} documents were written before that.`

async function findIds(write: CappedWrite, { namespace, read, limits }: WriteContext): Promise<readonly unknown[]> {
  const most = write.maxAffected
  const limit = most === undefined ? 0 : most + 1
  const asked = { ...namespace, filter: write.filter, sort: undefined, skip: 0, limit, projection: { _id: 1 } as const }
  const found = await read.find(asked)
  if (found.kind === 'failed') {
    const isTooMany = found.error.extensions.code === 'LIMIT_EXCEEDED'
    throw isTooMany ? tooMany(`one request is about ${limits.maxDocuments} at most`) : found.error
  }
  if (most !== undefined && found.documents.length > most) throw tooMany(`the app allows ${most}`)
  return found.documents.map(({ _id }) => _id)
}

const tooMany = (why: string): GraphQLError =>
  limitExceeded(`The mutation is about too many documents: ${why}. Nothing was written.`)

async function writeNone(write: CappedWrite, context: WriteContext): Promise<WriteResult> {
  if (write.method === 'updateMany' && write.upsert) {
    const made = await modifyOne({ ...write, method: 'updateOne' }, context)
    return { documents: [], count: made ? 1 : 0 }
  }
  if (write.mustMatch) throw noMatch()
  return { documents: [], count: 0 }
}

type ManyBatch = { context: WriteContext; progress: WriteProgress }

async function writeBatch(write: CappedWrite, ids: readonly unknown[], batch: ManyBatch): Promise<void> {
  const { context, progress } = batch
  try {
    context.requireTime(done(progress))
    if (write.method === 'updateMany' && context.collection.schema) await updateEach(write, ids, batch)
    else progress.count += await writeAtOnce(write, ids, context)
  } catch (error) {
    throw faultOf(error, batch)
  }
}

function faultOf(error: unknown, { context, progress }: ManyBatch): unknown {
  if (!(error instanceof GraphQLError)) return writeFault(error, context.limits, done(progress)) ?? error
  if (error.extensions.code === 'TIMEOUT') return error
  return new GraphQLError(`${error.message} ${done(progress)}`, { extensions: error.extensions })
}

async function writeAtOnce(write: CappedWrite, ids: readonly unknown[], { collection }: WriteContext): Promise<number> {
  const filter = allOf({ _id: { $in: ids } }, write.filter)
  if (write.method === 'deleteMany') return collection.documents.deleteMany(filter)
  return (await collection.documents.updateMany(filter, withEtag(write.update))).matched
}

/** Updates the documents one by one: each outcome has to be known before it is written. */
async function updateEach(
  write: Extract<CappedWrite, { method: 'updateMany' }>,
  ids: readonly unknown[],
  { context, progress }: ManyBatch,
): Promise<void> {
  const requireTime = () => context.requireTime(done(progress))
  for (const _id of ids) {
    const filter = allOf({ _id }, write.filter)
    const one = { ...write, method: 'updateOne' as const, filter, upsert: false, mustMatch: false }
    if (await modifyOne(one, { ...context, requireTime })) progress.count += 1
  }
}
