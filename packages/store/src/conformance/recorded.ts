import { readFileSync } from 'node:fs'
import { describe, expect } from '@jest/globals'
import { deserialize, EJSON } from 'bson'
import { CORPUS, OTHERS, QUERIES, STAGES } from './corpus.ts'
import { promisesOf, type StoreHarness, useStore } from './harness.ts'
import { INNER_PIPELINES } from './inner-pipelines.ts'
import { randomDocuments, randomFilters } from './random-cases.ts'
import { UPDATES } from './updates.ts'

const recorded = (name: string) => JSON.parse(readFileSync(new URL(`./${name}.recorded.json`, import.meta.url), 'utf8'))

/** Servers differ on the type of a position: documented is a Long, recorded an int. */
const OPEN_TYPES: ReadonlySet<string> = new Set(['$unwind keeps them when asked, with the position'])

const relaxed = (documents: unknown): unknown => EJSON.serialize(EJSON.deserialize({ documents }), { relaxed: true })
const canonical = (bytes: Uint8Array): unknown =>
  EJSON.serialize(deserialize(bytes, { promoteValues: false }), { relaxed: false })

/**
 * Filters on which servers differ from each other: null at a position that an array does not have or that holds a
 * scalar, and `$elemMatch` on arrays directly in arrays.
 */
const UNSETTLED: ReadonlySet<number> = new Set([77, 164, 257, 626, 761, 953])

export function describeRecorded(harness: StoreHarness): void {
  const it = promisesOf(harness)
  describe('as a recorded MongoDB server answers', () => {
    const bench = useStore(harness)
    const once = <T>(make: () => Promise<T>) => {
      let made: Promise<T> | undefined
      return () => {
        made ??= make()
        return made
      }
    }
    const corpus = once(async () => {
      await bench.store().collection({ db: 'recorded', collection: 'others' }).insertMany(OTHERS)
      const documents = bench.store().collection({ db: 'recorded', collection: 'corpus' })
      await documents.insertMany(CORPUS)
      return documents
    })
    const queries = recorded('queries')
    for (const [sentence, filter] of QUERIES) {
      it(`query: ${sentence}`, async () => {
        const found = await (await corpus()).find(filter, { projection: { _id: 1 } })
        expect(found.map(({ _id }) => _id).sort()).toEqual(queries[sentence])
      })
    }
    const updates = recorded('updates')
    for (const [sentence, before, update] of UPDATES) {
      it(`update: ${sentence}`, async () => {
        const documents = await bench.collection([{ _id: 'x', ...before }])
        const outcome = await documents.updateOne({ _id: 'x' }, update).then(
          () => 'done',
          ({ name }: Error) => name,
        )
        const [after] = await documents.findRaw({})
        expect(outcome).toBe(updates[sentence] === 'refused' ? 'InvalidQueryError' : 'done')
        if (outcome === 'done') expect(canonical(after as Uint8Array)).toEqual(updates[sentence])
      })
    }
    const stages = recorded('stages')
    for (const [sentence, pipeline] of [...STAGES, ...INNER_PIPELINES]) {
      it(`stages: ${sentence}`, async () => {
        const results = await (await corpus()).aggregateRaw(pipeline)
        const answer = results.map(canonical)
        const expected = stages[sentence]
        if (OPEN_TYPES.has(sentence)) expect(relaxed(answer)).toEqual(relaxed(expected))
        else expect(answer).toEqual(expected)
      })
    }
    it('100,000 random pairs of a filter and a document', async () => {
      const { seed, documents: count, answers } = recorded('random')
      const documents = await bench.collection(randomDocuments(seed, count))
      const filters = randomFilters(seed + 1, answers.length)
      const different: unknown[] = []
      for (const [index, filter] of filters.entries()) {
        const found = await documents.find(filter, { projection: { _id: 1 } })
        const bits = found.reduce((all, { _id }) => all | (1n << BigInt(Number(_id))), 0n).toString(16)
        if (bits !== answers[index] && !UNSETTLED.has(index)) different.push({ index, filter: EJSON.stringify(filter) })
      }
      expect(different).toEqual([])
    }, 120_000)
  })
}
