import type { Document } from '@sluice/store'
import { badInput } from '../../domain/model/hole-values.ts'
import type { BoundWrite } from '../../domain/mutation/bind-mutation.ts'
import { limitExceeded } from '../../domain/plan/document-limits.ts'
import { modifyOne } from './modify-one.ts'
import { newDocument } from './new-document.ts'
import type { WriteContext, WriteResult } from './write-context.ts'
import { conflict } from './write-fault.ts'
import { writeMany } from './write-many.ts'

/** Documents of one `insertMany`, as in the data service. */
const MAX_INSERTED = 1_000

/** Carries out a write. @throws GraphQLError for what the caller can mend; the errors of the store port */
export async function writeDocuments(write: BoundWrite, context: WriteContext): Promise<WriteResult> {
  context.requireTime()
  switch (write.method) {
    case 'insertOne':
      return insertOne(write.document, context)
    case 'insertMany':
      return insertMany(write.documents, context)
    case 'updateOne':
    case 'replaceOne':
    case 'deleteOne':
      context.spend(1)
      return one(await modifyOne(write, context))
    case 'updateMany':
    case 'deleteMany':
      return writeMany(write, context)
  }
}

const one = (document: Document | undefined): WriteResult => ({
  documents: document ? [document] : [],
  count: document ? 1 : 0,
})

async function insertOne(given: Document, { collection, spend }: WriteContext): Promise<WriteResult> {
  const document = newDocument(given, collection.schema)
  spend(1)
  await collection.documents.insertOne(document)
  return one(document)
}

async function insertMany(given: readonly Document[], { collection, spend }: WriteContext): Promise<WriteResult> {
  if (given.length > MAX_INSERTED) {
    throw limitExceeded(
      `One mutation stores ${MAX_INSERTED} documents at most; these are ${given.length}. Nothing was written.`,
    )
  }
  const documents = given.map(each => newDocument(each, collection.schema))
  if (documents.length === 0) return { documents, count: 0 }
  spend(documents.length)
  const { errors } = await collection.documents.insertMany(documents, { ordered: true })
  const [fault] = errors
  if (!fault) return { documents, count: documents.length }
  const stored = `Document ${fault.index} was not stored, nor were those after it; the ${fault.index} before it were.`
  throw fault.code === 'duplicate-key' ? conflict(stored) : badInput(`The store can not hold this document. ${stored}`)
}
