import type { Refusal } from '@sluice/contracts'
import type { WriteMode } from '@sluice/documents'
import type { Document } from '@sluice/store'
import type { DocumentWritten } from '../domain/outcome.ts'
import { insertDocument } from './create-document.ts'
import { refuseChange, type WriteTarget } from './find-target.ts'
import type { WriteGuard } from './write-guard.ts'

type DocumentReplacement = { target: WriteTarget; mode: WriteMode; guard: WriteGuard }

/** Puts a document in the place of the one with its id. @throws DuplicateKeyError, also for an upsert of what is not the caller's */
export const replaceDocument = (
  replacement: Document,
  { target, mode, guard }: DocumentReplacement,
): Promise<DocumentWritten | Refusal> =>
  guard.run(target.id, async (collection, before) => {
    const document = guard.keep(replacement, before)
    const { mustBeNew } = target
    if (mustBeNew && (mode === 'update' || target.hasCondition)) return refuseChange(target, collection)
    if (mustBeNew || mode === 'insert') return insertDocument(document, collection, { guard, mustBeNew })
    // A version that has to match can't be that of a document that is not there.
    const upsert = mode === 'upsert' && !target.hasCondition
    // An _id keeps the type that it has in the store: 7 may be an integer or a double there.
    const { _id: _, ...fields } = document
    const { matched } = await collection.replaceOne(target.filter, upsert ? document : fields, { upsert })
    if (matched > 0) return { kind: 'written', document, isNew: false }
    return upsert ? { kind: 'written', document, isNew: true } : target.explainMiss(collection)
  })
