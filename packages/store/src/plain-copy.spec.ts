import { describe, expect, it } from '@jest/globals'
import { Binary, Decimal128, Double, Int32, Long, MinKey, ObjectId, serialize } from 'bson'
import fc from 'fast-check'
import { plainCopy } from './plain-copy.ts'
import type { Document } from './port.ts'

const LEVELS = 12
const encoded = (document: Document) => Buffer.from(serialize(document, { ignoreUndefined: false })).toString('hex')

class Price {
  amount = 1
}

const plainLeaf = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.double(),
  fc.integer({ min: -3_000_000_000, max: 3_000_000_000 }),
  fc.constantFrom(-0, 2_147_483_647, 2_147_483_648, -2_147_483_648, Number.NaN, Number.POSITIVE_INFINITY),
  fc.boolean(),
  fc.constantFrom(null, undefined),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map(bytes => new ObjectId(bytes)),
)
const otherLeaf: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  new Int32(1),
  new Double(1),
  Long.fromNumber(1),
  Decimal128.fromString('0.1'),
  new Binary(Buffer.from('a')),
  new MinKey(),
  new Price(),
  new Map([['a', 1]]),
  Buffer.from('a'),
  /a/,
  1n,
  new Date(Number.NaN),
  '\ud800',
  { toBSON: () => 'other' },
  Object.assign([1], { toBSON: () => 'other' }),
  Object.assign(new Date(0), { toBSON: () => 'other' }),
  { 'a\0b': 1 },
  { $ref: 'users', $id: 1 },
)
const name = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 5 }), fc.constantFrom('$set', 'a.b', '7', 'constructor'))
const documentOf = (leaf: fc.Arbitrary<unknown>): fc.Arbitrary<Document> => {
  const value = fc.letrec(tie => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value'), { maxLength: 12 }), tie('object')),
    object: fc.dictionary(name, tie('value'), { maxKeys: 5, noNullPrototype: false }),
  })).value
  return fc.dictionary(name, value, { maxKeys: 6 })
}

describe('a plain copy', () => {
  it('is encoded as the document is, and tells how long that is', () => {
    fc.assert(
      fc.property(documentOf(plainLeaf), document => {
        const copy = plainCopy(document, LEVELS)
        const bytes = encoded(document)
        expect(copy && encoded(copy.document)).toBe(bytes)
        expect(copy?.size).toBe(bytes.length / 2)
      }),
      { numRuns: 500 },
    )
  })

  it('is none of a document in which something is not plain, wherever that stands', () => {
    const withOther = fc.tuple(documentOf(plainLeaf), otherLeaf, fc.nat(2))
    fc.assert(
      fc.property(withOther, ([document, other, depth]) => {
        const held = [other, [other], { inner: other }][depth]
        expect(plainCopy({ ...document, held }, LEVELS)).toBeUndefined()
      }),
    )
  })

  it('is not changed by who still holds the document', () => {
    const document = { list: [{ a: 1 }], at: new Date(0) }
    const copy = plainCopy(document, LEVELS)
    document.list.push({ a: 2 })
    document.at.setTime(1)
    expect(copy?.document).toEqual({ list: [{ a: 1 }], at: new Date(0) })
  })

  it('is none of a document with a name that would be its prototype, and leaves the prototype of all alone', () => {
    const document: Document = JSON.parse('{"__proto__": {"isOwner": true}}')
    expect([plainCopy(document, LEVELS), Reflect.get({}, 'isOwner')]).toEqual([undefined, undefined])
  })

  it('is none of what has more levels, also where it holds itself', () => {
    const nested = (levels: number): Document => (levels === 1 ? {} : { a: nested(levels - 1) })
    const circular: Document = { list: [] }
    circular.list = [circular, circular]
    const copies = [nested(LEVELS), nested(LEVELS + 1), circular].map(document => plainCopy(document, LEVELS))
    expect(copies.map(copy => copy !== undefined)).toEqual([true, false, false])
  })
})
