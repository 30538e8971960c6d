import { describe, expect, it } from '@jest/globals'
import { typesFile } from './types-file.ts'

const documentOf = (schema: unknown, hasDates = false): string => {
  const text = typesFile([{ name: 'routes', schema }], { hasDates })
  return /export type Routes = (.*?)\n\nexport type/s.exec(text)?.[1] ?? ''
}
const fieldOf = (schema: unknown, hasDates = false): string =>
  /\n {2}field\?: (.*)\n\}$/s.exec(documentOf({ properties: { field: schema } }, hasDates))?.[1] ?? ''

describe('the types of a collection', () => {
  it('have its fields, those that may be missing with a question mark, and its words', () => {
    const schema = {
      type: 'object',
      required: ['origin', 'gate'],
      properties: {
        _id: { type: 'string' },
        origin: { type: 'string', description: 'Where it begins' },
        'flights a day': { type: 'integer' },
      },
    }
    expect(documentOf(schema)).toBe(`{
  _id: string
  /** Where it begins */
  origin: string
  "flights a day"?: number
  gate: unknown
}`)
  })

  it('know an id of any type, and any field, where there is no schema', () => {
    expect(documentOf(undefined)).toBe('{\n  _id: WireId\n  [field: string]: unknown\n}')
    expect(documentOf({ additionalProperties: false, properties: {} })).toBe('{\n  _id: WireId\n}')
  })

  it.each([
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
    [{ const: { a: [1] } }, '{\n    a: [1]\n  }'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
    [{ type: 'array', items: { type: 'string' } }, 'string[]'],
    [
      { type: 'array', items: [{ type: 'string' }, { type: 'number' }], minItems: 1 },
      '[string, number?, ...unknown[]]',
    ],
    [{ prefixItems: [{ type: 'string' }], minItems: 1, items: false }, '[string]'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{\n    [field: string]: number\n  }'],
    [{ anyOf: [{ type: 'string' }, { type: 'string', maxLength: 3 }, { type: 'number' }] }, 'string | number'],
    [{ allOf: [{ required: ['a'] }, { required: ['b'] }] }, '{\n    a: unknown\n  } & {\n    b: unknown\n  }'],
    [{ type: 'string', nullable: true }, 'string | null'],
    [{ not: { type: 'string' } }, 'unknown'],
    [{ anyOf: [{ type: 'string' }, {}] }, 'unknown'],
    [{ $ref: 'elsewhere.json' }, 'unknown'],
    [false, 'never'],
  ])('say of %j what it lets through, and never less', (schema, type) => expect(fieldOf(schema)).toBe(type))

  it('have a date as it is sent, or as a date of JavaScript', () => {
    const date = { type: 'object', properties: { $date: { type: 'integer' } }, required: ['$date'] }
    expect(fieldOf(date)).toBe('{\n    $date: number\n  }')
    expect(fieldOf(date, true)).toBe('Date')
  })

  it('name what a schema refers to, itself too', () => {
    const schema = {
      properties: { next: { $ref: '#/$defs/stop' }, back: { $ref: '#' } },
      $defs: { stop: { type: 'object', properties: { next: { $ref: '#/$defs/stop' } } } },
    }
    const text = typesFile([{ name: 'routes', schema }], { hasDates: false })
    expect(text).toContain('  next?: RoutesStop\n  back?: Routes\n')
    expect(text).toContain('export type RoutesStop = {\n  next?: RoutesStop\n}\n')
  })

  it('have names of their own, however alike those of the collections are', () => {
    const names = ['by-make', 'by_make', 'Sluice', '1st', 'é']
    const text = typesFile(
      names.map(name => ({ name })),
      { hasDates: false },
    )
    const types = [...text.matchAll(/^export type (\w+) =/gm)].map(([, name]) => name)
    expect(types).toEqual(['T1st', 'Sluice2', 'ByMake', 'ByMake2', 'T', 'Sluice'])
    expect(text).toContain('    "by-make": {\n      document: ByMake\n')
  })

  it('hold no text of the server outside of a literal or a comment', () => {
    const evil = `*/ process.exit() /* "\`\n\u2028} export const x = 1 //`
    const schema = { description: evil, properties: { [evil]: { const: evil, description: evil } } }
    const text = typesFile([{ name: 'routes', schema, description: evil }], { hasDates: false })
    const code = text.replace(/\/\*\*.*?\*\//gs, '').replace(/"(?:[^"\\]|\\.)*"/g, '')
    expect(code).not.toMatch(/process|const/)
  })

  it('have the variables of stored aggregations, and which of them have to be given', () => {
    const stages = [
      { $match: { make: { $var: 'make' }, year: { $var: ['year', 2026] }, owner: { $var: '@user._id' } } },
      { $ifvar: [['sort', 'way'], { $sort: { $var: 'sort' } }] },
      { $limit: { $var: 'options.limit' } },
    ]
    const text = typesFile([{ name: 'cars', aggregations: { 'by-make': { stages } } }], { hasDates: false })
    expect(text).toContain(`      aggregations: {
        "by-make": {
          variables: {
            make: unknown
            "options.limit": unknown
            sort?: unknown
            way?: unknown
            year?: unknown
          }
          result: unknown
        }
      }`)
  })

  it('are the same bytes in whatever order the collections come', () => {
    const collections = ['b', 'a', 'c'].map(name => ({ name }))
    const options = { hasDates: false }
    expect(typesFile(collections, options)).toBe(typesFile(collections.toReversed(), options))
  })
})
