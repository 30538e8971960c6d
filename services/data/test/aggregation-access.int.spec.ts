import { afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { SignedRequest } from '@sluice/testkit'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'
import type { TestData } from '../src/testing/start-data.ts'

const eve = { id: 'eve', roles: ['staff'] }
const MANAGES = { rules: { allowManagementRequests: true } }
const pipeline = (stages: unknown, uri = 'a') => ({ type: 'pipeline', uri, stages })

/** Stages that read `salaries`, with the place in them where they say so. */
const READING: [string, unknown[], string][] = [
  ['$unionWith', [{ $limit: 1 }, { $unionWith: 'salaries' }], '1.$unionWith'],
  ['$unionWith with a pipeline', [{ $unionWith: { coll: 'salaries', pipeline: [] } }], '0.$unionWith.coll'],
  [
    '$lookup by a field',
    [{ $lookup: { from: 'salaries', localField: 'who', foreignField: '_id', as: 's' } }],
    '0.$lookup.from',
  ],
  ['$lookup by a pipeline', [{ $lookup: { from: 'salaries', pipeline: [], as: 's' } }], '0.$lookup.from'],
  ['$facet', [{ $facet: { a: [{ $limit: 1 }, { $unionWith: 'salaries' }] } }], '0.$facet.a.1.$unionWith'],
  [
    'a pipeline in a pipeline',
    [{ $unionWith: { coll: 'notes', pipeline: [{ $lookup: { from: 'salaries', pipeline: [], as: 's' } }] } }],
    '0.$unionWith.pipeline.0.$lookup.from',
  ],
  ['a branch of $ifvar', [{ $ifvar: ['none', { $limit: 1 }, { $unionWith: 'salaries' }] }], '0.$ifvar.2.$unionWith'],
]

/** Permissions that are in force when the next request is answered. */
function usePermissions(data: () => TestData, root: string) {
  const given: string[] = []
  const allow = async (path: string, mongo: object = {}, condition = "method('GET')") => {
    const _id = `p${given.length}`
    const predicate = `path('${root}${path}') and ${condition}`
    const body = { _id, roles: eve.roles, predicate, priority: given.length + 1, mongo }
    const { status } = await data().request('PUT', `${root}/acl/${_id}?wm=upsert`, { body })
    expect(status).toBe(201)
    given.push(_id)
  }
  const forget = async () => {
    for (const id of given.splice(0)) await data().request('DELETE', `${root}/acl/${id}`)
  }
  const asEve = (method: string, target: string, request: SignedRequest = {}) =>
    data().request(method, `${root}${target}`, {
      user: eve,
      permission: {},
      ...request,
      grant: { positions: data().platform.changes.positions(), ...request.grant },
    })
  return { allow, forget, asEve }
}

describe.each(['shared', 'dedicated'] as const)('in the %s tier', tier => {
  const root = tier === 'dedicated' ? '/sluice' : ''
  describeOnEachStore('a pipeline that reads another collection', { tier }, data => {
    const { allow, forget, asEve } = usePermissions(data, root)
    const save = (aggrs: unknown) => data().request('PATCH', `${root}/notes/_meta`, { body: { aggrs } })
    const saveAsEve = (aggrs: unknown) => asEve('PATCH', '/notes/_meta', { permission: MANAGES, body: { aggrs } })
    const run = (uri = 'a', request: SignedRequest = {}) => asEve('GET', `/notes/_aggrs/${uri}`, request)

    beforeAll(async () => {
      const { store } = data().platform
      if (tier === 'dedicated') await data().request('PUT', root)
      const holdings = {
        notes: [{ _id: 'n', who: 'ann' }],
        salaries: [
          { _id: 'ann', pay: 10, team: 'red' },
          { _id: 'bob', pay: 20, team: 'blue' },
        ],
      }
      for (const [collection, documents] of Object.entries(holdings)) {
        await data().request('PUT', `${root}/${collection}`)
        await store.collection({ db: 'sluice', collection }).insertMany(documents)
      }
    })
    afterEach(forget)

    it.each(READING)('is not saved by who may not GET it, naming the place: %s', async (_what, stages, place) => {
      const path = `aggrs.1.stages.${place}`
      const answer = await saveAsEve([pipeline([{ $limit: 1 }], 'first'), pipeline(stages)])
      expect(answer).toMatchObject({ status: 403, json: { code: 'FORBIDDEN', errors: [{ path }] } })
      expect(answer.text).toContain('\\"salaries\\"')
      await allow('/salaries')
      expect(await saveAsEve([pipeline(stages)])).toMatchObject({ status: 200 })
    })

    it.each(READING)('is not run for who may not GET it, whoever has saved it: %s', async (_what, stages) => {
      await save([pipeline(stages)])
      const answer = await run()
      expect(answer).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } })
      expect(answer.json).toMatchObject({ detail: expect.stringContaining('"salaries"') })
      await allow('/salaries')
      const allowed = await run()
      expect(allowed.status).toBe(200)
      expect(allowed.text).toContain('"pay":10')
    })

    it('shows of it what the permission on it shows, whatever the one on the first collection says', async () => {
      await save(READING.map(([, stages], index) => pipeline(stages, `a${index}`)))
      await allow('/salaries', { readFilter: { _id: { $ne: '@user._id' }, team: 'red' }, projectResponse: { pay: 0 } })
      const permission = { rules: { readFilter: { who: 'ann' }, projectResponse: { other: 0 } } }
      for (const [index] of READING.entries()) {
        const { status, text } = await run(`a${index}`, { permission })
        expect([status, text.includes('"team":"red"'), /blue|pay/.test(text)]).toEqual([200, true, false])
      }
    })

    it('shows of it what the permission shows that applies at the address of the caller', async () => {
      await save([pipeline([{ $unionWith: 'salaries' }])])
      await allow('/salaries')
      await allow('/salaries', { projectResponse: { pay: 0 } }, "ip-match('192.0.2.0/24')")
      const from = async (clientAddress: string) => (await run('a', { grant: { clientAddress } })).text
      expect([(await from('192.0.2.7')).includes('pay'), (await from('198.51.100.7')).includes('pay')]).toEqual([
        false,
        true,
      ])
    })

    it('shows of it what the permission shows that applies where one has to sign in', async () => {
      await save([pipeline([{ $unionWith: 'salaries' }])])
      await allow('/salaries')
      await allow('/salaries', { projectResponse: { pay: 0 } }, 'auth-required()')
      const answer = await run()
      expect([answer.status, answer.text.includes('pay')]).toEqual([200, false])
    })

    it('is neither saved nor run where it joins by what is hidden there', async () => {
      const joined = [{ $lookup: { from: 'salaries', localField: 'who', foreignField: 'pay', as: 's' } }]
      await allow('/salaries', { projectResponse: { pay: 0 } })
      expect(await saveAsEve([pipeline(joined)])).toMatchObject({
        status: 403,
        json: { code: 'FIELD_HIDDEN', errors: [{ path: 'aggrs.0.stages.0.$lookup.foreignField' }] },
      })
      await save([pipeline(joined)])
      expect(await run()).toMatchObject({ status: 403, json: { code: 'FIELD_HIDDEN' } })
    })

    it('reads users by a permission alone, and never their passwords', async () => {
      await save([pipeline([{ $unionWith: 'users' }])])
      expect((await run()).status).toBe(403)
      await allow('/users')
      const { status, text } = await run()
      expect([status, text.includes('"admin"'), text.includes('password')]).toEqual([200, true, false])
    })

    it.each(['acl', 'gql-apps', '_collections', 'apiKeys'])('never reads %s, with a permission neither', async name => {
      await allow(`/${name}`)
      expect((await saveAsEve([pipeline([{ $unionWith: name }])])).status).toBe(403)
      expect((await save([pipeline([{ $unionWith: name }])])).status).toBe(400)
    })

    it('needs no permission for the collection that it is about, nor for the root role', async () => {
      await save([pipeline([{ $unionWith: 'notes' }]), pipeline([{ $unionWith: 'salaries' }], 'b')])
      expect(await run()).toMatchObject({ status: 200, json: [{ _id: 'n' }, { _id: 'n' }] })
      expect((await data().request('GET', `${root}/notes/_aggrs/b`)).status).toBe(200)
    })

    it.each(['sal/aries', 'sal%2faries', '..'])('is refused for %s, which no path names', async name => {
      const { store } = data().platform
      await allow(`/${name.replace('%2f', '/')}`)
      expect((await store.listCollections('sluice')).includes(name)).toBe(false)
      expect((await saveAsEve([pipeline([{ $unionWith: name }])])).status).toBe(403)
    })
  })
})

describeOnEachStore(
  'a pipeline that reads another collection, when the permissions in force are not known',
  {},
  data => {
    it('503 for whoever needs one; the root role does not', async () => {
      for (const path of ['/notes', '/salaries']) await data().request('PUT', path)
      const aggrs = [pipeline([{ $unionWith: 'salaries' }]), pipeline([{ $limit: 1 }], 'own')]
      await data().request('PATCH', '/notes/_meta', { body: { aggrs } })
      await data().platform.changes.stop()
      const asked = { user: eve, permission: MANAGES }
      const run = (uri: string, request?: SignedRequest) => data().request('GET', `/notes/_aggrs/${uri}`, request)
      expect(await run('a', asked)).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE' } })
      expect(await data().request('PATCH', '/notes/_meta', { ...asked, body: { aggrs } })).toMatchObject({
        status: 503,
      })
      expect([(await run('own', asked)).status, (await run('a')).status]).toEqual([200, 200])
    })
  },
)

describeOnEachStore('the variables of the caller in a stored aggregation', {}, data => {
  const bob = { id: 'bob', roles: ['reader', 'other'] }
  const permission = { rules: {} }
  const principal = (properties: object = {}) => ({
    principal: { id: 'bob', roles: bob.roles, via: 'password', properties },
  })
  const run = (uri: string, properties?: object) =>
    data().request('GET', `/orders/_aggrs/${uri}`, {
      user: bob,
      permission,
      grant: principal(properties) as NonNullable<SignedRequest['grant']>,
    })
  const match = (filter: object) => [{ $match: filter }, { $sort: { _id: 1 } }, { $project: { _id: 1 } }]

  beforeAll(async () => {
    await data().request('PUT', '/orders')
    const orders = data().platform.store.collection({ db: 'sluice', collection: 'orders' })
    await orders.insertMany([
      { _id: 1, owner: 'ann', team: 'red', role: 'reader', at: new Date(0) },
      { _id: 2, owner: 'bob', team: 'blue', role: 'none', at: new Date('2999-01-01') },
    ])
    const aggrs = Object.entries({
      own: match({ owner: { $var: '@user._id' } }),
      team: match({ team: { $var: '@user.org.team' } }),
      others: match({ team: { $ne: { $var: '@user.org.team' } } }),
      'team-or-red': match({ team: { $var: ['@user.org.team', 'red'] } }),
      roles: match({ role: { $in: { $var: '@roles' } } }),
      past: match({ at: { $lt: { $var: '@now' } } }),
    }).map(([uri, stages]) => pipeline(stages, uri))
    expect(await data().request('PATCH', '/orders/_meta', { body: { aggrs } })).toMatchObject({ status: 200 })
  })

  it.each([
    ['own', 2],
    ['roles', 1],
    ['past', 1],
  ])('are filled by the service: %s', async (uri, _id) => {
    expect(await run(uri)).toMatchObject({ status: 200, json: [{ _id }] })
  })

  it('reach into the user document, whatever its depth', async () => {
    expect(await run('team', { org: { team: 'blue' } })).toMatchObject({ status: 200, json: [{ _id: 2 }] })
    expect(await run('team-or-red')).toMatchObject({ status: 200, json: [{ _id: 1 }] })
  })

  it.each([
    ['team', {}],
    ['team', { org: { team: null } }],
    ['others', {}],
  ])('403 naming one that the caller has no value for, so that nothing is left open: %s', async (uri, properties) => {
    expect(await run(uri, properties)).toMatchObject({
      status: 403,
      json: { code: 'FORBIDDEN', detail: expect.stringContaining('@user.org.team') },
    })
  })

  it.each([{ '@user._id': 'ann' }, { '@user': { _id: 'ann' } }, { '@roles': ['none'] }, { '@now': 5 }])(
    '400 for a client that sends one of them: %j',
    async values => {
      const target = `/orders/_aggrs/own?avars=${encodeURIComponent(JSON.stringify(values))}`
      expect(await data().request('GET', target, { user: bob, permission })).toMatchObject({ status: 400 })
    },
  )
})
