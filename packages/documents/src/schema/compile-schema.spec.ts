import { describe, expect, it } from '@jest/globals'
import { Decimal128, Double, Long, ObjectId } from 'bson'
import type { Visibility } from '../rules/visibility.ts'
import { compileSchema } from './compile-schema.ts'

function check(schema: object, document: Record<string, unknown>) {
  const compiled = compileSchema(schema, 'jsonSchema')
  if (compiled.kind === 'refuse') throw new TypeError(compiled.detail)
  return compiled.schema.check(document)
}

const order = {
  type: 'object',
  required: ['status'],
  properties: {
    _id: {},
    status: { enum: ['open', 'closed'] },
    total: { type: 'number', minimum: 0 },
    lines: { type: 'array', items: { $ref: '#/definitions/line' } },
    at: { type: 'object', properties: { $date: { type: 'integer' } }, required: ['$date'] },
  },
  additionalProperties: false,
  definitions: {
    line: { type: 'object', required: ['sku'], properties: { sku: { type: 'string', pattern: '^[A-Z]+$' } } },
  },
}

describe('the JSON Schema of a collection', () => {
  it('lets pass what fits, whatever the numbers are stored as', () => {
    for (const total of [1, new Double(1.5), Long.fromNumber(7)]) {
      const document = { _id: new ObjectId(), _etag: new ObjectId(), status: 'open', total, at: new Date(0) }
      expect(check(order, document)).toBeUndefined()
    }
  })

  it.each([
    [{ total: 1 }, 'status', 'required'],
    [{ status: 'lost' }, 'status', '"open","closed"'],
    [{ status: 'open', extra: 1 }, 'extra', 'not known'],
    [{ status: 'open', total: -1 }, 'total', '>= 0'],
    [{ status: 'open', total: Decimal128.fromString('1') }, 'total', 'number'],
    [{ status: 'open', lines: [{ sku: 'A' }, { sku: 'b' }] }, 'lines.1.sku', 'pattern'],
    [{ status: 'open', lines: [{}] }, 'lines.0.sku', 'required'],
    [{ status: 'open', at: 'today' }, 'at', 'object'],
  ])('names the field that does not fit: %p', (document, path, words) => {
    const errors = [expect.objectContaining({ path, message: expect.stringContaining(words) })]
    expect(check(order, document)).toMatchObject({ code: 'VALIDATION_FAILED', errors })
  })

  describe('for whoever does not see all of a document', () => {
    const hiding = { hidden: ['secret', 'address.zip', 'lines.cost'] }
    const neutral = {
      kind: 'refuse',
      code: 'VALIDATION_FAILED',
      detail: "It does not fit the collection's JSON Schema.",
    }
    const seen = (schema: object, document: Record<string, unknown>, visibility: Visibility = hiding) => {
      const compiled = compileSchema(schema, 'jsonSchema')
      if (compiled.kind === 'refuse') throw new TypeError(compiled.detail)
      return compiled.schema.seenBy(visibility).check(document)
    }

    it.each<[string, object, Record<string, unknown>]>([
      ['a length', { properties: { secret: { maxLength: 3 } } }, { secret: 'long' }],
      ['an enumeration', { properties: { secret: { enum: ['a', 'b'] } } }, { secret: 'c' }],
      ['a pattern', { properties: { secret: { pattern: '^x' } } }, { secret: 'c' }],
      ['a missing field', { required: ['secret'] }, { total: 1 }],
      ['a field too many', { properties: { total: {} }, additionalProperties: false }, { secret: 1 }],
      [
        'what is inside of one',
        { properties: { secret: { properties: { a: { type: 'string' } } } } },
        { secret: { a: 1 } },
      ],
      ['what one is inside of', { properties: { address: { maxProperties: 1 } } }, { address: { zip: 1, city: 'x' } }],
      [
        'one in a list',
        { properties: { lines: { items: { properties: { cost: { type: 'number' } } } } } },
        { lines: [{ cost: 'x' }] },
      ],
      ['a number of fields', { maxProperties: 1 }, { total: 1, secret: 1 }],
      ['a name', { propertyNames: { maxLength: 5 } }, { secret: 1 }],
      ['a field that needs another one', { dependencies: { secret: ['total'] } }, { secret: 1 }],
      [
        'what is asked of others because of one',
        JSON.parse('{"if":{"properties":{"secret":{"const":1}}},"then":{"required":["total"]}}'),
        { secret: 1 },
      ],
      ['a choice', { anyOf: [{ required: ['total'] }, { properties: { secret: { const: 2 } } }] }, { secret: 1 }],
      ['a schema that depends on one', { dependencies: { secret: { required: ['total'] } } }, { secret: 1 }],
      [
        'the same by reference',
        { dependencies: { secret: { $ref: '#/definitions/d' } }, definitions: { d: { required: ['total'] } } },
        { secret: 1 },
      ],
      [
        'the same in 2020-12',
        {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          dependentSchemas: { secret: { properties: { total: { type: 'string' } } } },
        },
        { secret: 1, total: 1 },
      ],
    ])('says nothing of a hidden field but that it does not fit: %s', (_what, schema, document) => {
      expect(check(schema, document)?.errors).not.toHaveLength(0)
      expect(seen(schema, document)).toEqual(neutral)
    })

    it('names a field that he sees', () => {
      const schema = { required: ['total'], properties: { secret: {}, address: { required: ['city'] } } }
      expect(seen(schema, {})?.errors?.[0]?.path).toBe('total')
      expect(seen(schema, { total: 1, address: {} })?.errors?.[0]?.path).toBe('address.city')
      expect(
        seen({ properties: { a: { type: 'string' }, b: {} } }, { a: 1 }, { hidden: [], only: ['a'] }),
      ).toMatchObject({
        errors: [{ path: 'a' }],
      })
      expect(seen({ properties: { b: { type: 'string' } } }, { b: 1 }, { hidden: [], only: ['a'] })).toEqual(neutral)
    })
  })

  it.each([
    ['no object', 5, 'jsonSchema'],
    ['a list', [], 'jsonSchema'],
    ['a misspelt keyword', { requried: ['a'] }, 'jsonSchema'],
    ['an unknown type', { properties: { a: { type: 'txt' } } }, 'jsonSchema.properties.a.type'],
    ['an unknown format', { properties: { a: { format: 'colour' } } }, 'jsonSchema'],
    ['a reference to elsewhere', { properties: { a: { $ref: 'http://x/y' } } }, 'jsonSchema.properties.a.$ref'],
    ['a reference to nothing', { $ref: '#/definitions/none' }, 'jsonSchema'],
    ['a reference to itself', { allOf: [{ $ref: '#' }] }, 'jsonSchema'],
    ['a name for others', { $id: 'http://x' }, 'jsonSchema.$id'],
    ['another draft', { $schema: 'http://json-schema.org/draft-04/schema#' }, 'jsonSchema.$schema'],
    ['a pattern that only backtracks', { properties: { a: { pattern: '(?=x)' } } }, 'jsonSchema'],
    ['unbounded uniqueItems', { properties: { a: { uniqueItems: true } } }, 'jsonSchema.properties.a.uniqueItems'],
    ['an asynchronous schema', { $async: true }, 'jsonSchema.$async'],
  ])('refuses a schema that is %s, with the place', (_what, schema, path) => {
    expect(compileSchema(schema, 'jsonSchema')).toMatchObject({
      kind: 'refuse',
      code: 'VALIDATION_FAILED',
      errors: expect.arrayContaining([expect.objectContaining({ path })]),
    })
  })

  it('refuses references that multiply, and schemas that are too deep or too long', () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `d${at}`,
        { allOf: [{ $ref: `#/definitions/d${at + 1}` }, { $ref: `#/definitions/d${at + 1}` }] },
      ]),
    )
    const doubling = { $ref: '#/definitions/d0', definitions: { ...definitions, d30: {} } }
    const deep = Array.from({ length: 50 }).reduce<object>(inner => ({ not: inner }), {})
    for (const schema of [doubling, deep, { description: 'x'.repeat(70_000) }]) {
      expect(compileSchema(schema, 'jsonSchema')).toMatchObject({ kind: 'refuse' })
    }
  })

  it('follows a reference to itself as deep as the document is', () => {
    const tree = { type: 'object', properties: { left: { $ref: '#' }, n: { type: 'integer' } } }
    expect(check(tree, { left: { left: { n: 1 } } })).toBeUndefined()
    expect(check(tree, { left: { left: { n: 'x' } } })).toMatchObject({ errors: [{ path: 'left.left.n' }] })
  })

  it('takes time in proportion to the text for a pattern', () => {
    const schema = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } }
    expect(check(schema, { a: `${'a'.repeat(50_000)}b` })).toMatchObject({ kind: 'refuse' })
  })

  it('reads 2020-12 where the schema says so', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: { a: { prefixItems: [{ type: 'string' }] } },
    }
    expect(check(schema, { a: [1] })).toMatchObject({ errors: [{ path: 'a.0' }] })
  })

  it.each([
    ['date', '2024-02-29', '2023-02-29'],
    ['time', '12:00:00Z', '25:00:00Z'],
    ['date-time', '2024-02-29T12:00:00.5+01:00', '2024-02-29'],
    ['email', 'a.b+c@example.org', 'a@b@c'],
    ['hostname', 'a-b.example', '-a.example'],
    ['ipv4', '192.168.0.1', '192.168.0.256'],
    ['ipv6', '::ffff:1.2.3.4', '1::2::3'],
    ['uri', 'https://example.org/a?b', 'no uri'],
    ['uuid', '3b241101-e2bb-4255-8caf-4136c566a962', '3b241101'],
  ])('checks the format %s', (format, good, bad) => {
    const schema = { properties: { a: { type: 'string', format } } }
    expect(check(schema, { a: good })).toBeUndefined()
    expect(check(schema, { a: bad })).toMatchObject({ errors: [{ path: 'a' }] })
  })
})
