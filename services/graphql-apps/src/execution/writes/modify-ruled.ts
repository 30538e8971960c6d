import { allOf, findOtherFixedId, mergeIntoDocument } from '@sluice/documents'
import { type Document, DuplicateKeyError } from '@sluice/store'
import { ObjectId } from 'bson'
import { badInput } from '../../domain/model/hole-values.ts'
import { idOf } from '../../domain/mutation/bind-target.ts'
import { requireVisible, ruleWrite, withoutOwnFields } from '../../domain/mutation/rule-write.ts'
import { forbidden } from '../../domain/rulings.ts'
import { valueKey } from '../../domain/values/value-key.ts'
import type { WriteRuling } from '../../domain/write-rulings.ts'
import { modifyNamed } from './modify-one.ts'
import { newDocument, requireStorable } from './new-document.ts'
import {
  conditionOf,
  projectionOfRuled,
  type RuledContext,
  type RuledWritten,
  shapeOf,
  showChanged,
  showInserted,
} from './show-written.ts'
import { makeOf } from './write-computed.ts'
import { MAX_TRIES, type OneWrite, seenBy } from './write-context.ts'
import { changedMeanwhile, conflict } from './write-fault.ts'

type UpsertWrite = Extract<OneWrite, { method: 'updateOne' | 'replaceOne' }>
type ModifyTarget = { id: unknown }

const NOTHING: RuledWritten = { documents: [], count: 0, ruling: undefined }

/**
 * Changes, replaces or removes one document as the caller's request about it would. Where the filter does not name it, it
 * is found as his `GET` of the collection would find it, and then judged by its own path: permissions may differ from
 * document to document.
 */
export async function modifyRuled(write: OneWrite, context: RuledContext): Promise<RuledWritten> {
  if (write.method === 'replaceOne') requireStorable(write.replacement)
  const search: ModifySearch = {
    asked: idOf(write.filter),
    finding: findingOf(write.filter, context),
    reached: undefined,
  }
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const written = await attempt(write, { ...search, isLast: tries > 1 }, context)
    if (written.kind === 'written') return written.written
    search.reached = written.reached
  }
  throw changedMeanwhile(MAX_TRIES)
}

type ModifySearch = {
  /** The `_id` that the filter names. */
  asked: ModifyTarget | undefined
  finding: Document
  /** What the caller may write, once it has turned out that he may not write all that is found. */
  reached: Document | undefined
}
type ModifyAttempt = { kind: 'written'; written: RuledWritten } | { kind: 'again'; reached: Document | undefined }

async function attempt(
  write: OneWrite,
  search: ModifySearch & { isLast: boolean },
  context: RuledContext,
): Promise<ModifyAttempt> {
  const { asked, finding, reached } = search
  const target = asked ?? (await locate(allOf(finding, reached), context))
  const ruling = target && rulingOf(write, target, context)
  const found = ruling && (await modifyFound({ write, finding, target }, ruling, context))
  if (found) return { kind: 'written', written: found }
  // It is not his to write, or somebody was faster: the next one is looked for among those that are.
  if (ruling && !asked) return { kind: 'again', reached: ruling.filter }
  if (!isUpsert(write)) return { kind: 'written', written: NOTHING }
  if (reached) throw conflict()
  const made = await make(write, search, context)
  return made ? { kind: 'written', written: made } : { kind: 'again', reached }
}

const isUpsert = (write: OneWrite): write is UpsertWrite => write.method !== 'deleteOne' && write.upsert

/** @throws GraphQLError where the caller may not write this document */
function rulingOf(write: OneWrite, target: ModifyTarget, { judge, namespace }: RuledContext): WriteRuling {
  const ruling = judge(namespace, write, target)
  if (ruling.kind === 'refused') throw ruling.error
  const otherId = write.method === 'deleteOne' ? undefined : findOtherFixedId(target.id, ruling.merge)
  if (otherId) throw forbidden(otherId.detail)
  return ruling
}

/** What finds a document by more than its `_id` tells what is in it: that is for those who may read it. */
function findingOf(filter: Document, { readings, namespace }: RuledContext): Document {
  const { _id: _, ...others } = filter
  const conditions = idOf(filter) ? others : filter
  if (idOf(filter) && Object.keys(others).length === 0) return filter
  const reading = readings(namespace)
  if (reading.kind === 'refused') throw reading.error
  requireVisible(conditions, reading)
  return allOf(filter, reading.readFilter)
}

async function locate(filter: Document, context: RuledContext): Promise<ModifyTarget | undefined> {
  const asked = { ...context.namespace, filter, sort: undefined, skip: 0, limit: 1, projection: { _id: 1 } as const }
  const found = await context.read.find(asked)
  if (found.kind === 'failed') throw found.error
  context.requireTime()
  const [first] = found.documents
  return first && { id: first._id }
}

type FoundTarget = { write: OneWrite; finding: Document; target: ModifyTarget }

async function modifyFound(
  { write, finding, target: { id } }: FoundTarget,
  ruling: WriteRuling,
  context: RuledContext,
): Promise<RuledWritten | undefined> {
  const named = allOf({ _id: id }, finding)
  if (write.method === 'replaceOne') requireSameId(id, write.replacement)
  if (write.method === 'deleteOne') return remove(ruleWrite({ ...write, filter: named }, ruling), ruling, context)
  const ruled = ruleWrite({ ...write, filter: named, upsert: false }, ruling)
  const document = await modifyNamed(ruled, {
    ...seenBy(context, ruling.visibility),
    projection: projectionOfRuled(ruling, context),
  })
  if (!document) return undefined
  return { documents: [await showChanged({ id, document }, ruling, context)], count: 1, ruling }
}

/** Whether the caller may read a document can't be asked when it is gone: one that he may read is tried first. */
async function remove(
  write: Extract<OneWrite, { method: 'deleteOne' }>,
  ruling: WriteRuling,
  context: RuledContext,
): Promise<RuledWritten | undefined> {
  const condition = conditionOf(ruling, context)
  const showing = { ...context, projection: projectionOfRuled(ruling, context) }
  if (condition !== 'hidden') {
    const shown = await modifyNamed({ ...write, filter: allOf(write.filter, condition) }, showing)
    if (shown) return { documents: [shapeOf(shown, ruling, context)], count: 1, ruling }
    if (!condition) return undefined
  }
  const unseen = await modifyNamed(write, showing)
  return unseen && { documents: [null], count: 1, ruling }
}

type ModifyUpsert = { asked: ModifyTarget | undefined; isLast: boolean }

/** Makes the document that an upsert does not find: judged by the path that it will have. */
async function make(
  write: UpsertWrite,
  { asked, isLast }: ModifyUpsert,
  context: RuledContext,
): Promise<RuledWritten | undefined> {
  const { collection } = context
  const { _id: id = new ObjectId() } = makeOf(write)
  if (asked) requireSameId(asked.id, { _id: id })
  const ruling = rulingOf(write, { id }, context)
  const made = { ...makeOf({ ...ruleWrite(write, ruling), filter: write.filter }), _id: id }
  const document = newDocument(
    mergeIntoDocument(made, withoutOwnFields(ruling.merge)),
    collection.schema?.seenBy(ruling.visibility),
  )
  try {
    await collection.documents.insertOne(document)
  } catch (error) {
    // One that is there and not the caller's to write, or that was made meanwhile: that one is changed the next time.
    if (!(error instanceof DuplicateKeyError)) throw error
    if (isLast) throw conflict()
    return undefined
  }
  return { documents: await showInserted([document], ruling, context), count: 1, ruling }
}

/** What is judged by one path is not written under another. */
function requireSameId(judged: unknown, { _id: id = judged }: Document): void {
  if (valueKey(judged) !== valueKey(id))
    throw badInput('The document has another _id than the one that is meant. Leave it out.')
}
