import { describe, expect, it } from '@jest/globals'
import { Double, Long, ObjectId, serialize } from 'bson'
import fc from 'fast-check'
import { decodeDocument } from '../decode-document.ts'
import { arbitraryDocument } from '../testing/arbitrary-document.ts'
import { formatDocument } from './format-document.ts'
import { readRawEtag, transcodeDocument, transcodeDocuments, transcodeVersion } from './transcode-documents.ts'

const transcode = (...documents: Uint8Array[]) => Buffer.from(transcodeDocuments(documents)).toString('utf8')
const decodeAndFormat = (documents: Uint8Array[]) =>
  `[${documents.map(each => formatDocument(decodeDocument(each))).join(',')}]`

/** JavaScript puts names that are numbers first; the store does not. */
function hasNumberedFields(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const isNumbered = !Array.isArray(value) && Object.keys(value).some(name => /^\d+$/.test(name))
  return isNumbered || Object.values(value).some(hasNumberedFields)
}

describe('writing BSON as JSON without reading it', () => {
  it('writes what decoding and writing does, on documents of every kind', () => {
    const ordered = arbitraryDocument.filter(document => !hasNumberedFields(document))
    fc.assert(
      fc.property(fc.array(ordered, { maxLength: 4 }), documents => {
        const stored = documents.map(each => serialize(each))
        return transcode(...stored) === decodeAndFormat(stored)
      }),
      { numRuns: 1_000 },
    )
  })

  it('writes one document as it does among others', () => {
    fc.assert(
      fc.property(arbitraryDocument, document => {
        const stored = serialize(document)
        return `[${Buffer.from(transcodeDocument(stored)).toString('utf8')}]` === transcode(stored)
      }),
    )
  })

  it('means the same when fields have numbers as names, and keeps their order', () => {
    fc.assert(
      fc.property(arbitraryDocument, document => {
        const stored = serialize(document)
        expect(JSON.parse(transcode(stored))).toEqual(JSON.parse(decodeAndFormat([stored])))
      }),
    )
    expect(
      transcode(
        serialize(
          new Map([
            ['b', 1],
            ['1', 2],
          ]),
        ),
      ),
    ).toBe('[{"b":1,"1":2}]')
  })

  it('writes texts of every length, whatever stands in them', () => {
    for (let length = 0; length < 220; length += 1) {
      const odd = ['a', 'ü', '"', '\\', '\u0000', '\u007f', '😀', '"ü'].flatMap(each => [
        `${each}${'x'.repeat(length)}`,
        `${'x'.repeat(length)}${each}`,
      ])
      expect(transcode(serialize({ odd }))).toBe(JSON.stringify([{ odd }]))
    }
  })

  it('writes numbers to the last digit', () => {
    const whole = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    const edges = fc.constantFrom(
      0n,
      -1n,
      2n ** 53n,
      -(2n ** 53n),
      2n ** 53n - 1n,
      2n ** 31n,
      -(2n ** 31n),
      -(2n ** 63n),
      2n ** 63n - 1n,
    )
    fc.assert(
      fc.property(fc.oneof(whole, edges), fc.integer(), fc.double(), (long, int, double) => {
        const stored = serialize({ long: Long.fromBigInt(long), int, double: new Double(double) })
        return transcode(stored) === decodeAndFormat([stored])
      }),
    )
  })

  it('puts U+FFFD in the place of what is no UTF-8', () => {
    const stored = Buffer.from(serialize({ text: 'XY' }))
    stored[stored.indexOf('XY')] = 0xff
    expect(transcode(stored)).toBe('[{"text":"\ufffdY"}]')
    expect(decodeAndFormat([stored])).toBe('[{"text":"\ufffdY"}]')
  })

  it('ends on any bytes, and writes nothing from outside of them', () => {
    const base = serialize({ a: 'text', b: [1, { c: new ObjectId() }], d: /x/, e: new Date() })
    fc.assert(
      fc.property(fc.nat({ max: base.length - 1 }), fc.integer({ min: 0, max: 255 }), (at, byte) => {
        const broken = Buffer.from(base)
        broken[at] = byte
        try {
          transcode(broken)
        } catch {
          return true
        }
        return true
      }),
      { numRuns: 5_000 },
    )
    expect(() => transcode(base.subarray(0, 20))).toThrow('longer than')
  })
})

describe('the version of a document that is not read', () => {
  it('is what decoding finds, wherever it stands', () => {
    const etags = fc.constantFrom<unknown>(new ObjectId(), 'text', { _etag: new ObjectId() }, undefined)
    fc.assert(
      fc.property(arbitraryDocument, etags, arbitraryDocument, (before, _etag, after) => {
        const stored = serialize({ ...before, ...(_etag === undefined ? {} : { _etag }), ...after })
        const { _etag: decoded } = decodeDocument(stored)
        expect(readRawEtag(stored)?.toHexString()).toBe(decoded instanceof ObjectId ? decoded.toHexString() : undefined)
        expect(transcodeVersion(stored)).toEqual({ json: transcodeDocument(stored), etag: readRawEtag(stored) })
      }),
      { numRuns: 1_000 },
    )
  })

  it('is that of the last field of the name, as for who decodes', () => {
    const first = new ObjectId()
    const last = new ObjectId()
    const twice = Buffer.concat([serialize({ _etag: first }).subarray(4, -1), serialize({ _etag: last }).subarray(4)])
    const length = Buffer.alloc(4)
    length.writeInt32LE(twice.length + 4)
    const stored = Buffer.concat([length, twice])
    expect(readRawEtag(stored)?.toHexString()).toBe(last.toHexString())
    expect(transcodeVersion(stored).etag?.toHexString()).toBe(last.toHexString())
  })
})
