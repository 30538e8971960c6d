import type { Refusal } from '@sluice/contracts'
import type { Collection, Document } from '@sluice/store'
import type { DocumentWritten } from '../domain/outcome.ts'
import type { WriteMode } from '../domain/write-mode.ts'
import type { WriteTarget } from './find-target.ts'
import type { WriteGuard } from './write-guard.ts'

type DocumentReplacement = { target: WriteTarget; mode: WriteMode; guard: WriteGuard }

/** Puts a document in the place of the one with its id. @throws DuplicateKeyError, also for an upsert of what is not the caller's */
export const replaceDocument = (
  replacement: Document,
  { target, mode, guard }: DocumentReplacement,
): Promise<DocumentWritten | Refusal> =>
  guard.run(target.id, async (collection, before) => {
    const document = guard.keep(replacement, before)
    if (mode === 'insert') return insert(document, collection)
    // A version that has to match can't be that of a document that is not there.
    const upsert = mode === 'upsert' && !target.hasCondition
    // An _id keeps the type that it has in the store: 7 may be an integer or a double there.
    const { _id: _, ...fields } = document
    const { matched } = await collection.replaceOne(target.filter, upsert ? document : fields, { upsert })
    if (matched > 0) return { kind: 'written', document, isNew: false }
    return upsert ? { kind: 'written', document, isNew: true } : target.explainMiss(collection)
  })

async function insert(document: Document, collection: Collection): Promise<DocumentWritten | Refusal> {
  await collection.insertOne(document)
  return { kind: 'written', document, isNew: true }
}
