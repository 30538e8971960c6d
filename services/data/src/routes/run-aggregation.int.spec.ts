import { beforeAll, describe, expect, it } from '@jest/globals'
import { describeOnEachStore } from '../testing/on-each-store.ts'

const reader = { id: 'ada', roles: ['reader'] }
const avars = (values: unknown) => `?avars=${encodeURIComponent(JSON.stringify(values))}`

const aggrs = Object.entries({
  totals: [{ $group: { _id: '$owner', total: { $sum: '$total' } } }, { $sort: { _id: 1 } }],
  'by-status': [{ $match: { status: { $var: 'status' } } }, { $sort: { _id: 1 } }, { $project: { _id: 1 } }],
  within: [{ $match: { total: { $gte: { $var: 'min' }, $lte: { $var: ['max', 100] } } } }, { $count: 'n' }],
  any: [{ $match: { status: { $in: { $var: 'statuses' } } } }, { $sort: { _id: 1 } }, { $project: { _id: 1 } }],
  like: [{ $match: { status: { $regex: { $var: 'pattern' } } } }, { $count: 'n' }],
  labelled: [{ $sort: { _id: 1 } }, { $limit: 1 }, { $project: { label: { $var: 'label' } } }],
  optional: [{ $ifvar: ['status', { $match: { status: { $var: 'status' } } }] }, { $count: 'n' }],
  nested: [
    { $sort: { _id: 1 } },
    { $ifvar: ['o.status', { $match: { status: { $var: 'o.status' } } }] },
    { $limit: { $var: ['o.limit', 100] } },
    { $project: { _id: 1 } },
  ],
  paged: [
    { $sort: { _id: 1 } },
    { $skip: { $var: '@skip' } },
    { $limit: { $var: '@limit' } },
    { $project: { _id: 1 } },
  ],
  everything: [{ $sort: { _id: 1 } }],
  joined: [
    { $match: { _id: 'a' } },
    { $lookup: { from: 'orders', localField: 'status', foreignField: 'status', as: 'same' } },
    { $project: { same: 1 } },
  ],
  'on-cost': [{ $lookup: { from: 'orders', localField: 'total', foreignField: 'cost', as: 'same' } }, { $count: 'n' }],
  union: [
    { $match: { _id: 'a' } },
    { $unionWith: { coll: 'orders', pipeline: [{ $match: { status: 'open' } }] } },
    { $sort: { _id: 1 } },
  ],
  facets: [
    {
      $facet: {
        all: [{ $count: 'n' }],
        joined: [{ $lookup: { from: 'orders', pipeline: [], as: 'l' } }, { $project: { l: 1 } }],
      },
    },
  ],
  'with-users': [
    { $match: { _id: 'a' } },
    { $lookup: { from: 'users', localField: 'owner', foreignField: '_id', as: 'who' } },
  ],
  broken: [{ $project: { x: { $concat: ['$total', 'x'] } } }],
}).map(([uri, stages]) => ({ type: 'pipeline', uri, stages }))

describeOnEachStore('GET /<collection>/_aggrs/<name>', {}, data => {
  const get = (name: string, request: Parameters<ReturnType<typeof data>['request']>[2] = {}) =>
    data().request('GET', `/orders/_aggrs/${name}`, request)
  const ids = ({ json }: { json: unknown }) => (json as { _id: unknown }[]).map(({ _id }) => _id)

  beforeAll(async () => {
    await data().request('PUT', '/orders')
    await data()
      .platform.store.collection({ db: 'sluice', collection: 'orders' })
      .insertMany([
        { _id: 'a', owner: 'admin', status: 'open', total: 5, cost: 1 },
        { _id: 'b', owner: 'bob', status: 'open', total: 7, cost: 5 },
        { _id: 'c', owner: 'admin', status: '$owner', total: 50, cost: 9 },
      ])
    const patched = await data().request('PATCH', '/orders/_meta', { body: { aggrs } })
    expect(patched).toMatchObject({ status: 200 })
  })

  it('200 what the pipeline makes, as an array', async () => {
    expect(await get('totals')).toMatchObject({
      status: 200,
      json: [
        { _id: 'admin', total: 55 },
        { _id: 'bob', total: 7 },
      ],
    })
    expect((await get('totals?jsonMode=canonical')).text).toContain('{"$numberInt":"55"}')
    expect((await data().request('HEAD', '/orders/_aggrs/totals')).status).toBe(200)
  })

  it('fills variables, with defaults where there are some', async () => {
    expect(ids(await get(`by-status${avars({ status: 'open' })}`))).toEqual(['a', 'b'])
    expect((await get(`within${avars({ min: 6 })}`)).json).toEqual([{ n: 2 }])
    expect((await get(`within${avars({ min: 6, max: 10 })}`)).json).toEqual([{ n: 1 }])
    expect(ids(await get(`any${avars({ statuses: ['$owner', 'x'] })}`))).toEqual(['c'])
    expect((await get(`like${avars({ pattern: '^op' })}`)).json).toEqual([{ n: 2 }])
    expect((await get('optional')).json).toEqual([{ n: 3 }])
    expect((await get(`optional${avars({ status: 'open' })}`)).json).toEqual([{ n: 2 }])
    expect(ids(await get('paged?page=2&pagesize=2'))).toEqual(['c'])
  })

  it('says how many results there are where they are the same for every page', async () => {
    for (const target of ['everything', 'everything?page=2&pagesize=1', 'everything?jsonMode=canonical']) {
      expect((await get(target)).headers['x-total-count']).toBe('3')
    }
    expect((await get('paged?pagesize=2')).headers).not.toHaveProperty('x-total-count')
  })

  it('finds a variable with a dotted name inside a value too, and lets no filter go because of how it is sent', async () => {
    for (const values of [{ o: { status: 'open', limit: 1 } }, { 'o.status': 'open', o: { limit: 1 } }]) {
      expect(ids(await get(`nested${avars(values)}`))).toEqual(['a'])
    }
    expect(ids(await get(`nested${avars({ o: { limit: 2 } })}`))).toEqual(['a', 'b'])
    expect(await get(`nested${avars({ o: { limit: 2 }, 'o.limit': 3 })}`)).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'avars', message: expect.stringContaining('o.limit') }] },
    })
  })

  it('takes operators and field paths in a value for what they are: data', async () => {
    expect(ids(await get(`by-status${avars({ status: { $gt: '' } })}`))).toEqual([])
    expect(ids(await get(`by-status${avars({ status: '$owner' })}`))).toEqual(['c'])
    expect((await get(`labelled${avars({ label: '$owner' })}`)).json).toEqual([{ _id: 'a', label: '$owner' }])
    expect((await get(`labelled${avars({ label: { $concat: ['$owner'] } })}`)).json).toEqual([
      { _id: 'a', label: { $concat: ['$owner'] } },
    ])
  })

  it.each([
    ['by-status', 'status'],
    [`within${avars({ max: 1 })}`, 'min'],
    [`any${avars({ statuses: [{ $gt: '' }] })}`, 'operator'],
    [`any${avars({ statuses: [{ $regex: 'a', $options: '' }] })}`, 'pattern'],
    [`any${avars({ statuses: 'open' })}`, ''],
    [`like${avars({ pattern: '(a+)+$' })}`, 'repeat'],
    [`like${avars({ pattern: 5 })}`, 'text'],
    ['paged?pagesize=0', ''],
    ['paged?page=x', 'page'],
    [`paged${avars({ '@skip': 5 })}`, '@skip'],
    ['by-status?avars=', 'avars'],
    ['by-status?avars={', 'column'],
    ['by-status?avars=[]', 'object'],
    ['by-status?avars={}&avars={}', 'once'],
    [`by-status${avars({ status: JSON.parse('{"__proto__":1}') })}`, '__proto__'],
    ['broken', 'broken'],
  ])('400 for %s, saying what is wrong (%s)', async (target, words) => {
    const answer = await get(target)
    expect(answer).toMatchObject({ status: 400, json: { code: 'BAD_QUERY', detail: expect.stringContaining(words) } })
  })

  it('404 for an unknown name, or an unknown collection', async () => {
    expect((await get('none')).status).toBe(404)
    expect((await get('__proto__')).status).toBe(404)
    expect((await data().request('GET', '/nowhere/_aggrs/totals')).status).toBe(404)
  })

  describe('under the rules of a permission', () => {
    const permission = { rules: { readFilter: { owner: 'admin' }, projectResponse: { cost: 0 } } }
    const request = { user: reader, permission }

    it('reads only what the caller may read, in pipelines inside too', async () => {
      expect((await get('totals', request)).json).toEqual([{ _id: 'admin', total: 55 }])
      expect((await get(`by-status${avars({ status: 'open' })}`, request)).json).toEqual([{ _id: 'a' }])
      expect((await get('joined', request)).json).toMatchObject([{ same: [{ _id: 'a' }] }])
      expect(ids(await get('union', request))).toEqual(['a', 'a'])
      const [facets] = (await get('facets', request)).json as { all: unknown; joined: { l: unknown[] }[] }[]
      expect([facets?.all, facets?.joined.map(({ l }) => l.length)]).toEqual([[{ n: 2 }], [2, 2]])
    })

    it('shows nothing of what is hidden, and joins nothing by it', async () => {
      for (const name of ['everything', 'joined', 'union', 'facets']) {
        const { status, text } = await get(name, request)
        expect([status, text.includes('"cost"')]).toEqual([200, false])
      }
      expect(await get('on-cost', request)).toMatchObject({ status: 403, json: { code: 'FIELD_HIDDEN' } })
      expect((await get('on-cost')).status).toBe(200)
    })

    it('a list of shown fields holds in pipelines too', async () => {
      const only = { user: reader, permission: { rules: { projectResponse: { total: 1, owner: 1, 'owner.x': 1 } } } }
      expect((await get('everything', only)).json).toEqual([
        { _id: 'a', owner: 'admin', total: 5 },
        { _id: 'b', owner: 'bob', total: 7 },
        { _id: 'c', owner: 'admin', total: 50 },
      ])
    })
  })

  it('never shows a password, not to the owner either', async () => {
    const { json, text } = await get('with-users')
    expect(json).toMatchObject([{ who: [{ _id: 'admin', roles: ['admin'] }] }])
    expect(text).not.toContain('password')
    await data().request('PATCH', '/users/_meta', {
      body: { aggrs: [{ type: 'pipeline', uri: 'all', stages: [{ $project: { p: '$password', roles: 1 } }] }] },
    })
    const users = await data().request('GET', '/users/_aggrs/all')
    expect(users.json).toEqual([{ _id: 'admin', roles: ['admin'] }])
  })
})
