import { expect, it } from '@jest/globals'
import { decodeDocument, encodeDocument } from '@sluice/documents'
import type { WriteClaim } from '@sluice/service-kit'
import type { Document, StoreTransaction } from '@sluice/store'
import { createWrittenList } from './written-list.ts'

const MAX_BYTES = 1024 * 1024
const inside: StoreTransaction = {
  collection: namespace => {
    throw new RangeError(`Notes go to the claim, not to ${namespace.collection}.`)
  },
}

/** A record that keeps the last note as the store would, and counts the bytes of all. */
function openRecord(progress?: Document) {
  const record = { noted: progress ?? {}, bytes: 0 }
  const claim: WriteClaim = {
    progress,
    settle: () => Promise.resolve(),
    async note(_, note) {
      const encoded = encodeDocument(note)
      record.bytes += encoded.length
      record.noted = decodeDocument(encoded)
    },
    fits: () => true,
  }
  return { record, claim }
}

async function writeAll(values: readonly Document[], claim: WriteClaim) {
  const list = createWrittenList(claim, values)
  const ids = values.map((value, at) => value._id ?? list.newIdAt(at))
  for (const [at, _id] of ids.entries()) {
    list.begin(at)
    await list.settle(inside, { kind: 'written', document: { ...values[at], _id }, isNew: at % 2 === 0 })
    list.keep()
  }
  return ids
}

it.each<[string, (at: number) => Document]>([
  ['whose ids are made here', at => ({ total: at })],
  ['with long ids of their own', at => ({ _id: `${at}-${'x'.repeat(500)}` })],
])('notes less than 1 MiB in all for 1,000 documents %s, and whoever takes over knows each id', async (_, make) => {
  const values = Array.from({ length: 1_000 }, (_value, at) => make(at))
  const { record, claim } = openRecord()
  const ids = await writeAll(values, claim)
  expect(record.bytes).toBeLessThan(MAX_BYTES)

  const takenOver = createWrittenList(openRecord(record.noted).claim, values)
  for (const [at, id] of ids.entries()) {
    const prepared = { _id: values[at]?._id ?? takenOver.newIdAt(at) }
    expect(takenOver.writtenAt(at, prepared)).toEqual({ id, isNew: at % 2 === 0 })
  }
})

it('makes ids that are all different, in the order of the list', () => {
  const [one, other] = [createWrittenList(openRecord().claim, []), createWrittenList(openRecord().claim, [])]
  const ids = Array.from({ length: 1_000 }, (_, at) => String(one.newIdAt(at)))
  expect([...new Set(ids)].sort()).toEqual(ids)
  expect(ids).not.toContain(String(other.newIdAt(0)))
})

it('notes an id that is neither sent nor made here, such as one that a permission sets', async () => {
  const values = [{ _id: 'sent' }, { total: 1 }]
  const { record, claim } = openRecord()
  const list = createWrittenList(claim, values)
  list.begin(0)
  await list.settle(inside, { kind: 'written', document: { _id: 'set' }, isNew: true })
  const takenOver = createWrittenList(openRecord(record.noted).claim, values)
  expect(takenOver.writtenAt(0, { _id: 'set by now' })).toEqual({ id: 'set', isNew: true })
  expect(takenOver.writtenAt(1, { _id: 'next' })).toBeUndefined()
})
