import { afterAll, describe, expect, it } from '@jest/globals'
import type { SluiceTarget } from '../target.ts'
import { createKeyWorld, type Person } from './key-world.ts'

const ON_KEYS = "path-prefix('/keys')"

type ScenarioPolicy = { canIssue: boolean; permission: string; roles: string[] }

/** The sentences of the specification about who may issue which keys: 2.3, 4.2 (rule 2), 5.2, 5.5 and 7. */
export function describeKeyPolicy(target: () => SluiceTarget): void {
  describe('the permission to issue keys', () => {
    const world = createKeyWorld(target, 'key-policy')
    const reader = world.unique('reader')
    const writer = world.unique('writer')
    const policyOf = (person: Person) => person.at(0).json<ScenarioPolicy>('GET', '/keys/policy')
    const ask = (person: Person, roles: readonly string[] = []) =>
      person.at(0).answer('POST', '/keys', { name: 'script', roles })
    const refused = (code: string, detail: string) => ({
      status: 403,
      json: { status: 403, code, detail: expect.stringContaining(detail) },
    })
    /** A user of a role of its own with these permissions on /keys. @returns their ids too */
    const makeHolder = async (...permissions: readonly object[]) => {
      const role = world.unique('role')
      const ids: string[] = []
      for (const permission of permissions) {
        ids.push(await world.permit({ roles: [role], predicate: ON_KEYS, ...permission }))
      }
      return { person: await world.makePerson([role]), ids }
    }

    afterAll(() => world.clear())

    describe('2.3 Permission with an apiKeys block', () => {
      it('"An ordinary ACL permission that reaches `/keys`"', async () => {
        const { permission, role, issue } = await world.makeIssuer({ roles: [reader] })
        const stored = { _id: permission, roles: [role], predicate: ON_KEYS, apiKeys: { roles: [reader] } }
        expect(await world.owner().json('GET', `/acl/${permission}`)).toMatchObject(stored)
        expect(await world.owner().json('GET', '/acl?pagesize=1000')).toContainEqual(expect.objectContaining(stored))
        expect(await issue()).toMatchObject({ roles: [] })
      })

      it('_id: "Permission identifier"', async () => {
        const issuer = await world.makeIssuer({ roles: [reader] })
        expect(await policyOf(issuer)).toMatchObject({ canIssue: true, permission: issuer.permission })
      })

      it.each([ON_KEYS, "path('/keys')", "path-template('/{first}') and method('POST')"])(
        'predicate: "For example a path-prefix predicate on `/keys`": %s',
        async predicate => {
          const { issue } = await world.makeIssuer({ roles: [reader] }, { predicate })
          expect(await issue({ roles: [reader] })).toMatchObject({ roles: [reader] })
        },
      )

      it('predicate: one that does not reach /keys lets nobody issue', async () => {
        const issuer = await world.makeIssuer({ roles: [reader] }, { predicate: "path-prefix('/elsewhere')" })
        expect(await ask(issuer)).toMatchObject(refused('KEYS_PERMISSION_MISSING', ''))
      })

      it('roles: "Roles that may issue keys under this permission"', async () => {
        const roles = [world.unique('first'), world.unique('second')]
        await world.permit({ roles, predicate: ON_KEYS, apiKeys: { roles: [reader] } })
        for (const role of roles) expect(await ask(await world.makePerson([role]))).toMatchObject({ status: 201 })
        const other = await world.makePerson([world.unique('third')])
        expect(await ask(other)).toMatchObject(refused('KEYS_PERMISSION_MISSING', ''))
      })

      it('priority: "Higher wins when several permissions match"', async () => {
        const { person, ids } = await makeHolder(
          { priority: 1, apiKeys: { roles: [reader] } },
          { priority: 2, apiKeys: { roles: [writer] } },
        )
        expect(await policyOf(person)).toMatchObject({ permission: ids[1], roles: [writer] })
        await world.owner().json('PATCH', `/acl/${ids[0]}`, { priority: 3 })
        expect(await policyOf(person)).toMatchObject({ permission: ids[0], roles: [reader] })
      })

      it('apiKeys: "Present only on permissions that allow issuing"', async () => {
        const { person, ids } = await makeHolder({})
        expect(await ask(person)).toMatchObject(refused('KEYS_PERMISSION_MISSING', 'no apiKeys block'))
        await world.owner().json('PATCH', `/acl/${ids[0]}`, { apiKeys: { roles: [reader] } })
        expect(await ask(person)).toMatchObject({ status: 201 })
      })

      it('apiKeys.roles: "The only roles a key issued under this permission may carry"', async () => {
        const issuer = await world.makeIssuer({ roles: [reader, writer] })
        for (const roles of [[], [reader], [writer], [reader, writer]]) {
          expect(await ask(issuer, roles)).toMatchObject({ status: 201, json: { roles } })
        }
        for (const roles of [[issuer.role], [reader, issuer.role], ['admin'], [reader.toUpperCase()]]) {
          expect(await ask(issuer, roles)).toMatchObject({ status: 403 })
        }
      })

      it('"The roles in `apiKeys.roles` need not be roles the issuing user holds."', async () => {
        const issuer = await world.makeIssuer({ roles: [reader] })
        expect(await issuer.at(0).json('GET', '/whoami')).toMatchObject({ roles: [issuer.role] })
        const key = await issuer.issue({ roles: [reader] })
        expect(await world.through(key).json('GET', '/whoami')).toMatchObject({ roles: [reader] })
      })

      it('"A key can do only what other permissions grant to those roles."', async () => {
        const role = world.unique('reader')
        const issuer = await world.makeIssuer({ roles: [role] })
        const granted = await world.makeCollection()
        const ungranted = await world.makeCollection()
        await world.permit({ roles: [issuer.role], predicate: `path-prefix('${ungranted}')` })
        const key = await issuer.issue({ roles: [role] })
        const read = (path: string) => world.through(key).status('GET', path)
        expect([await read(granted), await read(ungranted)]).toEqual([403, 403])
        await world.permit({ roles: [role], predicate: `path-prefix('${granted}') and method('GET')` })
        expect([await read(granted), await read(ungranted)]).toEqual([200, 403])
        expect(await world.through(key).status('POST', granted, {})).toBe(403)
      })
    })

    describe('4.2 API keys', () => {
      it('2: "`roles` must lie within `apiKeys.roles` of the single permission that authorised the call."', async () => {
        const { person } = await makeHolder(
          { priority: 1, apiKeys: { roles: [reader] } },
          { priority: 2, apiKeys: { roles: [writer] } },
        )
        expect(await ask(person, [writer])).toMatchObject({ status: 201 })
        for (const roles of [[reader], [writer, reader]]) {
          expect(await ask(person, roles)).toMatchObject(refused('KEY_ROLES_NOT_ALLOWED', reader))
        }
      })

      it('2: "The roles held by the user do not matter."', async () => {
        const { role, permission } = await world.makeIssuer({ roles: [reader] })
        const few = await world.makePerson([role])
        const many = await world.makePerson([role, writer, reader])
        for (const person of [few, many]) {
          expect(await policyOf(person)).toMatchObject({ permission, roles: [reader] })
          expect(await ask(person, [reader])).toMatchObject({ status: 201 })
          expect(await ask(person, [writer])).toMatchObject(refused('KEY_ROLES_NOT_ALLOWED', writer))
        }
      })
    })

    describe('5 Authentication', () => {
      it('2: "The `POST` additionally needs a permission on `/keys` carrying an `apiKeys` block."', async () => {
        const { person } = await makeHolder()
        expect(await person.at(0).json('GET', '/keys')).toEqual([])
        expect(await person.at(0).status('DELETE', '/keys/none')).toBe(404)
        expect(await ask(person)).toMatchObject(refused('KEYS_PERMISSION_MISSING', 'apiKeys block'))
      })

      it('5: "… the one with the highest `priority` alone applies, and only its `apiKeys.roles` are available."', async () => {
        const first = world.unique('role')
        const second = world.unique('role')
        const block = { roles: [writer], 'max-expires-in-days': 5, 'max-keys-per-user': 1 }
        await world.permit({ roles: [first], predicate: ON_KEYS, priority: 10, apiKeys: block })
        const wide = { roles: [reader, writer], 'max-expires-in-days': 300, 'max-keys-per-user': 100 }
        await world.permit({ roles: [second], predicate: ON_KEYS, priority: 9, apiKeys: wide })
        const person = await world.makePerson([second, first])
        expect(await ask(person, [reader])).toMatchObject(refused('KEY_ROLES_NOT_ALLOWED', reader))
        const long = await person.at(0).answer('POST', '/keys', { name: 'long', expiresIn: 6 })
        expect(long).toMatchObject({ status: 400, json: { code: 'KEY_LIFETIME_TOO_LONG' } })
        expect(await ask(person, [writer])).toMatchObject({ status: 201 })
        expect(await ask(person, [writer])).toMatchObject({ status: 409 })
      })

      it('5: "A permission without the block lets its roles reach `/keys` but grants no issuing (403)."', async () => {
        const { person, ids } = await makeHolder({ priority: 2 }, { priority: 1, apiKeys: { roles: [reader] } })
        expect(await person.at(0).status('GET', '/keys')).toBe(200)
        expect(await ask(person)).toMatchObject(refused('KEYS_PERMISSION_MISSING', ids[0] ?? '-'))
      })
    })

    describe('7 Errors', () => {
      it('"`POST /keys` by a role whose applicable permission has no `apiKeys` block": 403, "The message says so"', async () => {
        const { person } = await makeHolder({})
        expect(await ask(person)).toMatchObject(refused('KEYS_PERMISSION_MISSING', 'has no apiKeys block'))
        expect(await world.owner().answer('POST', '/keys', { name: 'a' })).toMatchObject(
          refused('KEYS_PERMISSION_MISSING', 'apiKeys block'),
        )
      })

      it('"Issue request naming roles outside the applicable `apiKeys.roles`": refused, and nothing is issued', async () => {
        const issuer = await world.makeIssuer({ roles: [reader] })
        expect(await ask(issuer, [reader, writer])).toMatchObject(refused('KEY_ROLES_NOT_ALLOWED', writer))
        expect(await issuer.at(0).json('GET', '/keys')).toEqual([])
      })
    })
  })
}
