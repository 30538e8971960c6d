import { beforeAll, describe, expect, it } from '@jest/globals'
import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { compileTestApp } from '../src/testing/app-runner.ts'
import { literal, readAttacks } from '../src/testing/attacks.ts'
import { describeOnEachStore, describeOnSqlite } from '../src/testing/on-each-store.ts'

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

const V = { $arg: 'v' }
const bySecret = { $match: { secret: V } }
const where = ($expr: Document) => ({ $match: { $expr } })

const branch = (condition: Document, value: unknown): Document =>
  Object.fromEntries([
    ['case', condition],
    ['then', value],
  ])

/** The same for the stages of an aggregation. */
const stagePositions: [name: string, type: string, stages: Document[]][] = [
  ['matched', 'BsonDocument', [bySecret]],
  ['matchedText', 'String', [bySecret]],
  ['matchedDeep', 'BsonDocument', [{ $match: { 'deep.secret': V } }]],
  ['matchedGt', 'BsonDocument', [{ $match: { secret: { $gt: V } } }]],
  ['matchedIn', '[BsonDocument]', [{ $match: { secret: { $in: V } } }]],
  ['matchedOr', 'BsonDocument', [{ $match: { $or: [{ secret: V }, { _id: 'none' }] } }]],
  ['matchedPart', 'BsonDocument', [{ $match: { secret: { $arg: ['v.secret', 'none'] } } }]],
  ['matchedWhole', 'Where', [{ $match: V }]],
  ['conditional', 'BsonDocument', [{ $ifarg: ['v', bySecret] }]],
  ['compared', 'BsonDocument', [where({ $eq: ['$secret', V] })]],
  ['comparedText', 'String', [where({ $eq: ['$secret', V] })]],
  ['comparedIn', '[BsonDocument]', [where({ $in: ['$secret', V] })]],
  ['comparedPart', 'BsonDocument', [where({ $eq: ['$secret', { $arg: ['v.secret', 'none'] }] })]],
  [
    'filtered',
    'BsonDocument',
    [where({ $gt: [{ $size: { $filter: { input: ['$secret'], as: 's', cond: { $eq: ['$$s', V] } } } }, 0] })],
  ],
  [
    'switched',
    'BsonDocument',
    [where({ $switch: { branches: [branch({ $eq: ['$secret', V] }, true)], default: false } })],
  ],
  ['bound', 'BsonDocument', [where({ $let: { vars: { given: V }, in: { $eq: ['$secret', '$$given'] } } })]],
  ['computed', 'BsonDocument', [{ $addFields: { is: { $eq: ['$secret', V] } } }, { $match: { is: true } }]],
  ['afterGroup', 'BsonDocument', [{ $group: { _id: '$secret' } }, { $match: { _id: V } }, { $match: { _id: 's1' } }]],
  [
    'looked',
    'BsonDocument',
    [{ $lookup: { from: 'vault', pipeline: [where({ $eq: ['$secret', V] })], as: 'found' } }, { $unwind: '$found' }],
  ],
]

const byPattern = { secret: { $regex: V } }
/** Where an argument is a pattern. */
const patternPositions: [name: string, mapping: Document][] = [
  ['searched', { find: byPattern }],
  ['searchedInStage', { stages: [{ $match: byPattern }] }],
  ['searchedInFacet', { stages: [{ $facet: { found: [{ $match: byPattern }] } }, { $unwind: '$found' }] }],
  [
    'searchedInJoin',
    { stages: [{ $lookup: { from: 'vault', pipeline: [{ $match: byPattern }], as: 'found' } }, { $unwind: '$found' }] },
  ],
]

/** The places where an argument may be a filter, with what is sent there. */
const givenFilters: [name: string, given: (value: unknown) => unknown[]][] = [
  ['comparedOne', value => [value]],
  ['comparedAsPart', value => [{ secret: value }]],
  ['comparedWhole', value => [{ secret: value }]],
]

const comparisons = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin']
const comparesSecret = ({ secret, ...others }: Document): boolean =>
  Object.keys(others).length === 0 && Object.keys(secret as Document).every(each => comparisons.includes(each))

/** What Extended JSON has another type for, and what is refused. */
const NO_PLAIN_DOCUMENT =
  /"\$(regex|regularExpression|oid|date|numberLong|code|minKey|ref|db)"|__proto__|constructor|_bsontype/
const documents = readAttacks.filter(attack => isDocument(attack) && !NO_PLAIN_DOCUMENT.test(JSON.stringify(attack)))

/** Stages that give the value back. */
const echoes: [name: string, stages: Document[]][] = [
  ['added', [{ $addFields: { value: V } }]],
  ['addedDeep', [{ $addFields: { value: { inner: [V] } } }]],
  ['projected', [{ $project: { value: { $ifNull: [V, 'none'] } } }]],
  ['grouped', [{ $group: { _id: V } }, { $project: { value: '$_id' } }]],
  ['chosen', [{ $project: { value: { $cond: [true, V, 'none'] } } }]],
  ['mapped', [{ $project: { value: { $first: { $map: { input: [1], in: V } } } } }]],
  ['reduced', [{ $project: { value: { $reduce: { input: [1], initialValue: V, in: '$$value' } } } }]],
  ['let', [{ $project: { value: { $let: { vars: { given: V }, in: '$$given' } } } }]],
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
    ${patternPositions.map(([name]) => `${name}(v: String): [BsonDocument]`).join('\n')}
    ${givenFilters.map(([name]) => `${name}(v: BsonDocument): [Thing]`).join('\n')}
    ${stagePositions.map(([name, type]) => `${name}(v: ${type}!): [BsonDocument]`).join('\n')}
    ${echoes.map(([name]) => `${name}(v: BsonDocument!): [Echo]`).join('\n')}
  }
  type Echo { value: BsonDocument }
`
const app = compileTestApp(schema, {
  Query: {
    ...Object.fromEntries(positions.map(([name, , mapping]) => [name, from(mapping)])),
    sorted: from({ sort: { $arg: 'by' } }),
    ordered: from({ sort: { $arg: 'by' } }),
    ...Object.fromEntries(patternPositions.map(([name, mapping]) => [name, from(mapping)])),
    comparedOne: from({ find: { secret: { $arg: 'v', $as: 'filter' } } }),
    comparedAsPart: from({ find: { secret: { $arg: 'v.secret', $as: 'filter' } } }),
    comparedWhole: from({ find: { $arg: 'v', $as: 'filter' } }),
    page: from({ limit: { $arg: 'limit' }, skip: { $arg: 'skip' } }),
    ...Object.fromEntries(stagePositions.map(([name, , stages]) => [name, from({ stages })])),
    ...Object.fromEntries(echoes.map(([name, stages]) => [name, from({ stages })])),
  },
})

// The server that stands in for MongoDB in tests takes $slice and others for operators even in a $literal.
describeOnSqlite('a value in an aggregation', runner => {
  beforeAll(() => runner().load('vault', [{ _id: 'a' }]))

  it.each(echoes)('comes back as it went in from the stages %s', async name => {
    for (const attack of documents) {
      const query = `query($v: BsonDocument!) { ${name}(v: $v) { value } }`
      const { text } = await runner().run(app, query, { variables: { v: attack } })
      const found: { value: unknown }[] = JSON.parse(text ?? '{}')?.[name] ?? []
      expect([attack, found.length > 0]).toEqual([attack, true])
      for (const { value } of found) expect(value).toEqual(name === 'addedDeep' ? { inner: [attack] } : attack)
    }
  })
})

describeOnEachStore('injection', runner => {
  beforeAll(async () => {
    await runner().load('vault', [
      { _id: 'a', secret: 's1', deep: { secret: 's1' } },
      { _id: 'b', secret: 's2', deep: { secret: 's2' } },
      { _id: 'c', deep: {} },
    ])
  })

  async function stolen(query: string, variables: Document = {}): Promise<unknown[]> {
    try {
      const { text } = await runner().run(app, query, { variables })
      return Object.values(JSON.parse(text ?? '{}') ?? {}).flatMap(found => (found as unknown[] | null) ?? [])
    } catch (error) {
      // Refused before it ran; a bug of ours would say something else.
      expect([query, variables, String(error)]).toEqual([query, variables, expect.stringMatching(/TestInputError/)])
      return []
    }
  }

  describe('an injected value', () => {
    it.each(positions)('has no effect as %s, by variable and by literal', async (name, type) => {
      for (const attack of readAttacks) {
        expect([attack, await stolen(`query($v: ${type}!) { ${name}(v: $v) { _id } }`, { v: attack })]).toEqual([
          attack,
          [],
        ])
        expect([attack, await stolen(`{ ${name}(v: ${literal(attack)}) { _id } }`)]).toEqual([attack, []])
      }
    })

    it.each(stagePositions)('has no effect in the stages %s, by variable and by literal', async (name, type) => {
      for (const attack of readAttacks) {
        const byVariable = await stolen(`query($v: ${type}!) { ${name}(v: $v) }`, { v: attack })
        expect([attack, byVariable, await stolen(`{ ${name}(v: ${literal(attack)}) }`)]).toEqual([attack, [], []])
      }
    })

    it('is no more than a comparison of the mapped field where it may be a filter', async () => {
      for (const attack of readAttacks) {
        for (const [name, v] of givenFilters.flatMap(([each, given]) =>
          given(attack).map(sent => [each, sent] as const),
        )) {
          runner().asked.length = 0
          await stolen(`query($v: BsonDocument!) { ${name}(v: $v) { _id } }`, { v })
          for (const { filter } of runner().asked)
            expect([v, filter, comparesSecret(filter)]).toEqual([v, filter, true])
        }
      }
    })

    it.each([
      ['no operator outside of the allow-list', { $regex: '.' }],
      ['not one beside others', { $ne: 'x', $exists: true }],
      ['no code', { $where: 'true' }],
      ['no expression', { $expr: { $eq: [1, 1] } }],
      ['no function', { $function: { body: 'x', args: [], lang: 'js' } }],
      ['no operator in an operand', { $ne: { $gt: '' } }],
      ['no pattern in an operand', { $in: [{ $regularExpression: { pattern: '.', options: '' } }] }],
      ['no way to another field', { $ne: 'x', deep: { $ne: null } }],
      ['no negation', { $not: { $eq: 'x' } }],
      ['nothing empty', {}],
    ])('lets %s into a filter', async (_, v) => {
      for (const [name, given] of givenFilters) {
        for (const each of given(v)) {
          const { text, errors } = await runner().run(app, `query($v: BsonDocument) { ${name}(v: $v) { _id } }`, {
            variables: { v: each },
          })
          expect([text, errors[0]?.code]).toEqual([`{"${name}":null}`, 'BAD_USER_INPUT'])
          expect(runner().asked).toEqual([])
        }
      }
    })

    it.each(['_id.x', 'deep', 'deep.secret', '$where', '$or', '__proto__', 'constructor', 'secret.x', ''])(
      'lets no whole filter name %j',
      async name => {
        const v = JSON.parse(`{${JSON.stringify(name)}: {"$ne": null}}`)
        expect(await stolen('query($v: BsonDocument) { comparedWhole(v: $v) { _id } }', { v })).toEqual([])
        expect(runner().asked).toEqual([])
      },
    )

    it.each(patternPositions)('is no pattern of more than 256 characters: %s', async name => {
      const run = (v: string) => runner().run(app, `query($v: String) { ${name}(v: $v) }`, { variables: { v } })
      const { errors } = await run(`^s1${'.?'.repeat(126)}ss`)
      expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT', message: expect.stringContaining('256 characters') }])
      expect([...runner().asked, ...runner().aggregated]).toEqual([])
      expect((await run(`^s1${'.?'.repeat(126)}s`)).errors).toEqual([])
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
        const { text, errors } = await runner().run(app, 'query($by: BsonDocument) { sorted(by: $by) { _id } }', {
          variables: { by },
        })
        expect([text, errors[0]?.code]).toEqual(['{"sorted":null}', 'BAD_USER_INPUT'])
      }
      const { text } = await runner().run(app, '{ ordered(by: {secret: -1}) { _id } }')
      expect(text).toBe('{"ordered":[{"_id":"b"},{"_id":"a"},{"_id":"c"}]}')
    })

    it('has no effect in limit and skip', async () => {
      for (const value of [{ $gt: 0 }, '1', 1.5, [1, 2], true, 1e10]) {
        const { errors } = await runner().run(app, 'query($v: Int) { page(limit: $v) { _id } }', {
          variables: { v: value },
        })
        expect(errors.map(error => error.code)).not.toContain(undefined)
        expect(runner().asked.every(each => Number.isInteger(each.limit))).toBe(true)
      }
    })
  })
})
