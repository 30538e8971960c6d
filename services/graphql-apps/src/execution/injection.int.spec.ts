import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { type AppRunner, compileTestApp, openAppRunner } from '../testing/app-runner.ts'
import { attacks, literal } from '../testing/attacks.ts'

const from = (rest: Document) => ({ db: 'sluice', collection: 'vault', ...rest })

/** Each position that takes a value, with the type of its argument. */
const positions: [name: string, type: string, mapping: Document][] = [
  ['text', 'String', { find: { secret: { $arg: 'v' } } }],
  ['id', 'ID', { find: { _id: { $arg: 'v' } } }],
  ['data', 'BsonDocument', { find: { secret: { $arg: 'v' } } }],
  ['part', 'BsonDocument', { find: { secret: { $arg: ['v.secret', 'none'] } } }],
  ['nested', 'BsonDocument', { find: { 'deep.secret': { $arg: 'v' } } }],
  ['eq', 'BsonDocument', { find: { secret: { $eq: { $arg: 'v' } } } }],
  ['gt', 'BsonDocument', { find: { secret: { $gt: { $arg: 'v' } } } }],
  ['lte', 'BsonDocument', { find: { secret: { $lte: { $arg: 'v' } } } }],
  ['inTexts', '[String]', { find: { secret: { $in: { $arg: 'v' } } } }],
  ['inData', '[BsonDocument]', { find: { secret: { $in: { $arg: 'v' } } } }],
  ['all', '[BsonDocument]', { find: { secret: { $all: { $arg: 'v' } } } }],
  ['or', 'BsonDocument', { find: { $or: [{ secret: { $arg: 'v' } }, { _id: 'none' }] } }],
  ['and', 'BsonDocument', { find: { $and: [{ secret: { $arg: 'v' } }] } }],
  ['literal', 'String', { find: { secret: { $regex: { $arg: 'v' }, $regexMode: 'literal' } } }],
  ['whole', 'Where', { find: { $arg: 'v' } }],
  ['regex', 'Regex', { find: { secret: { $arg: 'v' } } }],
]

const schema = `
  type Thing { _id: ID secret: String }
  input Where { secret: String deep: Deep data: BsonDocument }
  input Deep { secret: BsonDocument }
  input Order { secret: Int }
  type Query {
    ${positions.map(([name, type]) => `${name}(v: ${type}!): [Thing]`).join('\n')}
    sorted(by: BsonDocument): [Thing]
    ordered(by: Order): [Thing]
    page(limit: Int, skip: Int): [Thing]
  }
`
const app = compileTestApp(schema, {
  Query: {
    ...Object.fromEntries(positions.map(([name, , mapping]) => [name, from(mapping)])),
    sorted: from({ sort: { $arg: 'by' } }),
    ordered: from({ sort: { $arg: 'by' } }),
    page: from({ limit: { $arg: 'limit' }, skip: { $arg: 'skip' } }),
  },
})

let runner: AppRunner
beforeAll(async () => {
  runner = await openAppRunner()
  await runner.load('vault', [
    { _id: 'a', secret: 's1', deep: { secret: 's1' } },
    { _id: 'b', secret: 's2', deep: { secret: 's2' } },
    { _id: 'c', deep: {} },
  ])
})
afterAll(() => runner.close())

async function stolen(query: string, variables: Document = {}): Promise<unknown[]> {
  try {
    const { text } = await runner.run(app, query, { variables })
    return Object.values(JSON.parse(text ?? '{}') ?? {}).flatMap(found => (found as unknown[] | null) ?? [])
  } catch (error) {
    // Refused before it ran; a bug of ours would say something else.
    expect(String(error)).toMatch(/TestInputError/)
    return []
  }
}

describe('an injected value', () => {
  it.each(positions)('has no effect as %s, by variable and by literal', async (name, type) => {
    for (const attack of attacks) {
      expect([attack, await stolen(`query($v: ${type}!) { ${name}(v: $v) { _id } }`, { v: attack })]).toEqual([
        attack,
        [],
      ])
      expect([attack, await stolen(`{ ${name}(v: ${literal(attack)}) { _id } }`)]).toEqual([attack, []])
    }
  })

  it('has no effect in a sort', async () => {
    const sorts = [
      { $natural: -1 },
      { secret: { $meta: 'textScore' } },
      { 'deep.secret': 1 },
      { secret: '1' },
      { secret: 2 },
    ]
    const more = [
      { _id: 1, secret: [1] },
      { password: 1 },
      { secret: true },
      { 'secret.x': 1 },
      { __proto__: 1, nope: 1 },
    ]
    for (const by of [...sorts, ...more]) {
      const { text, errors } = await runner.run(app, 'query($by: BsonDocument) { sorted(by: $by) { _id } }', {
        variables: { by },
      })
      expect([text, errors[0]?.code]).toEqual(['{"sorted":null}', 'BAD_USER_INPUT'])
    }
    const { text } = await runner.run(app, '{ ordered(by: {secret: -1}) { _id } }')
    expect(text).toBe('{"ordered":[{"_id":"b"},{"_id":"a"},{"_id":"c"}]}')
  })

  it('has no effect in limit and skip', async () => {
    for (const value of [{ $gt: 0 }, '1', 1.5, [1, 2], true, 1e10]) {
      const { errors } = await runner.run(app, 'query($v: Int) { page(limit: $v) { _id } }', {
        variables: { v: value },
      })
      expect(errors.map(error => error.code)).not.toContain(undefined)
      expect(runner.asked.every(each => Number.isInteger(each.limit))).toBe(true)
    }
  })
})
