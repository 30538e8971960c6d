import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { compileTestApp } from '../src/testing/app-runner.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const from = (collection: string, stages: readonly Document[]) => ({ db: 'sluice', collection, stages })
const given = { $ifarg: ['owner', { $match: { owner: { $arg: 'owner' } } }] }
const SDL = `
  type Query {
    none: [Order]
    one: Order
    optional(owner: String): [Order]
    either(owner: String): [Order]
    cut(most: Int): [Order]
    joined(owner: String): [Joined]
    everybody(owner: String): [Order]
    parts(owner: String): [BsonDocument]
    crossed: [Joined]
  }
  type Order { _id: Int owner: String }
  type Joined { _id: Int orders: [Order] mine: [Order] }
`
const inner = { $lookup: { from: 'orders', pipeline: [given], as: 'orders' } }
const app = compileTestApp(SDL, {
  Query: {
    none: from('orders', []),
    one: from('orders', []),
    optional: from('orders', [given]),
    either: from('orders', [{ $ifarg: ['owner', given.$ifarg[1], { $match: { owner: 'bob' } }] }]),
    cut: from('orders', [{ $limit: { $arg: 'most' } }]),
    joined: from('people', [{ $sort: { _id: 1 } }, inner]),
    everybody: from('people', [{ $unionWith: { coll: 'orders', pipeline: [given] } }, { $match: { owner: 'ann' } }]),
    parts: from('people', [{ $facet: { some: [given] } }]),
    crossed: from('people', [{ $sort: { _id: 1 } }, { $lookup: { from: 'orders', pipeline: [], as: 'orders' } }]),
  },
  Joined: { mine: from('orders', []) },
})

describeOnEachStore('an aggregation without a stage', runner => {
  beforeAll(async () => {
    await runner().load('orders', [
      { _id: 1, owner: 'ann' },
      { _id: 2, owner: 'bob' },
    ])
    await runner().load('people', [{ _id: 1 }])
  })
  const ask = async (query: string) => {
    const { text, errors } = await runner().run(app, query)
    return { data: JSON.parse(text ?? 'null'), errors, asked: runner().aggregated.length }
  }

  it.each([
    ['{ found: none { _id } }', []],
    ['{ found: one { _id } }', null],
    ['{ found: optional { _id } }', []],
    ['{ found: cut { _id } }', []],
  ])('%s answers nothing, and never the collection', async (query, found) => {
    expect(await ask(query)).toEqual({ data: { found }, errors: [], asked: 0 })
  })

  it.each([
    ['{ found: optional(owner: "ann") { _id } }', [{ _id: 1 }]],
    ['{ found: optional(owner: null) { _id } }', []],
    ['{ found: either { _id } }', [{ _id: 2 }]],
    ['{ found: cut(most: 1) { owner } }', [{ owner: 'ann' }]],
    ['{ found: joined(owner: "bob") { orders { _id } } }', [{ orders: [{ _id: 2 }] }]],
  ])('%s answers what its stages leave', async (query, found) => {
    expect(await ask(query)).toMatchObject({ data: { found }, errors: [] })
  })

  it('answers nothing below a document as well', async () => {
    const { data } = await ask('{ crossed { mine { _id } } }')
    expect(data).toEqual({ crossed: [{ mine: [] }] })
  })

  describe('inside a stage', () => {
    it.each(['joined { orders { _id } }', 'everybody { _id }', 'parts'])(
      '{ %s } is an error that says which field needs an argument, and nothing is read',
      async field => {
        const { data, errors, asked } = await ask(`{ ${field} }`)
        const [name = ''] = field.split(' ')
        expect(data).toEqual({ [name]: null })
        expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT', message: expect.stringContaining(`Query.${name}`) }])
        expect(asked).toBe(0)
      },
    )

    it('is what the mapping says, where it was written so', async () => {
      const { data } = await ask('{ crossed { orders { _id } } }')
      expect(data).toEqual({ crossed: [{ orders: [{ _id: 1 }, { _id: 2 }] }] })
    })
  })
})
