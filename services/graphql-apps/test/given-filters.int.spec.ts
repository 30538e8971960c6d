import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { compileTestApp } from '../src/testing/app-runner.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const from = (rest: Document) => ({ db: 'sluice', collection: 'items', sort: { _id: 1 }, ...rest })
const given = (argument: unknown) => ({ $arg: argument, $as: 'filter' })
const SDL = `
  input Where { price: BsonDocument }
  type Item { _id: Int  cost: Float  name: String  maker: Maker  others(cost: BsonDocument): [Item] }
  type Maker { town: String }
  type Query {
    byPrice(price: BsonDocument): [Item]
    cheap(price: BsonDocument): [Item]
    byPart(where: Where): [Item]
    either(price: BsonDocument, name: BsonDocument): [Item]
    any(filter: BsonDocument): [Item]
    staged(price: BsonDocument): [Item]
  }
`
const MAPPINGS: Record<string, Document> = {
  Item: { cost: 'price', others: from({ find: { group: { $fk: 'group' }, price: given('cost') } }) },
  Query: {
    byPrice: from({ find: { price: given('price') } }),
    cheap: from({ find: { price: given(['price', { $lt: 10 }]) } }),
    byPart: from({ find: { price: given('where.price') } }),
    either: from({ find: { $or: [{ price: given('price') }, { name: given('name') }] } }),
    any: from({ find: given('filter') }),
    staged: {
      db: 'sluice',
      collection: 'items',
      stages: [{ $match: { price: given('price') } }, { $sort: { _id: 1 } }],
    },
  },
}
const app = compileTestApp(SDL, MAPPINGS)
const ruled = compileTestApp(SDL, MAPPINGS, { access: 'collections' })

describeOnEachStore('a filter that an argument brings', runner => {
  beforeAll(async () => {
    await runner().load('items', [
      { _id: 1, price: 5, name: 'nail', group: 'a', maker: { town: 'Ulm' } },
      { _id: 2, price: 10, name: 'nut', group: 'a', maker: { town: 'Bonn' } },
      { _id: 3, price: 20, name: 'bolt', group: 'b', maker: { town: 'Ulm' } },
      { _id: 4, name: 'none' },
    ])
  })
  const ask = async (field: string, variables: Document, options: Document = {}) => {
    const names = Object.keys(variables)
    const declared = names.map(name => `$${name}: ${name === 'where' ? 'Where' : 'BsonDocument'}`).join(' ')
    const passed = names.map(name => `${name}: $${name}`).join(' ')
    const query = `${names.length > 0 ? `query(${declared})` : ''} { them: ${field}${passed ? `(${passed})` : ''} { _id } }`
    const { app: asked = app, ...others } = options
    const { text, errors } = await runner().run(asked as typeof app, query, { variables, ...others })
    return { ids: JSON.parse(text ?? 'null').them?.map(({ _id }: Document) => _id), errors }
  }

  it.each<[string, string, Document, number[]]>([
    ['one operator', 'byPrice', { price: { $gt: 5 } }, [2, 3]],
    ['two operators', 'byPrice', { price: { $gte: 5, $lt: 20 } }, [1, 2]],
    ['a list', 'byPrice', { price: { $in: [5, 20] } }, [1, 3]],
    ['a list of what is not meant', 'byPrice', { price: { $nin: [5, 20, null] } }, [2]],
    ['what is not there', 'byPrice', { price: { $eq: null } }, [4]],
    ['an explicit null', 'byPrice', { price: null }, [4]],
    ['nothing, which drops the condition', 'byPrice', {}, [1, 2, 3, 4]],
    ['nothing, where there is a default', 'cheap', {}, [1]],
    ['another one than the default', 'cheap', { price: { $gte: 10 } }, [2, 3]],
    ['a part of an input object', 'byPart', { where: { price: { $ne: 5 } } }, [2, 3, 4]],
    ['one branch, the other of which goes', 'either', { name: { $eq: 'nut' } }, [2]],
    ['both branches', 'either', { price: { $gt: 10 }, name: { $eq: 'nut' } }, [2, 3]],
    ['a stage', 'staged', { price: { $lte: 10 } }, [1, 2]],
    ['a whole filter, by the names of the type', 'any', { filter: { cost: { $gte: 10 }, name: { $ne: 'nut' } } }, [3]],
    ['a field inside of another one', 'any', { filter: { 'maker.town': 'Ulm', cost: { $lt: 10 } } }, [1]],
    ['a value in a whole filter', 'any', { filter: { name: 'nut' } }, [2]],
    ['a whole filter that names nothing', 'any', { filter: {} }, [1, 2, 3, 4]],
  ])('finds by %s', async (...[, field, variables, ids]) => {
    expect(await ask(field, variables)).toEqual({ ids, errors: [] })
  })

  it('narrows a join, which is one query for all parents still', async () => {
    const query = 'query($c: BsonDocument) { byPrice { others(cost: $c) { _id } } }'
    const { text } = await runner().run(app, query, { variables: { c: { $gte: 10 } } })
    const found = JSON.parse(text ?? 'null').byPrice.map(({ others }: Document) => others)
    expect(found).toEqual([[{ _id: 2 }], [{ _id: 2 }], [{ _id: 3 }], []])
    expect(runner().asked).toHaveLength(2)
  })

  it.each(['price', 'group', 'others', 'maker.nope', 'maker.$town', 'toString'])(
    'names fields of the type alone, and not %s',
    async field => {
      const { ids, errors } = await ask('any', { filter: { [field]: 5 } })
      expect(ids).toBeUndefined()
      expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT', message: expect.stringContaining('can not filter by') }])
    },
  )

  it('is FORBIDDEN by what the caller can not see', async () => {
    const caller = { user: { _id: 'ann' }, roles: ['reader'], isRoot: false, now: new Date(0) }
    const permission = (mongo?: Document) => [
      { _id: 'reads', roles: ['reader'], predicate: "path-prefix('/items')", priority: 1, ...(mongo ? { mongo } : {}) },
    ]
    const filter = { cost: { $gte: 10 } }
    const open = await ask('any', { filter }, { app: ruled, caller, permissions: permission() })
    expect(open).toEqual({ ids: [2, 3], errors: [] })
    const permissions = permission({ projectResponse: { price: 0 } })
    for (const [field, variables] of [
      ['any', { filter }],
      ['byPrice', { price: { $gt: 1 } }],
    ] as const) {
      const hidden = await ask(field, variables, { app: ruled, caller, permissions })
      expect(hidden).toMatchObject({ ids: undefined, errors: [{ code: 'FORBIDDEN' }] })
    }
  })
})

describe('a filter from an argument in a write', () => {
  it.each<[string, Document]>([
    ['the filter', { deleteMany: { filter: { price: given('v') } } }],
    ['the filter of one document', { deleteOne: { filter: { price: given('v') } } }],
    ['a branch of the filter', { deleteOne: { filter: { $or: [{ price: given('v') }] } } }],
    ['the whole filter', { deleteOne: { filter: given('v') } }],
    ['what is pulled', { updateOne: { filter: { _id: 1 }, update: { $pull: { list: { x: given('v') } } } } }],
    ['what is set', { updateOne: { filter: { _id: 1 }, update: { $set: { x: given('v') } } } }],
    ['what is stored', { insertOne: { document: { x: given('v') } } }],
  ])('is refused at save: %s', (_, write) => {
    const schema = 'type Query { a: Int } type Mutation { w(v: BsonDocument!): Int }'
    const mappings = { Query: { a: { db: 'sluice', collection: 'items' } } }
    const compile = () =>
      compileTestApp(schema, { ...mappings, Mutation: { w: { db: 'sluice', collection: 'items', ...write } } })
    expect(compile).toThrow(/\$as|operators from an argument/)
  })

  it.each<[string, Document]>([
    ['a stage that computes', { $addFields: { x: given('v') } }],
    ['an expression of a $match', { $match: { $expr: { $eq: ['$x', given('v')] } } }],
    ['a whole $match', { $match: given('v') }],
    ['a $match of a pipeline in it', { $facet: { a: [{ $match: { x: given('v') } }] } }],
    ['a number', { $limit: given('v') }],
  ])('is refused in stages: %s', (_, stage) => {
    const query = { db: 'sluice', collection: 'items', stages: [stage] }
    const compile = () => compileTestApp('type Query { a(v: BsonDocument): [BsonDocument] }', { Query: { a: query } })
    expect(compile).toThrow(/nowhere else|single fields|Only/)
  })
})
