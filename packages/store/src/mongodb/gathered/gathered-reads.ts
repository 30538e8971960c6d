import { encode } from '../../bson-codec.ts'
import { bsonValueEnd } from '../../bson-size.ts'
import type { Document, FindOptions } from '../../port.ts'
import { isOutage } from './outage.ts'

/** Reads by id in one command at most. */
const MAX_TOGETHER = 64

/** A find of the port, its filter checked. */
export type PlainFind = { filter: Document; options: FindOptions; maxTimeMs: number }
/** Finds documents by one command. @returns undefined where only a cursor will do */
type FindTogether = (asked: PlainFind) => Promise<Uint8Array[] | undefined>
/** Reads a document by its `_id`. @returns undefined for a find of another form, of which nothing is done here */
export type ReadById = (asked: PlainFind) => ReturnType<FindTogether> | undefined

type WaitingRead = { asked: PlainFind; id: unknown; end: PromiseWithResolvers<Uint8Array[] | undefined> }

/**
 * Asks for documents that are read by their `_id` in the same turn of the event loop by one command: a command costs the
 * driver as much as several documents in one. None of them waits for another turn, and a lone one is read as before.
 *
 * A document is taken for the one that was asked for where its `_id` has the very same bytes. Whatever is not found so is
 * asked for by itself: it may be there all the same, as a number of another type, or in a collection that compares texts
 * by a collation of its own.
 */
export function gatherReads(find: FindTogether): ReadById {
  /** Reads that wait, by what they want of a document: their projection as JSON. */
  const waiting = new Map<string, WaitingRead[]>()

  function flush(): void {
    for (const [form, together] of waiting) {
      waiting.delete(form)
      const [first, ...others] = together
      if (first && others.length === 0) readAlone(find, first)
      else if (first) void readTogether(find, together)
    }
  }

  return asked => {
    const id = idOf(asked)
    if (id === undefined) return undefined
    const form = JSON.stringify(withId(asked.options.projection)) ?? ''
    if (waiting.size === 0) setImmediate(flush)
    const together = waiting.get(form) ?? []
    waiting.set(form, together)
    const end = Promise.withResolvers<Uint8Array[] | undefined>()
    together.push({ asked, id, end })
    if (together.length >= MAX_TOGETHER) flush()
    return end.promise
  }
}

/** @returns the `_id` that a find asks for, and nothing else; undefined for one that asks otherwise */
function idOf({ filter, options }: PlainFind): string | number | undefined {
  if (!isOfOne(options)) return undefined
  const id = Object.keys(filter).length === 1 ? operandOf(filter._id) : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

/** Whether one document is wanted, in no way of its own. */
const isOfOne = ({ limit, skip = 0, sort, hint, linearizable }: FindOptions): boolean =>
  limit === 1 && skip === 0 && !sort && !hint && !linearizable

/** The same, but for the `_id`, by which documents are told apart here. */
function withId(projection: FindOptions['projection']): FindOptions['projection'] {
  if (projection?._id !== 0) return projection
  const { _id, ...others } = projection
  return others
}

function operandOf(condition: unknown): unknown {
  if (typeof condition !== 'object' || condition === null) return condition
  return Object.keys(condition).length === 1 ? Reflect.get(condition, '$eq') : undefined
}

const readAlone = (find: FindTogether, { asked, end }: WaitingRead): void =>
  void find(asked).then(end.resolve, end.reject)

async function readTogether(find: FindTogether, together: readonly WaitingRead[]): Promise<void> {
  try {
    const found = await findAll(find, together)
    for (const read of together) {
      const document = found.get(read.id)
      if (document) read.end.resolve([read.asked.options.projection?._id === 0 ? withoutId(document) : document])
      else readAlone(find, read)
    }
  } catch (error) {
    for (const read of together) {
      if (isOutage(error)) read.end.reject(error)
      else readAlone(find, read)
    }
  }
}

/** @returns documents by the `_id` that was asked for */
async function findAll(
  find: FindTogether,
  together: readonly WaitingRead[],
): Promise<ReadonlyMap<unknown, Uint8Array>> {
  const ids = [...new Set(together.map(({ id }) => id))]
  const idAt = new Map(ids.map(id => [idBytes(encode({ _id: id })), id]))
  const [first] = together
  const maxTimeMs = Math.max(...together.map(({ asked }) => asked.maxTimeMs))
  const options = { limit: ids.length, projection: withId(first?.asked.options.projection) }
  const documents = (await find({ filter: { _id: { $in: ids } }, options, maxTimeMs })) ?? []
  return new Map(documents.map(document => [idAt.get(idBytes(document)), document]))
}

const TYPE_AT = 4
const NAME = '_id\0'
const VALUE_AT = TYPE_AT + 1 + NAME.length

/** The type and the value of the `_id` with which a document begins, as BSON has them; empty where it begins otherwise. */
function idBytes(document: Uint8Array): string {
  const bytes = bufferOf(document)
  if (bytes.toString('latin1', TYPE_AT + 1, VALUE_AT) !== NAME) return ''
  return bytes.toString('latin1', TYPE_AT, idEnd(bytes))
}

/** A document that begins with its `_id`, without it. */
function withoutId(document: Uint8Array): Uint8Array {
  const bytes = bufferOf(document)
  const dropped = idEnd(bytes) - TYPE_AT
  const kept = Buffer.allocUnsafe(bytes.length - dropped)
  kept.writeInt32LE(kept.length)
  bytes.copy(kept, TYPE_AT, TYPE_AT + dropped)
  return kept
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)
const idEnd = (bytes: Buffer) => bsonValueEnd(bytes, { type: bytes[TYPE_AT] ?? 0, at: VALUE_AT })
