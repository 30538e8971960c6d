import { describe, expect } from '@jest/globals'
import {
  Binary,
  BSONRegExp,
  Decimal128,
  Double,
  deserialize,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'bson'
import { promisesOf, type StoreHarness, useStore } from './harness.ts'

const VALUES: readonly (readonly [name: string, value: unknown])[] = [
  ['a text', 'ä😀\u0000'],
  ['a boolean', true],
  ['null', null],
  ['a date', new Date(1_700_000_000_123)],
  ['an ObjectId', new ObjectId()],
  ['a Decimal128', Decimal128.fromString('1.10')],
  ['a Long beyond 2^53', Long.fromString('9007199254740993')],
  ['bytes', new Binary(Uint8Array.of(0, 255))],
  ['a UUID', new UUID('3b241101-e2bb-4255-8caf-4136c566a962')],
  ['a Timestamp', new Timestamp({ t: 7, i: 2 })],
  ['a regular expression', new BSONRegExp('^a', 'i')],
  ['a regular expression that JavaScript does not read', new BSONRegExp('(?i)a', 'sx')],
  ['MinKey', new MinKey()],
  ['MaxKey', new MaxKey()],
  ['an array', [1, [2], { a: [] }]],
  ['a document with keys in their order', { z: 1, a: { y: 2, b: 3 } }],
]

export function describeTypes(harness: StoreHarness): void {
  const it = promisesOf(harness)
  describe('types', () => {
    const bench = useStore(harness)

    for (const [name, value] of VALUES) {
      it(`${name} comes back as it was stored`, async () => {
        const documents = await bench.collection([{ _id: 1, value }])
        expect(await documents.findOne({})).toEqual({ _id: 1, value })
      })
    }
    it('a Long within 2^53 comes back as a number', async () => {
      const documents = await bench.collection([{ _id: 1, value: Long.fromNumber(2 ** 40) }])
      expect(await documents.findOne({})).toEqual({ _id: 1, value: 2 ** 40 })
    })
    it('a regular expression of JavaScript comes back in the form in which it is stored', async () => {
      const documents = await bench.collection([{ _id: 1, value: /^a/i }])
      expect(await documents.findOne({})).toEqual({ _id: 1, value: new BSONRegExp('^a', 'i') })
    })
    it('undefined is stored as null', async () => {
      const documents = await bench.collection([{ _id: 1, value: undefined }])
      expect(await documents.findOne({})).toEqual({ _id: 1, value: null })
    })
    it('int, double and long stay apart through an update of another field', async () => {
      const documents = await bench.collection([{ _id: 1, i: new Int32(5), d: new Double(5), l: Long.fromNumber(5) }])
      await documents.updateOne({ _id: 1 }, { $set: { z: 1 } })
      const [bytes] = await documents.findRaw({})
      const { i, d, l } = deserialize(bytes as Uint8Array, { promoteValues: false })
      expect([i, d, l].map(({ _bsontype }) => _bsontype)).toEqual(['Int32', 'Double', 'Long'])
    })
    it('a document may be an _id', async () => {
      const documents = await bench.collection([{ _id: { a: 1, b: 2 } }])
      expect(await documents.findOne({ _id: { a: 1, b: 2 } })).toEqual({ _id: { a: 1, b: 2 } })
      expect(await documents.findOne({ _id: { b: 2, a: 1 } })).toBeUndefined()
    })
  })
}
