import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { compileApp } from '../src/domain/compile-app.ts'
import type { HoleCaller } from '../src/domain/model/hole.ts'
import { appRules } from '../src/domain/reach.ts'
import { compileTestApp } from '../src/testing/app-runner.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const SDL = `
  type Query {
    totals(owner: String, most: Int, least: Int): [Total]
    total(owner: String): Total
    labelled(label: BsonDocument): [Labelled]
    perOwner(owner: String, states: [String]): [Total]
    people: [Person]
    raw(owner: String): [BsonDocument]
    withUsers: [BsonDocument]
    mine: [Total]
  }
  type Total { _id: String sum: Int biggest: Person }
  type Labelled { _id: Int label: BsonDocument }
  type Person { _id: String stats: [Total] best: Total }
`
const from = (collection: string, rest: object) => ({ db: 'sluice', collection, ...rest })
const SUM = { $group: { _id: '$state', sum: { $sum: '$total' } } }
const BY_ID = { $sort: { _id: 1 } }
const app = compileTestApp(SDL, {
  Query: {
    totals: from('orders', {
      stages: [
        { $match: { owner: { $arg: 'owner' }, total: { $gte: { $arg: ['least', 0] } } } },
        SUM,
        BY_ID,
        { $limit: { $arg: 'most' } },
      ],
    }),
    total: from('orders', { stages: [{ $match: { owner: { $arg: 'owner' } } }, SUM, { $sort: { sum: -1 } }] }),
    labelled: from('orders', { stages: [BY_ID, { $addFields: { label: { $arg: 'label' } } }] }),
    perOwner: from('orders', {
      stages: [
        { $ifarg: ['owner', { $match: { owner: { $arg: 'owner' } } }, { $match: { owner: 'bob' } }] },
        { $ifarg: [['owner', 'states'], { $match: { state: { $in: { $arg: 'states' } } } }] },
        SUM,
        BY_ID,
      ],
    }),
    people: from('people', { stages: [BY_ID] }),
    raw: from('orders', { stages: [{ $match: { $expr: { $eq: ['$owner', { $arg: 'owner' }] } } }, BY_ID] }),
    withUsers: from('orders', {
      stages: [BY_ID, { $lookup: { from: 'users', localField: 'owner', foreignField: '_id', as: 'who' } }],
    }),
    mine: from('orders', { stages: [{ $match: { owner: { $arg: '@user._id' } } }, SUM, BY_ID] }),
  },
  Total: { biggest: from('people', { find: { likes: { $fk: '_id' } } }) },
  Person: {
    stats: from('orders', { stages: [{ $match: { owner: { $fk: '_id' } } }, SUM, BY_ID] }),
    best: from('orders', { stages: [{ $match: { owner: { $fk: '_id' } } }, SUM, { $sort: { sum: -1, _id: 1 } }] }),
  },
})

const nobody: HoleCaller = { user: undefined, roles: [], isRoot: false, now: new Date(0) }
describeOnEachStore('aggregations', runner => {
  beforeAll(async () => {
    await runner().load('orders', [
      { _id: 1, owner: 'ann', state: 'open', total: 5 },
      { _id: 2, owner: 'bob', state: 'open', total: 7 },
      { _id: 3, owner: 'ann', state: 'done', total: 50 },
      { _id: 4, owner: '$state', state: '$state', total: 1 },
    ])
    await runner().load('people', [{ _id: 'ann', likes: 'open' }, { _id: 'bob' }, { _id: 'cid' }])
    await runner().load('users', [{ _id: 'ann', password: 'secret', roles: ['clerk'] }])
  })

  const ask = async (
    query: string,
    { variables = {}, caller = nobody }: { variables?: Document; caller?: HoleCaller } = {},
  ) => {
    const { text, errors } = await runner().run(app, query, { variables, caller })
    return { data: JSON.parse(text ?? 'null'), errors }
  }

  describe('an aggregation', () => {
    it.each<[string, unknown]>([
      [
        '{ found: totals { _id sum } }',
        [
          { _id: '$state', sum: 1 },
          { _id: 'done', sum: 50 },
          { _id: 'open', sum: 12 },
        ],
      ],
      [
        '{ found: totals(owner: "ann") { _id sum } }',
        [
          { _id: 'done', sum: 50 },
          { _id: 'open', sum: 5 },
        ],
      ],
      ['{ found: totals(most: 1, least: 5) { sum } }', [{ sum: 50 }]],
      ['{ found: total(owner: "ann") { _id biggest { _id } } }', { _id: 'done', biggest: null }],
      ['{ found: perOwner { _id sum } }', [{ _id: 'open', sum: 7 }]],
      ['{ found: perOwner(owner: "ann") { sum } }', [{ sum: 50 }, { sum: 5 }]],
      ['{ found: perOwner(owner: "ann", states: ["open", "gone"]) { sum } }', [{ sum: 5 }]],
      ['{ found: perOwner(states: ["done"]) { sum } }', [{ sum: 7 }]],
    ])('%s gives %j', async (query, found) => {
      expect(await ask(query)).toEqual({ data: { found }, errors: [] })
    })

    it('answers each parent for itself, and joins go on from what it gives', async () => {
      const { data, errors } = await ask('{ people { _id stats { _id sum biggest { _id } } best { sum } } }')
      expect(errors).toEqual([])
      const open = (sum: number) => ({ _id: 'open', sum, biggest: { _id: 'ann' } })
      expect(data.people).toEqual([
        { _id: 'ann', stats: [{ _id: 'done', sum: 50, biggest: null }, open(5)], best: { sum: 50 } },
        { _id: 'bob', stats: [open(7)], best: { sum: 7 } },
        { _id: 'cid', stats: [], best: null },
      ])
      expect(runner().asked).toHaveLength(1)
    })

    it('fetches what is selected, and what joins need', async () => {
      await ask('{ totals { biggest { _id } } }')
      expect(runner().aggregated.map(({ stages }) => stages.at(-1))).toEqual([{ $project: { _id: 1 } }])
      await ask('{ totals { sum } }')
      expect(runner().aggregated.map(({ stages }) => stages.at(-1))).toEqual([{ $project: { sum: 1, _id: 0 } }])
    })

    it('takes a value for a value wherever it stands', async () => {
      const label = { $concat: ['$state', '$state'], $literal: { a: '$total' }, $$ROOT: '$password' }
      const { data } = await ask('query($label: BsonDocument) { labelled(label: $label) { label } }', {
        variables: { label },
      })
      expect(data.labelled).toHaveLength(4)
      for (const each of data.labelled) expect(each).toEqual({ label })
      expect((await ask('{ raw(owner: "$state") }')).data.raw).toEqual([
        { _id: 4, owner: '$state', state: '$state', total: 1 },
      ])
    })

    it('never shows what nobody sees, of its collection and of others', async () => {
      const { data } = await ask('{ withUsers }')
      expect(JSON.stringify(data)).not.toContain('secret')
      expect(data.withUsers[0].who).toEqual([{ _id: 'ann', roles: ['clerk'] }])
    })

    it('gives nothing where a value of the caller is missing', async () => {
      expect(await ask('{ mine { sum } }')).toEqual({ data: { mine: [] }, errors: [] })
      const caller = { ...nobody, user: { _id: 'bob' } }
      expect((await ask('{ mine { sum } }', { caller })).data.mine).toEqual([{ sum: 7 }])
    })

    it.each([
      [
        '{ totals(most: 0) { sum } }',
        /most" of Query.totals can not be used. \$limit is a whole number from 1 to 1000/,
      ],
      ['{ totals(most: -1) { sum } }', /whole number/],
      ['{ raw }', /The argument "owner" of Query.raw is needed/],
    ])('%s is refused, with the argument', async (query, message) => {
      const { errors } = await ask(query)
      expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT', message: expect.stringMatching(message) }])
    })
  })
})

describe('saving an aggregation', () => {
  const rules = appRules({ tier: 'shared', db: 'sluice' })
  const faults = (stages: unknown) => {
    const schema = 'type Query { a(x: String, n: Int): [BsonDocument] }'
    const mappings = { Query: { a: from('orders', { stages }) } }
    const result = compileApp({ descriptor: { name: 'x', enabled: true }, schema, mappings }, rules)
    return result.kind === 'faulty' ? result.faults.map(({ path, message }) => `${path}: ${message}`) : []
  }
  const P = 'mappings.Query.a.stages'

  it.each<[string, unknown, string]>([
    ['what is no list', {}, `${P}: stages is a list`],
    ['what is no stage', [1], `${P}.0: A stage is an object`],
    ['two operators in a stage', [{ $match: {}, $limit: 1 }], `${P}.0: A stage is an object`],
    ['$out', [{ $out: 'x' }], `${P}.0: `],
    ['$merge in a facet', [{ $facet: { a: [{ $merge: 'x' }] } }], `${P}.0: `],
    ['$function', [{ $addFields: { a: { $function: { body: 'x' } } } }], `${P}.0: `],
    ['$where', [{ $match: { $where: 'true' } }], `${P}.0: `],
    [
      'an inner collection',
      [{ $lookup: { from: 'apiKeys', localField: 'a', foreignField: 'b', as: 'c' } }],
      `${P}.0: The collection "apiKeys"`,
    ],
    ['an inner collection in a union', [{ $unionWith: { coll: 'acl', pipeline: [] } }], `${P}.0: The collection "acl"`],
    [
      'an inner collection deep inside',
      [{ $facet: { a: [{ $unionWith: 'gql-apps' }] } }],
      `${P}.0: The collection "gql-apps"`,
    ],
    [
      'a join on what is hidden',
      [{ $lookup: { from: 'users', localField: 'a', foreignField: 'password', as: 'c' } }],
      `${P}.0: `,
    ],
    ['a collection from outside', [{ $unionWith: { $arg: 'x' } }], `${P}.0: A variable can not stand here`],
    ['a field from outside', [{ $unset: { $arg: 'x' } }], `${P}.0: A variable can not stand here`],
    ['a sort from outside', [{ $sort: { $arg: 'x' } }], `${P}.0.$sort: The $sort of an aggregation`],
    [
      'a limit of a default that is none',
      [{ $limit: { $arg: ['n', 0] } }],
      `${P}.0.$limit: The default can not stand here`,
    ],
    ['a limit of a document', [{ $limit: { $arg: '@user.n' } }], `${P}.0.$limit.$arg: @user can not stand here`],
    [
      'an unknown argument',
      [{ $addFields: { a: { $arg: 'y' } } }],
      `${P}.0.$addFields.a.$arg: Query.a has no argument "y"`,
    ],
    ['$ifarg without a stage', [{ $ifarg: ['x'] }], `${P}.0.$ifarg: $ifarg is`],
    [
      '$ifarg of what is no argument',
      [{ $ifarg: ['y', { $limit: 1 }] }],
      `${P}.0.$ifarg.0: Query.a has no argument "y"`,
    ],
    [
      'variables of stored aggregations',
      [{ $addFields: { a: { $var: 'x' } } }],
      `${P}.0: $var and $ifvar are not known`,
    ],
    ['a fault in the other stage of $ifarg', [{ $ifarg: ['x', { $limit: 1 }, { $limit: 0 }] }], `${P}.0.$ifarg.2: `],
  ])('refuses %s', (_, stages, expected) => {
    const [first = '', ...others] = faults(stages)
    expect([first.slice(0, expected.length), others]).toEqual([expected, []])
  })

  it('says everything that is wrong at once', () => {
    expect(faults([{ $out: 'x' }, { $match: { a: { $arg: 'y' } } }, { $sort: { $arg: 'x' } }])).toHaveLength(3)
  })
})
