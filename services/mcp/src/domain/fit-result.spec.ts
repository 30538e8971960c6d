import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { fitResult } from './fit-result.ts'
import { visibleJson } from './visible-json.ts'

const texts = fc.string({ unit: 'grapheme', maxLength: 400 })
const documents = fc.array(fc.dictionary(fc.constantFrom('_id', 'a', 'b', 'c'), fc.oneof(texts, fc.jsonValue())), {
  maxLength: 30,
})
const pages = fc.record({ page: fc.integer({ min: 1, max: 1000 }), limit: fc.integer({ min: 30, max: 100 }) })
const sizes = fc.integer({ min: 1024, max: 4096 })

describe('a result that has to fit', () => {
  it('is never longer than it may be, and is whole JSON of what it says', () => {
    fc.assert(
      fc.property(documents, pages, sizes, (found, page, maxBytes) => {
        const fitted = fitResult({ value: { documents: found, page: page.page, more: false }, page }, maxBytes)
        if (fitted.kind === 'too-large') return
        expect(Buffer.byteLength(fitted.text)).toBeLessThanOrEqual(maxBytes)
        expect(JSON.parse(fitted.text)).toEqual(JSON.parse(JSON.stringify(fitted.value)))
      }),
    )
  })

  it('says where to go on, so that no document is lost or comes twice', () => {
    const long = Array.from({ length: 100 }, (_, n) => ({ n, text: 'x'.repeat((n * 37) % 300) }))
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 40 }), sizes, (first, maxBytes) => {
        const seen: unknown[] = []
        let next: { page: number; limit: number } | undefined = { page: 1, limit: first }
        while (next) {
          const { page, limit }: { page: number; limit: number } = next
          const part = long.slice((page - 1) * limit, page * limit)
          const fitted = fitResult({ value: { documents: part, page, more: true }, page: { page, limit } }, maxBytes)
          if (fitted.kind !== 'fits') throw new RangeError('It fits.')
          const { documents: shown, truncated } = fitted.value
          seen.push(...(Array.isArray(shown) ? shown : []))
          next = Reflect.get(Object(truncated), 'next') ?? { page: page + 1, limit }
          if (part.length === 0) next = undefined
        }
        expect(seen).toEqual(long)
      }),
    )
  })

  it('loses the longest texts of a single document, and names them', () => {
    const document = { _id: 'x', short: 'stays', long: 'a'.repeat(5_000), deep: { longer: ['b'.repeat(90_000)] } }
    const fitted = fitResult({ value: { document } }, 6_000)
    expect(fitted).toMatchObject({
      kind: 'fits',
      value: {
        document: { _id: 'x', short: 'stays', long: document.long, deep: { longer: [''] } },
        truncated: { fields: ['deep.longer.0'] },
      },
    })
    expect(document.deep.longer[0]).toHaveLength(90_000)
  })

  it.each([
    ['a document of too many small values', { document: { list: Array.from({ length: 9_000 }, (_, n) => n) } }],
    ['anything but documents', { data: { text: 'x'.repeat(3_000) } }],
  ])('is too large as %s', (_, value) => {
    expect(fitResult({ value }, 2_048).kind).toBe('too-large')
  })
})

describe('the text of a result', () => {
  it('is JSON of the same value, in which nothing is hidden', () => {
    const hidden = [
      '\u0080',
      '\u00ad',
      '\u200b',
      '\u200e',
      '\u202e',
      '\u2028',
      '\u2066',
      '\ufeff',
      '\u{e0041}',
      '\ufe0f',
    ]
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...hidden), texts)), parts => {
        const text = visibleJson({ parts })
        expect(JSON.parse(text)).toEqual({ parts })
        expect(hidden.some(character => text.includes(character))).toBe(false)
      }),
    )
  })
})
