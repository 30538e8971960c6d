import { type GrantedRules, type Refusal, refuse } from '@sluice/contracts'
import {
  allOf,
  decodeDocument,
  isDocument,
  mergeIntoUpdate,
  newEtag,
  readNewDocument,
  readUpdate,
  type Visibility,
  type WriteMode,
} from '@sluice/documents'
import { applyUpdate, type Collection, type Document, DuplicateKeyError } from '@sluice/store'
import type { DocumentWritten } from '../domain/outcome.ts'
import { insertDocument } from './create-document.ts'
import { refuseChange, type WriteTarget } from './find-target.ts'
import type { PreparedWrite, WriteGuard } from './write-guard.ts'

type Rules = { rules: GrantedRules; visibility: Visibility; guard: WriteGuard }

/** Makes the update to be carried out of what was sent: operators, the permission's fields, a new `_etag`. */
export async function prepareUpdate(
  body: unknown,
  { rules, visibility, guard }: Rules,
): Promise<PreparedWrite<Record<string, Document>>> {
  if (Array.isArray(body)) return noPipeline()
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

type Update = Record<string, Document>
type DocumentPatch = { target: WriteTarget; guard: WriteGuard; mode: WriteMode }

/**
 * Changes the document that is the target, or makes one, by the mode, and gives it as it is stored then, with every type.
 * @throws DuplicateKeyError
 */
export const patchDocument = (update: Update, patch: DocumentPatch): Promise<DocumentWritten | Refusal> =>
  patch.guard.run(patch.target.id, collection => {
    const { target, mode } = patch
    if (!target.mustBeNew) return PATCHES[mode](update, { ...patch, collection })
    if (mode === 'update' || target.hasCondition) return refuseChange(target, collection)
    return insertPatched(update, { ...patch, collection })
  })

type PatchWork = Omit<DocumentPatch, 'mode'> & { collection: Collection }

const PATCHES: Record<WriteMode, (update: Update, patching: PatchWork) => Promise<DocumentWritten | Refusal>> = {
  insert: insertPatched,
  update: patchStored,
  upsert: upsertPatched,
}

function patchStored(update: Update, { target, guard, collection }: PatchWork): Promise<DocumentWritten | Refusal> {
  return guard.judge
    ? patchJudged(update, { target, judge: guard.judge, collection })
    : patchAtOnce(update, target, collection)
}

/** Stores what the update makes of a document that has nothing but its id. */
async function insertPatched(
  update: Update,
  { target, guard, collection }: PatchWork,
): Promise<DocumentWritten | Refusal> {
  const made = readNewDocument(applyUpdate({ _id: target.id }, update, { isInsert: true }))
  if (made.kind === 'refuse') return made
  const fault = guard.judge?.(made.document)
  if (fault) return fault
  return insertDocument(made.document, collection, { guard, mustBeNew: target.mustBeNew })
}

/** A document that is there and not the caller's to write is taken by somebody: 409, as for an insert. */
async function upsertPatched(update: Update, patching: PatchWork): Promise<DocumentWritten | Refusal> {
  const { target, collection } = patching
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const outcome = await patchStored(update, patching)
    // A version that has to match can't be that of a document that is not there.
    if (outcome.kind === 'written' || outcome.code !== 'NOT_FOUND' || target.hasCondition) return outcome
    const made = await insertIfFree(update, patching)
    if (made) return made
    if ((await collection.count(target.writable, { limit: 1 })) === 0) return taken()
  }
  return changedByOthers()
}

/** @returns undefined where a document of this id is there, or has come meanwhile */
async function insertIfFree(update: Update, patching: PatchWork): Promise<DocumentWritten | Refusal | undefined> {
  const { target, guard, collection } = patching
  const isThere = async () => (await collection.count({ _id: target.id }, { limit: 1 })) > 0
  if (await isThere()) return undefined
  try {
    return await insertPatched(update, patching)
  } catch (error) {
    // In a transaction nobody else can have been faster: then it is another value that has to be unique.
    if (error instanceof DuplicateKeyError && !guard.isOneByOne && (await isThere())) return undefined
    throw error
  }
}

async function patchAtOnce(
  update: Record<string, Document>,
  target: WriteTarget,
  collection: Collection,
): Promise<DocumentWritten | Refusal> {
  const { matched } = await collection.updateOne(target.filter, update)
  if (matched === 0) return target.explainMiss(collection)
  const [raw] = await collection.findRaw({ _id: target.id }, { limit: 1 })
  // Removed right after: what was written is then all that is known.
  const document = raw ? decodeDocument(raw) : { _id: target.id, ...update.$set }
  return { kind: 'written', document, isNew: false }
}

const MAX_TRIES = 5

type DocumentJudge = {
  target: Pick<WriteTarget, 'filter' | 'explainMiss'>
  judge: (document: Document) => Refusal | undefined
  collection: Collection
}

/** Reads, applies, judges, and writes under the version that was read; again when somebody was faster. */
export async function patchJudged(
  update: Record<string, Document>,
  { target, judge, collection }: DocumentJudge,
): Promise<DocumentWritten | Refusal> {
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
  return changedByOthers()
}

const changedByOthers = (): Refusal =>
  refuse('CONFLICT', `Others changed it at the same time, ${MAX_TRIES} times over. Send the change again.`)

const taken = (): Refusal =>
  refuse('CONFLICT', 'A document with this _id is there already, and is not yours to change.')

/** An expression could copy what is hidden from the caller into a field that he sees. */
const noPipeline = (): Refusal =>
  refuse(
    'VALIDATION_FAILED',
    'A change is no pipeline of stages. Send an object of fields to set, or of update operators such as $set and $inc.',
  )

const notAnObject = (): Refusal =>
  refuse('VALIDATION_FAILED', 'A change is a JSON object of fields to set, or of update operators. Send one.')
