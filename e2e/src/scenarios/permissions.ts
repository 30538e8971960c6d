import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type HttpClient, userClient } from '../http-client.ts'
import type { SluiceTarget } from '../target.ts'
import { createKeyWorld, PASSWORD, type Person } from './key-world.ts'

const BYTE_ORDER_MARK = '\uFEFF'
const UNNAMEABLE = ['a/b', 'a\\b', 'a%2fb', 'a%2eb', '..']

/** Nothing gets past a permission, whichever resource it is about, and none is made that no request can take away. */
export function describePermissions(target: () => SluiceTarget): void {
  describe('permissions', () => {
    const world = createKeyWorld(target, 'permissions')
    const at = (path: string) => `${target().base}${path}`

    /** A person of a role of its own with these permissions. */
    const makePerson = async (...permissions: readonly object[]) => {
      const role = world.unique('role')
      for (const permission of permissions) await world.permit({ roles: [role], predicate: 'true', ...permission })
      return world.makePerson([role])
    }
    const sendText = (person: Person, path: string, body: string) =>
      fetch(target().urls[0] + path, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa(`${person.name}:${PASSWORD}`)}`,
          'content-type': 'application/json',
        },
        body,
      })

    afterAll(() => world.clear())

    describe('names', () => {
      it.each(UNNAMEABLE)('are refused for users and permissions where no path can carry them: %s', async _id => {
        const refused = { status: 400, json: { code: 'VALIDATION_FAILED', errors: [{ path: '_id' }] } }
        const user = { _id, password: PASSWORD, roles: [] }
        expect(await world.owner().answer('POST', at('/users'), user)).toMatchObject(refused)
        const permission = { _id, roles: [world.unique('role')], predicate: "path('/nowhere')" }
        expect(await world.owner().answer('POST', at('/acl'), permission)).toMatchObject(refused)
      })

      it.each([...UNNAMEABLE.slice(0, -1), { $date: 5 }, { a: 1, b: 'c' }, { $numberLong: '9007199254740993' }, true])(
        'of documents lead to them again by Location: %j',
        async _id => {
          const collection = await world.makeCollection()
          const made = await world.owner().answer('POST', collection, { _id, here: true })
          const { pathname, search } = new URL(made.headers.get('location') ?? '', target().urls[0])
          const location = pathname + search
          expect(await world.owner().json('GET', location)).toMatchObject({ here: true })
          expect(await world.owner().json('PATCH', location, { here: false })).toMatchObject({ here: false })
          expect(await world.owner().status('DELETE', location)).toBe(204)
          expect(await world.owner().json('GET', collection)).toEqual([])
        },
      )

      it('are never rounded to those of another document, and have one spelling', async () => {
        const collection = await world.makeCollection([{ _id: 9007199254740992 }, { _id: 1 }])
        const status = (method: string, id: string) =>
          world.owner().status(method, `${collection}/${id}?id_type=NUMBER`)
        expect(await status('DELETE', '9007199254740993')).toBe(404)
        expect(await status('GET', '9007199254740992')).toBe(200)
        expect([await status('GET', '01'), await status('GET', '1.0'), await status('GET', '1')]).toEqual([
          400, 400, 200,
        ])
      })
    })

    describe('filters', () => {
      /** What holds of a resource with one thing in sight and one out of it. */
      const expectOneInSight = async (asked: HttpClient, path: string, ids: { mine: string; other: string }) => {
        const listed = await asked.json<{ _id: string }[]>('GET', path)
        expect(listed.map(({ _id }) => _id)).toEqual([ids.mine])
        expect(await asked.status('DELETE', `${path}/${ids.other}`)).toBe(404)
        expect(await asked.status('DELETE', `${path}/${ids.mine}`)).toBe(204)
        expect(await asked.status('DELETE', `${path}/${ids.mine}`)).toBe(404)
      }

      it('apply to apps', async () => {
        const team = world.unique('team')
        const make = (description: string) =>
          world.owner().json<{ _id: string }>('POST', at('/gql-apps'), {
            _id: world.unique('app'),
            descriptor: { name: 'An app', description },
            schema: 'type Thing { _id: String } type Query { things: [Thing] }',
            mappings: { Query: { things: { db: 'sluice', collection: 'things' } } },
          })
        const [{ _id: mine }, { _id: other }] = [await make(team), await make('another team')]
        const filter = { 'descriptor.description': team }
        const person = await makePerson({
          predicate: `path-prefix('${at('/gql-apps')}')`,
          mongo: { readFilter: filter, writeFilter: filter },
        })
        for (const below of ['', '/versions', '/schema', '/documents']) {
          expect(await person.at(0).status('GET', `${at('/gql-apps')}/${other}${below}`)).toBe(404)
        }
        const change = { descriptor: { name: 'Changed' } }
        expect(await person.at(0).status('PATCH', `${at('/gql-apps')}/${other}`, change)).toBe(404)
        await expectOneInSight(person.at(0), at('/gql-apps'), { mine, other })
        await world.owner().text('DELETE', `${at('/gql-apps')}/${other}`)
      })

      it('apply to webhooks and what is below them', async () => {
        const make = (name: string) =>
          world.owner().json<{ _id: string; name: string }>('POST', '/webhooks', {
            name,
            condition: "path('/nowhere')",
            url: `http://${target().receiver.host}:9/`,
            enabled: false,
          })
        const mine = await make(world.unique('hook'))
        const other = await make(world.unique('hook'))
        const filter = { name: mine.name }
        const mongo = { readFilter: filter, writeFilter: filter }
        const person = await makePerson({ predicate: "path-prefix('/webhooks')", mongo })
        expect(await person.at(0).status('GET', `/webhooks/${other._id}`)).toBe(404)
        expect(await person.at(0).status('GET', `/webhooks/${other._id}/logs`)).toBe(404)
        expect(await person.at(0).status('PATCH', `/webhooks/${other._id}`, { enabled: true })).toBe(404)
        expect(await person.at(0).status('POST', `/webhooks/${other._id}/secret`, {})).toBe(404)
        await expectOneInSight(person.at(0), '/webhooks', { mine: mine._id, other: other._id })
        await world.owner().text('DELETE', `/webhooks/${other._id}`)
      })

      it('apply to the keys of others', async () => {
        const issuer = await world.makeIssuer({ roles: ['x'] })
        const bystander = await world.makeIssuer({ roles: ['x'] })
        const mine = await issuer.issue()
        const other = await bystander.issue()
        const filter = { user: issuer.name }
        const mongo = { readFilter: filter, writeFilter: filter }
        const person = await makePerson({ predicate: "path-prefix('/admin/keys')", mongo })
        await expectOneInSight(person.at(0), '/admin/keys', { mine: mine._id, other: other._id })
        expect(await bystander.list()).toHaveLength(1)
      })

      it('that a resource can not apply have it refused, which explain and the save say', async () => {
        const role = world.unique('role')
        const mongo = { readFilter: { user: 'somebody' } }
        const wide = { _id: world.unique('permission'), roles: [role], predicate: "path-prefix('/')", mongo }
        const saved = await world.owner().json<{ _warnings: object[] }>('POST', at('/acl'), wide)
        expect(saved._warnings).toContainEqual({ path: 'mongo.readFilter', message: expect.stringContaining('/admin') })
        const person = await world.makePerson([role])
        for (const path of ['/admin/audit', '/plugins', '/webhooks/mail-server', '/events/tail']) {
          const answer = await person.at(0).answer('GET', path)
          expect(answer).toMatchObject({ status: 403, json: { detail: expect.stringContaining('readFilter') } })
          const explained = { allowed: false, code: 'FORBIDDEN', reason: expect.stringContaining('readFilter') }
          const question = { user: person.name, method: 'GET', path }
          expect(await world.owner().json('POST', '/acl/explain', question)).toMatchObject(explained)
        }
        const narrow = { ...wide, _id: world.unique('permission'), predicate: "path('/admin/audit')" }
        const refused = { status: 400, json: { errors: [{ path: 'mongo.readFilter' }] } }
        expect(await world.owner().answer('POST', at('/acl'), narrow)).toMatchObject(refused)
        await world.owner().text('DELETE', `${at('/acl')}/${wide._id}`)
      })

      it('are not read past by the pipelines of another collection', async () => {
        const salaries = await world.makeCollection([{ _id: 'a', amount: 1 }])
        const own = await world.makeCollection([{ _id: 'b' }])
        const person = await makePerson({
          predicate: `path-prefix('${own}')`,
          mongo: { allowManagementRequests: true },
        })
        const name = salaries.split('/').at(-1)
        const aggrs = [{ type: 'pipeline', uri: 'all', stages: [{ $limit: 1 }, { $unionWith: name }] }]
        const refused = { status: 403, json: { detail: expect.stringContaining(String(name)) } }
        expect(await person.at(0).answer('PATCH', `${own}/_meta`, { aggrs })).toMatchObject(refused)
        await world.owner().json('PATCH', `${own}/_meta`, { aggrs })
        expect(await person.at(0).answer('GET', `${own}/_aggrs/all`)).toMatchObject(refused)
      })
    })

    describe('conditions on bodies and queries', () => {
      let tickets: string
      let person: Person

      beforeAll(async () => {
        tickets = await world.makeCollection()
        person = await makePerson(
          {
            predicate: `path('${tickets}') and method('POST') and bson-request-contains(total)`,
            priority: 20,
            mongo: { mergeRequest: { status: 'review' } },
          },
          { predicate: `path('${tickets}')`, priority: 10 },
          { predicate: `path-prefix('${tickets}') and bson-request-blacklist(profile.banned)`, priority: 5 },
        )
      })

      it.each([
        ['a byte order mark', `${BYTE_ORDER_MARK}{"total":1,"status":"approved"}`],
        ['a value of a lax form', '{"total":1,"status":"approved","z":{"$numberDecimal":1}}'],
        ['a name that stands there twice', '{"status":"approved","total":2,"status":"approved","total":1}'],
      ])('are not dodged by %s', async (_what, body) => {
        const response = await sendText(person, tickets, body)
        const answer: unknown = await response.json()
        if (response.status !== 400) expect(answer).toMatchObject({ total: 1, status: 'review' })
      })

      it('hold for a key that is removed by writing what it is in', async () => {
        await world.owner().json('POST', tickets, { _id: 'eve', profile: { banned: true, name: 'E' } })
        expect(await person.at(0).status('PATCH', `${tickets}/eve`, { profile: { name: 'E' } })).toBe(403)
        expect(await person.at(0).status('PATCH', `${tickets}/eve`, { 'profile.name': 'F' })).toBe(200)
        expect(await world.owner().json('GET', `${tickets}/eve`)).toMatchObject({
          profile: { banned: true, name: 'F' },
        })
      })

      it('hold for each value of a parameter that stands there twice', async () => {
        const secrets = await world.makeCollection([{ _id: 's', secret: 1, open: 2 }])
        const predicate = `path('${secrets}') and equals(%{q,keys}, '{"open":1}')`
        const reader = await makePerson({ predicate })
        const status = (query: string) => reader.at(0).status('GET', `${secrets}?${query}`)
        expect(await status('keys={"open":1}')).toBe(200)
        expect(await status('keys={"open":1}&keys={"secret":1}')).toBe(403)
      })
    })

    it('leave an owner, whatever is asked', async () => {
      const admin = at('/users/admin')
      const refused = { status: 409, json: { code: 'CONFLICT' } }
      expect(await world.owner().answer('PATCH', admin, { disabled: true })).toMatchObject(refused)
      expect(await world.owner().answer('PATCH', admin, { roles: ['x'] })).toMatchObject(refused)
      expect(await world.owner().answer('DELETE', admin)).toMatchObject(refused)
      const { urls, ownerPassword: password } = target()
      expect(await userClient(urls[1], { name: 'admin', password }).status('GET', '/whoami')).toBe(200)
    })
  })
}
