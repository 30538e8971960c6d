import { describe, expect, it } from '@jest/globals'
import type { Refusal } from '@sluice/contracts'
import fc from 'fast-check'
import { z } from 'zod'
import { parseBody, parseJson } from './parse-body.ts'
import { parseQuery } from './parse-query.ts'
import { ProblemError } from './problem-error.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

function refusalOf(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    if (error instanceof ProblemError) return error.refusal
    throw error
  }
  throw new TypeError('It was not refused.')
}

describe('reading JSON', () => {
  it('reads every JSON document', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        expect(parseJson(utf8(text))).toEqual(JSON.parse(text))
      }),
    )
  })

  it('refuses what is not JSON as such, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), bytes => {
        try {
          parseJson(bytes)
        } catch (error) {
          expect(error).toMatchObject({ refusal: { code: 'MALFORMED_JSON' } })
        }
      }),
    )
  })

  it.each([
    ['x', 1, 1],
    ['position 99', 1, 1],
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": 1,\n  "b": oops\n}', 3, 8],
    ['{\r\n  "a": 1\r\n', 3, 1],
    ['[1, 2', 1, 6],
    ['{"a": "ü", b}', 1, 12],
  ])('says where %j stops being JSON', (text, line, column) => {
    const { detail, errors } = refusalOf(() => parseJson(utf8(text)))
    expect(errors).toMatchObject([{ line, column }])
    expect(detail).toContain(`line ${line}, column ${column}`)
  })

  it.each(['', '  \n '])('says that there is nothing in an empty body: %j', text => {
    expect(refusalOf(() => parseJson(utf8(text))).detail).toContain('nothing here')
  })

  it('refuses bytes that are not UTF-8 instead of replacing them', () => {
    const bytes = new Uint8Array([0x22, 0xff, 0x22])
    expect(refusalOf(() => parseJson(bytes))).toMatchObject({
      code: 'MALFORMED_JSON',
      detail: expect.stringContaining('UTF-8'),
    })
  })
})

describe('reading a body', () => {
  const schema = z.strictObject({ name: z.string(), tags: z.array(z.object({ id: z.int() })) })
  const read = (value: unknown) => parseBody(schema, { rawBody: utf8(JSON.stringify(value)) })

  it('gives what the schema says', () => {
    expect(read({ name: 'a', tags: [{ id: 1 }] })).toEqual({ name: 'a', tags: [{ id: 1 }] })
  })

  it('names every field at fault by its path, unknown ones too', () => {
    const { code, detail, errors } = refusalOf(() => read({ name: 1, tags: [{ id: 1.5 }], extra: 1 }))
    expect(code).toBe('VALIDATION_FAILED')
    expect(errors?.map(({ path }) => path)).toEqual(['name', 'tags.0.id', 'extra'])
    expect(detail).toContain('tags.0.id')
  })

  it('refuses a document that is no object', () => {
    expect(refusalOf(() => read([]))).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path: '' }] })
  })
})

describe('reading a query', () => {
  const schema = z.object({ page: z.coerce.number().pipe(z.int().min(1)).default(1) })

  it('fills defaults and ignores what it does not know, whatever it is called', () => {
    expect(parseQuery(schema, new URLSearchParams('__proto__=1&constructor=2'))).toEqual({ page: 1 })
  })

  it.each(['page=0', 'page=x', 'page=1.5', 'page='])('names the parameter at fault: %s', query => {
    const refusal = refusalOf(() => parseQuery(schema, new URLSearchParams(query)))
    expect(refusal).toMatchObject({ code: 'BAD_QUERY', errors: [{ path: 'page' }] })
  })

  it('refuses a parameter that is sent twice', () => {
    const refusal = refusalOf(() => parseQuery(schema, new URLSearchParams('page=1&page=2')))
    expect(refusal).toMatchObject({ code: 'BAD_QUERY', errors: [{ path: 'page' }] })
  })
})
