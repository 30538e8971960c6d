import { allOf, decodeDocument, isDocument, mergeIntoDocument, newEtag } from '@sluice/documents'
import { applyUpdate, type Document, DuplicateKeyError } from '@sluice/store'
import { idOf } from '../../domain/mutation/bind-target.ts'
import { ownField } from '../../domain/values/bson-values.ts'
import { newDocument, requireFit, withEtag } from './new-document.ts'
import { MAX_TRIES, type OneWrite, type WriteContext } from './write-context.ts'
import { changedMeanwhile, conflict } from './write-fault.ts'

type ComputedWrite = {
  filter: Document
  /** The document after the write. */
  change(before: Document): Document
  /** The document that is made where there is none; undefined: none is made. */
  make: (() => Document) | undefined
}

/** An update whose outcome has to be known before it is written: the collection has a schema. */
export function updateComputed(
  write: Extract<OneWrite, { method: 'updateOne' }>,
  context: WriteContext,
): Promise<Document | undefined> {
  const { filter, update, upsert } = write
  const { $setOnInsert: _, ...others } = update
  const change = (before: Document) => applyUpdate(before, withEtag(others))
  return writeComputed({ filter, change, make: upsert ? () => makeOf(write) : undefined }, context)
}

/** A replacement that keeps what it may not change. */
export function replaceComputed(
  write: Extract<OneWrite, { method: 'replaceOne' }>,
  context: WriteContext,
): Promise<Document | undefined> {
  const { filter, replacement, upsert, keep, fixed } = write
  const change = (before: Document) => {
    const kept = Object.fromEntries(keep.flatMap(path => keptAt(before, path.split('.'))))
    const document = { ...replacement, _id: before._id, _etag: newEtag() }
    const whole = Object.keys(kept).length > 0 ? applyUpdate(document, { $set: kept }) : document
    return mergeIntoDocument(whole, fixed)
  }
  return writeComputed({ filter, change, make: upsert ? () => makeOf(write) : undefined }, context)
}

/** The document that an upsert makes where it finds none. */
export function makeOf(write: Extract<OneWrite, { method: 'updateOne' | 'replaceOne' }>): Document {
  if (write.method === 'replaceOne') return { ...seedOf(write.filter, ['_id']), ...write.replacement }
  const { $setOnInsert, ...others } = write.update
  return applyUpdate(seedOf(write.filter), withEtag({ ...others, $set: { ...$setOnInsert, ...others.$set } }))
}

/** Reads, computes, checks, and writes under the version that was read; again when somebody was faster. */
async function writeComputed(computed: ComputedWrite, context: WriteContext): Promise<Document | undefined> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const { documents } = context.collection
    const [raw] = await documents.findRaw(computed.filter, { limit: 1, maxTimeMs: context.requireTime() })
    if (!raw && !computed.make) return undefined
    const written = raw
      ? await replaceVersion(decodeDocument(raw), computed, context)
      : await insertMade(computed.make?.() ?? {}, { context, isLast: tries === MAX_TRIES })
    if (written) return written
  }
  throw changedMeanwhile(MAX_TRIES)
}

async function replaceVersion(
  before: Document,
  { filter, change }: ComputedWrite,
  { collection }: WriteContext,
): Promise<Document | undefined> {
  // A document that another program made may have no version: null finds that too.
  const version = { _id: before._id, _etag: before._etag ?? null }
  const document = change(before)
  requireFit(document, collection.schema)
  const { matched } = await collection.documents.replaceOne(allOf(version, filter), document)
  return matched > 0 ? document : undefined
}

type UpsertRound = { context: WriteContext; isLast: boolean }

/** Somebody may have made it meanwhile: then it is changed the next time. */
async function insertMade(made: Document, { context, isLast }: UpsertRound): Promise<Document | undefined> {
  const document = newDocument(made, context.collection.schema)
  try {
    await context.collection.documents.insertOne(document)
    return document
  } catch (error) {
    if (!(error instanceof DuplicateKeyError)) throw error
    if (isLast) throw conflict()
    return undefined
  }
}

/** What an upsert begins with: the fields that the filter sets equal to something. */
function seedOf(filter: Document, only?: readonly string[]): Document {
  const equal = equalities(filter).filter(([path]) => !only || only.includes(path))
  return equal.length > 0 ? applyUpdate({}, { $set: Object.fromEntries(equal) }) : {}
}

function equalities(filter: Document): (readonly [string, unknown])[] {
  return Object.entries(filter).flatMap(([path, condition]) => {
    if (path === '$and') return Array.isArray(condition) ? condition.filter(isDocument).flatMap(equalities) : []
    const equal = path.startsWith('$') ? undefined : idOf({ _id: condition })
    return equal ? [[path, equal.id] as const] : []
  })
}

/** A value to keep, by its path; a list on the way is kept whole. */
function keptAt(before: Document, path: readonly string[]): (readonly [string, unknown])[] {
  let value: unknown = before
  for (const [at, name] of path.entries()) {
    if (Array.isArray(value)) return [[path.slice(0, at).join('.'), value]]
    value = isDocument(value) ? ownField(value, name) : undefined
  }
  return value === undefined ? [] : [[path.join('.'), value]]
}
