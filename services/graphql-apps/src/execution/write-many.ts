import { allOf } from '@sluice/documents'
import { GraphQLError } from 'graphql'
import { limitExceeded } from '../domain/document-limits.ts'
import type { BoundWrite } from '../domain/mutation/bind-mutation.ts'
import { modifyOne, withEtag } from './modify-one.ts'
import type { WriteContext, Written } from './write-documents.ts'
import { noMatch } from './write-fault.ts'

type ManyWrite = Extract<BoundWrite, { method: 'updateMany' | 'deleteMany' }>

/** No write holds up the store for longer than one of these. */
const BATCH = 500

/**
 * Finds the documents first, so that too many are refused before anything is written, then writes them in batches. Not
 * atomic: whoever reads meanwhile sees some written.
 */
export async function writeMany(write: ManyWrite, context: WriteContext): Promise<Written> {
  const ids = await findIds(write, context)
  if (ids.length === 0) return writeNone(write, context)
  let count = 0
  for (let from = 0; from < ids.length; from += BATCH) {
    const done = `${count} of ${ids.length} documents were written before that.`
    context.requireTime(done)
    count += await writeBatch(write, ids.slice(from, from + BATCH), { context, done })
  }
  return { documents: [], count }
}

async function findIds(write: ManyWrite, { namespace, read, limits }: WriteContext): Promise<readonly unknown[]> {
  const most = write.maxAffected
  const limit = most === undefined ? 0 : most + 1
  const asked = { ...namespace, filter: write.filter, sort: undefined, skip: 0, limit, projection: { _id: 1 } as const }
  const found = await read(asked)
  if (found.kind === 'failed') {
    const isTooMany = found.error.extensions.code === 'LIMIT_EXCEEDED'
    throw isTooMany ? tooMany(`one request is about ${limits.maxDocuments} at most`) : found.error
  }
  if (most !== undefined && found.documents.length > most) throw tooMany(`the app allows ${most}`)
  return found.documents.map(({ _id }) => _id)
}

const tooMany = (why: string): GraphQLError =>
  limitExceeded(`The mutation is about too many documents: ${why}. Nothing was written.`)

async function writeNone(write: ManyWrite, context: WriteContext): Promise<Written> {
  if (write.method === 'updateMany' && write.upsert) {
    const made = await modifyOne({ ...write, method: 'updateOne' }, context)
    return { documents: [], count: made ? 1 : 0 }
  }
  if (write.mustMatch) throw noMatch()
  return { documents: [], count: 0 }
}

type Progress = { context: WriteContext; done: string }

async function writeBatch(write: ManyWrite, ids: readonly unknown[], { context, done }: Progress): Promise<number> {
  const filter = allOf({ _id: { $in: ids } }, write.filter)
  const { documents, schema } = context.collection
  if (write.method === 'deleteMany') return documents.deleteMany(filter)
  if (!schema) return (await documents.updateMany(filter, withEtag(write.update))).matched
  return updateEach(write, ids, { context, done })
}

/** Where each outcome has to be known before it is written. */
async function updateEach(
  write: Extract<ManyWrite, { method: 'updateMany' }>,
  ids: readonly unknown[],
  { context, done }: Progress,
): Promise<number> {
  let count = 0
  for (const _id of ids) {
    const filter = allOf({ _id }, write.filter)
    const one = { ...write, method: 'updateOne' as const, filter, upsert: false, mustMatch: false }
    try {
      if (await modifyOne(one, context)) count += 1
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      const message = `${error.message} In this batch ${count} were written; ${done}`
      throw new GraphQLError(message, { extensions: error.extensions })
    }
  }
  return count
}
