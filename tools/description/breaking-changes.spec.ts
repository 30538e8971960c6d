import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { findBreakingChanges } from './breaking-changes.ts'

type TestSchema = { [name: string]: unknown }

const documentOf = ({
  sent,
  answered,
  parameters = [],
}: {
  sent?: TestSchema
  answered?: TestSchema
  parameters?: object[]
}) => ({
  paths: {
    '/things': {
      post: {
        operationId: 'makeThing',
        parameters,
        ...(sent ? { requestBody: { required: true, content: { 'application/json': { schema: sent } } } } : {}),
        responses: { 200: { content: { 'application/json': { schema: answered ?? {} } } } },
      },
    },
  },
})
const changesOf = (before: Parameters<typeof documentOf>[0], after: Parameters<typeof documentOf>[0]) =>
  findBreakingChanges(documentOf(before), documentOf(after)).map(({ place, change }) => `${place}: ${change}`)

const text = { type: 'string' }
const thing = { type: 'object', required: ['a'], properties: { a: text, b: { type: 'string', enum: ['x', 'y'] } } }

describe('a change that breaks clients', () => {
  it('is an operation that is gone, or has another id', () => {
    const before = documentOf({})
    expect(findBreakingChanges(before, { paths: {} })).toEqual([
      { place: 'POST /things', change: 'The operation is gone.' },
    ])
    const renamed = { paths: { '/things': { post: { ...before.paths['/things'].post, operationId: 'addThing' } } } }
    expect(findBreakingChanges(before, renamed)).toMatchObject([{ change: expect.stringContaining('makeThing') }])
  })

  it.each<[string, TestSchema, string]>([
    ['a property less', { ...thing, properties: { a: text } }, 'POST /things 200.b: The property is gone.'],
    ['a property that may be missing', { ...thing, required: [] }, 'POST /things 200: a may be missing now.'],
    [
      'another type',
      { ...thing, properties: { ...thing.properties, a: { type: 'integer' } } },
      'POST /things 200.a: The type integer is new.',
    ],
    [
      'null for a text',
      { ...thing, properties: { ...thing.properties, a: { type: ['string', 'null'] } } },
      'POST /things 200.a: The type null is new.',
    ],
    [
      'a value less',
      { ...thing, properties: { ...thing.properties, b: { type: 'string', enum: ['x'] } } },
      'POST /things 200.b: The value "y" is gone.',
    ],
  ])('is an answer with %s', (_, answered, change) => {
    expect(changesOf({ answered: thing }, { answered })).toEqual([change])
  })

  it.each<[string, TestSchema, string]>([
    ['a field more', { ...thing, required: ['a', 'b'] }, 'POST /things body: b is required now.'],
    [
      'other fields no more',
      { ...thing, additionalProperties: false },
      'POST /things body: Other fields are refused now.',
    ],
    [
      'a shorter text',
      { ...thing, properties: { ...thing.properties, a: { ...text, maxLength: 5 } } },
      'POST /things body.a: maxLength is 5 now.',
    ],
    [
      'certain values only',
      { ...thing, properties: { ...thing.properties, a: { ...text, enum: ['1'] } } },
      'POST /things body.a: Only certain values are taken now.',
    ],
    [
      'a value less',
      { ...thing, properties: { ...thing.properties, b: { type: 'string', enum: ['x'] } } },
      'POST /things body.b: The value "y" is gone.',
    ],
  ])('is a body that has to have %s', (_, sent, change) => {
    expect(changesOf({ sent: thing }, { sent })).toEqual([change])
  })

  it('is a parameter that is gone, or asked for', () => {
    const parameter = { name: 'q', in: 'query', schema: text }
    expect(changesOf({ parameters: [parameter] }, {})).toEqual([
      'POST /things query parameter q: The parameter is gone.',
    ])
    expect(changesOf({}, { parameters: [{ ...parameter, required: true }] })).toEqual([
      'POST /things query parameter q: The parameter is required now.',
    ])
  })

  it('is found behind references, once for each component, and where one contains itself', () => {
    const withNode = (node: object) => ({
      ...documentOf({ answered: { $ref: '#/components/schemas/Node' } }),
      components: { schemas: { Node: node } },
    })
    const children = { type: 'array', items: { $ref: '#/components/schemas/Node' } }
    const before = withNode({ type: 'object', properties: { name: text, children } })
    expect(findBreakingChanges(before, before)).toEqual([])
    expect(findBreakingChanges(before, withNode({ type: 'object', properties: { children } }))).toEqual([
      { place: 'POST /things 200.name', change: 'The property is gone.' },
    ])
  })
})

describe('what is no change for clients', () => {
  const both = (parts: readonly object[]) => ({ allOf: parts })

  it('is a schema whose fields stand in parts of it now, and it is one where a part has lost a field', () => {
    const parts = both([
      { type: 'object', required: ['a'], properties: { a: text } },
      { properties: { b: thing.properties.b } },
    ])
    expect(changesOf({ answered: thing, sent: thing }, { answered: parts, sent: parts })).toEqual([])
    const fewer = both([{ type: 'object', required: ['a'], properties: { a: text } }, { properties: {} }])
    expect(changesOf({ answered: parts }, { answered: fewer })).toEqual(['POST /things 200.b: The property is gone.'])
  })

  it('is no choice of values that is written as an enum, nor of forms that may be both', () => {
    const choice = { anyOf: [1, -1].map(value => ({ type: 'number', const: value })) }
    const values = { type: 'number', enum: [1, -1] }
    expect(changesOf({ sent: choice }, { sent: values })).toEqual([])
    expect(changesOf({ sent: values }, { sent: choice })).toEqual([])
    expect(changesOf({ sent: choice }, { sent: { type: 'number', enum: [1] } })).toHaveLength(1)
    expect(changesOf({ sent: { oneOf: [thing, text] } }, { sent: { anyOf: [thing, text] } })).toEqual([])
    expect(changesOf({ sent: { oneOf: [thing, text] } }, { sent: { anyOf: [thing] } })).toHaveLength(1)
  })

  it('is a parameter that may be sent several times now, unless its values are others', () => {
    const list = { name: 'q', in: 'query', schema: { type: 'array', items: text } }
    expect(changesOf({ parameters: [{ ...list, schema: text }] }, { parameters: [list] })).toEqual([])
    const numbers = { ...list, schema: { type: 'array', items: { type: 'integer' } } }
    expect(changesOf({ parameters: [{ ...list, schema: text }] }, { parameters: [numbers] })).toHaveLength(1)
  })

  it('is a parameter that is said of the path now', () => {
    const id = { name: 'id', in: 'path', required: true, schema: text }
    const { '/things': item } = documentOf({}).paths
    const after = { paths: { '/things': { ...item, parameters: [id] } } }
    expect(findBreakingChanges(documentOf({ parameters: [id] }), after)).toEqual([])
  })
})

const schemas: fc.Arbitrary<TestSchema> = fc.letrec<{ schema: TestSchema }>(tie => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<TestSchema>({ type: 'string' }, { type: 'integer' }, { type: 'boolean' }, { enum: ['a', 'b'] }),
    fc
      .dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { minKeys: 1 })
      .map(properties => ({ type: 'object', required: Object.keys(properties), properties })),
    tie('schema').map(items => ({ type: 'array', items })),
  ),
})).schema

describe('any description', () => {
  it('breaks nobody when it stays as it is', () => {
    fc.assert(
      fc.property(
        schemas,
        schema => changesOf({ sent: schema, answered: schema }, { sent: schema, answered: schema }).length === 0,
      ),
    )
  })

  it('breaks nobody when answers gain a field and bodies may have one more', () => {
    fc.assert(
      fc.property(schemas, schema => {
        const before = { type: 'object', properties: { inner: schema } }
        const after = { type: 'object', properties: { inner: schema, more: text } }
        return changesOf({ sent: before, answered: before }, { sent: after, answered: after }).length === 0
      }),
    )
  })

  it('breaks somebody when an answer loses a field, however deep it stands', () => {
    fc.assert(
      fc.property(schemas, fc.nat(3), (schema, depth) => {
        const nested = (inner: TestSchema) =>
          Array.from({ length: depth }).reduce<TestSchema>(within => ({ type: 'array', items: within }), inner)
        const before = nested({ type: 'object', properties: { gone: schema, stays: text } })
        const after = nested({ type: 'object', properties: { stays: text } })
        return changesOf({ answered: before }, { answered: after }).length === 1
      }),
    )
  })
})
