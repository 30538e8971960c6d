import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { decodeExact, encode } from '../../bson-codec.ts'
import { randomDocuments } from '../../conformance/random-cases.ts'
import { compileProjection } from '../../matching/pipeline/projection.ts'
import { copyFields, namedFields } from './copy-fields.ts'

const fields = fc.constantFrom('_id', 'a', 'b', 'c', 'none')
const projections = fc
  .tuple(fc.uniqueArray(fields, { minLength: 1 }), fc.constantFrom<{ _id?: 0 | 1 }>({}, { _id: 0 }, { _id: 1 }))
  .map(([names, id]) => ({ ...Object.fromEntries(names.map(name => [name, 1])), ...id }))

describe('fields that are copied', () => {
  it('are those of the projection, byte by byte', () => {
    const documents = randomDocuments(3, 300).map(document => encode(document))
    fc.assert(
      fc.property(projections, projection => {
        const names = namedFields(projection)
        if (!names) return
        const project = compileProjection(projection)
        for (const document of documents) {
          const copied = Buffer.from(copyFields(document, names))
          expect(copied.equals(encode(project(decodeExact(document))))).toBe(true)
        }
      }),
    )
  })

  it('are asked for by whole names alone', () => {
    expect(namedFields({ a: 1, 'b.c': 1 })).toBeUndefined()
    expect(namedFields({ a: 0 })).toBeUndefined()
    expect(namedFields({ _id: 1 })).toBeUndefined()
    expect(namedFields({ a: 1, _id: 0 })?.map(String)).toEqual(['a'])
    expect(namedFields({ a: 1 })?.map(String)).toEqual(['_id', 'a'])
  })
})
