import { allOf, newEtag } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { idOf } from '../../domain/mutation/bind-target.ts'
import { requireIdOf, requireStorable, withEtag } from './new-document.ts'
import { replaceComputed, updateComputed } from './write-computed.ts'
import { MAX_TRIES, type OneWrite, type WriteContext } from './write-context.ts'
import { changedMeanwhile, noMatch } from './write-fault.ts'

/** Changes, replaces or removes one document, and gives it after the write; before it, for a delete. */
export async function modifyOne(write: OneWrite, context: WriteContext): Promise<Document | undefined> {
  if (isUpsert(write)) requireIdOf(write.filter)
  if (write.method === 'replaceOne') requireStorable(write.replacement)
  const found = await modify(write, context)
  if (!found && write.mustMatch) throw noMatch()
  return found
}

const modify = (write: OneWrite, context: WriteContext): Promise<Document | undefined> =>
  computed(write, context) ?? modifyAtOnce(write, context)

/** The same of a document that the filter names: it is not looked for first. */
export const modifyNamed = (write: OneWrite, context: WriteContext): Promise<Document | undefined> =>
  computed(write, context) ?? carryOut(write, context)

/** Computes the outcome before it is written, for the writes that need that; undefined for the others. */
function computed(write: OneWrite, context: WriteContext): Promise<Document | undefined> | undefined {
  if (write.method === 'updateOne' && context.collection.schema) return updateComputed(write, context)
  const isKept = write.method === 'replaceOne' && (write.keep.length > 0 || context.collection.schema !== undefined)
  return isKept ? replaceComputed(write, context) : undefined
}

/**
 * The document is looked for first, in the time that the app has: a search inside a write could not be ended. The write
 * then names it and asks the whole filter again.
 */
async function modifyAtOnce(write: OneWrite, context: WriteContext): Promise<Document | undefined> {
  if (idOf(write.filter)) return carryOut(write, context)
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const target = await locate(write.filter, context)
    context.requireTime()
    if (!target) return isUpsert(write) ? carryOut(write, context) : undefined
    const found = await carryOut(named(write, target), context)
    if (found) return found
  }
  throw changedMeanwhile(MAX_TRIES)
}

const isUpsert = (write: OneWrite): boolean => write.method !== 'deleteOne' && write.upsert

/** What is named was there: should it be gone, another is looked for. */
const named = (write: OneWrite, filter: Document): OneWrite =>
  write.method === 'deleteOne' ? { ...write, filter } : { ...write, filter, upsert: false }

/** The filter with the `_id` of a document that it finds. */
async function locate(filter: Document, { namespace, read }: WriteContext): Promise<Document | undefined> {
  const asked = { ...namespace, filter, sort: undefined, skip: 0, limit: 1, projection: { _id: 1 } as const }
  const found = await read.find(asked)
  if (found.kind === 'failed') throw found.error
  const [first] = found.documents
  return first && allOf({ _id: first._id }, filter)
}

function carryOut(write: OneWrite, { collection, projection }: WriteContext): Promise<Document | undefined> {
  const { documents } = collection
  const shown = projection ? { projection } : {}
  const options = { ...shown, upsert: isUpsert(write), returnDocument: 'after' as const }
  switch (write.method) {
    case 'updateOne':
      return documents.findOneAndUpdate(write.filter, withEtag(write.update), options)
    case 'replaceOne':
      return documents.findOneAndReplace(write.filter, { ...write.replacement, _etag: newEtag() }, options)
    case 'deleteOne':
      return documents.findOneAndDelete(write.filter, shown)
  }
}
