import { type GrantedRules, type Refusal, refuse } from '@sluice/contracts'
import {
  allOf,
  decodeDocument,
  isDocument,
  mergeIntoUpdate,
  newEtag,
  readUpdate,
  type Visibility,
} from '@sluice/documents'
import { applyUpdate, type Collection, type Document } from '@sluice/store'
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

type Change = { target: WriteTarget; guard: WriteGuard }

/** Changes the document that is the target, and gives it as it is stored then, with every type. */
export const patchDocument = (
  update: Record<string, Document>,
  { target, guard }: Change,
): Promise<Written | Refusal> =>
  guard.run(target.id, collection =>
    guard.judge
      ? patchJudged(update, { target, judge: guard.judge, collection })
      : patchAtOnce(update, target, collection),
  )

async function patchAtOnce(
  update: Record<string, Document>,
  target: WriteTarget,
  collection: Collection,
): Promise<Written | Refusal> {
  const { matched } = await collection.updateOne(target.filter, update)
  if (matched === 0) return target.explainMiss(collection)
  const [raw] = await collection.findRaw({ _id: target.id }, { limit: 1 })
  // Removed right after: what was written is then all that is known.
  const document = raw ? decodeDocument(raw) : { _id: target.id, ...update.$set }
  return { kind: 'written', document, isNew: false }
}

const MAX_TRIES = 5

type Judged = {
  target: Pick<WriteTarget, 'filter' | 'explainMiss'>
  judge: (document: Document) => Refusal | undefined
  collection: Collection
}

/** Reads, applies, judges, and writes under the version that was read; again when somebody was faster. */
export async function patchJudged(
  update: Record<string, Document>,
  { target, judge, collection }: Judged,
): Promise<Written | Refusal> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const [raw] = await collection.findRaw(target.filter, { limit: 1 })
    if (!raw) return target.explainMiss(collection)
    const before = decodeDocument(raw)
    // A document that another program made may have none: null finds that too.
    const version = { _id: before._id, _etag: before._etag ?? null }
    const document = applyUpdate(before, update)
    const fault = judge(document)
    if (fault) return fault
    const { matched } = await collection.replaceOne(allOf(target.filter, version), document)
    if (matched > 0) return { kind: 'written', document, isNew: false }
  }
  return refuse('CONFLICT', `Others changed it at the same time, ${MAX_TRIES} times over. Send the change again.`)
}

const notAnObject = (): Refusal =>
  refuse('VALIDATION_FAILED', 'A change is a JSON object of fields to set, or of update operators. Send one.')
