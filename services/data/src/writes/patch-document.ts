import { type GrantedRules, type Refusal, refuse } from '@sluice/contracts'
import { decodeDocument, isDocument, mergeIntoUpdate, newEtag, readUpdate, type Visibility } from '@sluice/documents'
import type { Document } from '@sluice/store'
import type { Written } from '../domain/outcome.ts'
import type { WriteTarget } from './find-target.ts'
import type { Prepared, WriteGuard } from './write-guard.ts'

type Rules = { rules: GrantedRules; visibility: Visibility; guard: WriteGuard }

/** Makes the update to be carried out of what was sent: operators, the permission's fields, a new `_etag`. */
export async function prepareUpdate(
  body: unknown,
  { rules, visibility, guard }: Rules,
): Promise<Prepared<Record<string, Document>>> {
  if (!isDocument(body)) return notAnObject()
  const read = readUpdate(body, visibility)
  if (read.kind === 'refuse') return read
  const merged = mergeIntoUpdate(read.update, rules.mergeRequest)
  if (merged.kind === 'refuse') return merged
  const prepared = await guard.prepareUpdate(merged.update)
  if (prepared.kind === 'refuse') return prepared
  const $set = { ...prepared.value.$set, _etag: newEtag() }
  return { kind: 'prepared', value: { ...prepared.value, $set } }
}

/** Changes the document that is the target, and gives it as it is stored then, with every type. */
export const patchDocument = (
  update: Record<string, Document>,
  { target, guard }: { target: WriteTarget; guard: WriteGuard },
): Promise<Written | Refusal> =>
  guard.run(target.id, async collection => {
    const { matched } = await collection.updateOne(target.filter, update)
    if (matched === 0) return target.explainMiss(collection)
    const [raw] = await collection.findRaw({ _id: target.id }, { limit: 1 })
    // Removed right after: what was written is then all that is known.
    const document = raw ? decodeDocument(raw) : { _id: target.id, ...update.$set }
    return { kind: 'written', document, isNew: false }
  })

const notAnObject = (): Refusal =>
  refuse('VALIDATION_FAILED', 'A change is a JSON object of fields to set, or of update operators. Send one.')
