import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isDocument } from '@sluice/documents'
import type { WriteClaim } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { ObjectId } from 'bson'
import { z } from 'zod'
import type { SettleWrite } from './write-guard.ts'

/** A document of a list that is written. `id` is there where it can't be known from the request and `base`. */
type WrittenEntry = { isNew: boolean; id?: unknown }

const place = z.coerce.number()
const progress = z.object({
  /** Out of which the ids are made that the request leaves out. */
  base: z.instanceof(ObjectId).optional(),
  /** A mark for each place of the list: a note has to be small, as there is one with each document. */
  marks: z.string().default(''),
  /** Of those that are neither sent nor made out of `base`. */
  ids: z.array(z.object({ at: place, id: z.unknown() })).default([]),
})

const MARKS = { new: 'n', replaced: 'r', none: '-' } as const

/**
 * What of a list is written, noted with each document in the transaction that writes it: where the process dies, the request
 * that takes it up goes on behind.
 */
export type WrittenList = {
  /** The id of the document at this place where none is sent; the same for whoever takes over. */
  newIdAt(at: number): ObjectId
  /** @param document as this request would write it @returns undefined for one that is not written */
  writtenAt(at: number, document: Document): { id: unknown; isNew: boolean } | undefined
  /** To be called before the document at this place is written: `settle` is about it. */
  begin(at: number): void
  settle: SettleWrite
  /** Notes for good what was settled last. */
  keep(): void
}

/** @param values the list as it was sent */
export function createWrittenList(claim: WriteClaim, values: readonly unknown[]): WrittenList {
  const before = progress.parse(claim.progress ?? {})
  const { base = newBase() } = before
  const entries = readEntries(before)
  let at = 0
  let settled: WrittenEntry | undefined
  const newIdAt = (index: number) => idOfPlace(base, index)
  const isKnown = (id: unknown) => [sentId(values[at]), newIdAt(at)].some(known => isDeepStrictEqual(known, id))
  return {
    newIdAt,
    writtenAt(index, { _id }) {
      const entry = entries.get(index)
      return entry && { id: _id, ...entry }
    },
    begin(index) {
      at = index
      settled = undefined
    },
    async settle(inside, outcome) {
      if (outcome.kind === 'deleted') return
      const { _id: id } = outcome.document
      settled = { isNew: outcome.isNew, ...(isKnown(id) ? {} : { id }) }
      await claim.note(inside, { base, ...formatEntries(new Map([...entries, [at, settled]])) })
    },
    keep() {
      if (settled) entries.set(at, settled)
    },
  }
}

const sentId = (value: unknown): unknown => (isDocument(value) ? value._id : undefined)

/** An ObjectId of this moment, with random bytes of its own: no other list shares its ids. */
function newBase(): ObjectId {
  const { id } = new ObjectId()
  return new ObjectId(Buffer.concat([id.subarray(0, 4), randomBytes(5), id.subarray(9)]))
}

/** The place is the counter in the last three bytes, so that the ids are in the order of the list. */
function idOfPlace(base: ObjectId, at: number): ObjectId {
  const bytes = Buffer.from(base.id)
  bytes.writeUIntBE(at, 9, 3)
  return new ObjectId(bytes)
}

function readEntries({ marks, ids }: z.infer<typeof progress>): Map<number, WrittenEntry> {
  const entries = new Map<number, WrittenEntry>()
  for (const [at, mark] of [...marks].entries()) {
    if (mark !== MARKS.none) entries.set(at, { isNew: mark === MARKS.new })
  }
  for (const { at, id } of ids) entries.set(at, { isNew: false, ...entries.get(at), id })
  return entries
}

function formatEntries(entries: ReadonlyMap<number, WrittenEntry>): Document {
  const markOf = ({ isNew }: WrittenEntry) => (isNew ? MARKS.new : MARKS.replaced)
  const marks = Array.from({ length: Math.max(...entries.keys()) + 1 }, (_, at) => {
    const entry = entries.get(at)
    return entry ? markOf(entry) : MARKS.none
  })
  const ids = [...entries].flatMap(([at, entry]) => ('id' in entry ? [{ at, id: entry.id }] : []))
  return { marks: marks.join(''), ids }
}
