import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { httpClient } from '../http-client.ts'
import type { SluiceTarget } from '../target.ts'
import {
  createKeyWorld,
  DAY_MS,
  type KeyIssuer,
  type Person,
  type ScenarioKey,
  WELL_WITHIN_MS,
  withoutUse,
} from './key-world.ts'

const instant = { $date: expect.any(Number) }

/**
 * The sentences of the specification about the endpoints of keys: 4.2 (the table, rules 1 and 5, the console), 5.2, and 3
 * as far as it is about a key.
 */
export function describeKeyEndpoints(target: () => SluiceTarget): void {
  describe('the endpoints of keys', () => {
    const world = createKeyWorld(target, 'key-endpoints')
    const reader = world.unique('reader')
    let ada: KeyIssuer
    let eve: KeyIssuer

    beforeAll(async () => {
      ada = await world.makeIssuer({ roles: [reader], 'max-keys-per-user': 100 })
      eve = await world.makeIssuer({ roles: [reader], 'max-keys-per-user': 100 })
    })
    afterAll(() => world.clear())

    describe('4.2 API keys', () => {
      it('POST /keys: "The key record with the `key` secret (2.2)"', async () => {
        const { status, json } = await ada.at(0).answer('POST', '/keys', { name: 'ci', roles: [reader], expiresIn: 7 })
        expect(status).toBe(201)
        expect(json).toEqual({
          _id: expect.any(String),
          user: ada.name,
          name: 'ci',
          roles: [reader],
          createdAt: instant,
          expiresAt: instant,
          hint: expect.any(String),
          key: expect.any(String),
        })
      })

      it('POST /keys: "roles (array of strings, optional, default empty), `expiresIn` (integer days, optional)"', async () => {
        expect(await ada.issue({ name: 'no more than a name' })).toMatchObject({ roles: [] })
      })

      it.each([
        ['name', {}],
        ['name', { name: 7 }],
        ['roles', { name: 'a', roles: 'reader' }],
        ['roles', { name: 'a', roles: { 0: 'reader' } }],
        ['roles.0', { name: 'a', roles: [7] }],
        ['expiresIn', { name: 'a', expiresIn: '7' }],
        ['expiresIn', { name: 'a', expiresIn: 1.5 }],
        ['expiresIn', { name: 'a', expiresIn: 0 }],
      ])(
        'POST /keys: "`name` (string), `roles` (array of strings …), `expiresIn` (integer days …)": %s of %j',
        async (path, body) => {
          const keys = async () => (await ada.list()).map(withoutUse)
          const before = await keys()
          const { status, json } = await ada.at(0).answer('POST', '/keys', body)
          expect({ status, json }).toMatchObject({ status: 400, json: { errors: [{ path }] } })
          expect(await keys()).toEqual(before)
        },
      )

      it('GET /keys: "The caller\'s own key records, without the key secret or its hash"', async () => {
        const mine = await ada.issue()
        const hers = await eve.issue()
        const records = await ada.list()
        expect(new Set(records.map(({ user }) => user))).toEqual(new Set([ada.name]))
        const { key: _, ...record } = mine
        expect(records).toContainEqual(record)
        expect(JSON.stringify(records)).not.toMatch(/"key"|hash|[0-9a-f]{64}/i)
        expect(await eve.list()).toContainEqual(expect.objectContaining({ _id: hers._id }))
      })

      it("DELETE /keys/<key_id>: of the caller's own keys alone", async () => {
        const mine = await ada.issue()
        const hers = await eve.issue()
        expect(await ada.at(0).status('DELETE', `/keys/${hers._id}`)).toBe(404)
        expect(await world.through(hers).status('GET', '/whoami')).toBe(200)
        expect(await ada.at(0).status('DELETE', `/keys/${mine._id}`)).toBe(204)
        expect(await ada.at(0).status('DELETE', `/keys/${mine._id}`)).toBe(404)
      })

      it('1: "The caller authenticates with their own credentials (Basic)."', async () => {
        const nobody = await httpClient(target().urls[0]).answer('POST', '/keys', { name: 'a' })
        expect(nobody.status).toBe(401)
        expect(nobody.headers.get('www-authenticate')).toMatch(/Basic/)
        expect(await ada.at(0).status('POST', '/keys', { name: 'a' })).toBe(201)
      })

      it('1: "The principal is always the caller."', async () => {
        for (const issuer of [ada, eve]) {
          const issued = await issuer.issue()
          expect(issued.user).toBe(issuer.name)
          expect(await world.through(issued).json('GET', '/whoami')).toMatchObject({ id: issuer.name, via: 'key' })
        }
      })

      it('1: "No field names another user, and other body fields are ignored."', async () => {
        const keysOfEve = async () => (await eve.list()).map(withoutUse)
        const before = await keysOfEve()
        const names = ['user', 'holder', 'owner', 'username', 'principal', 'userId', 'for', 'sub']
        const others = Object.fromEntries(names.map(name => [name, eve.name]))
        const own = {
          _id: 'x',
          key: 'slk_x',
          hash: 'x',
          createdAt: 0,
          expiresAt: { $date: 0 },
          lastUsedAt: 0,
          keyRules: {},
        }
        const issued = await ada.issue({ ...others, ...own, expiresIn: 1 })
        expect(issued).toMatchObject({ user: ada.name, expiresAt: { $date: issued.createdAt.$date + DAY_MS } })
        for (const [name, value] of Object.entries({ ...others, ...own })) {
          expect(issued).not.toMatchObject({ [name]: value })
        }
        expect(await world.through(issued).json('GET', '/whoami')).toMatchObject({ id: ada.name })
        expect(await keysOfEve()).toEqual(before)
      })

      it('5: "The key secret appears only in this response."', async () => {
        const issued = await ada.issue()
        const next = await ada.at(0).text('POST', '/keys', { name: 'another' })
        const removed = await ada.at(0).text('DELETE', `/keys/${issued._id}`)
        const told = [next, removed, await ada.at(0).text('GET', '/keys'), JSON.stringify(await world.listAll())]
        expect(told.filter(text => text.includes(issued.key))).toEqual([])
      })

      it('"The console lists every key on the service with its holder and last use"', async () => {
        const keys: [KeyIssuer, ScenarioKey][] = [
          [ada, await ada.issue()],
          [eve, await eve.issue()],
        ]
        for (const [, key] of keys) await world.through(key).json('GET', '/whoami')
        await eventually(async () => {
          const records = await world.listAll()
          for (const [{ name }, { _id }] of keys) {
            expect(records).toContainEqual(expect.objectContaining({ _id, user: name, lastUsedAt: instant }))
          }
        })
      })

      it('"The console … can revoke any of them."', async () => {
        for (const issuer of [ada, eve]) {
          const issued = await issuer.issue()
          expect(await world.owner().status('DELETE', `/admin/keys/${issued._id}`)).toBe(204)
          expect(await issuer.find(issued)).toBeUndefined()
          expect(await world.through(issued).status('GET', '/whoami')).toBe(401)
        }
        expect(await ada.at(0).status('GET', '/admin/keys')).toBe(403)
      })
    })

    describe('3 States and transitions: API key', () => {
      it('(none) -> active by POST /keys: "… applicable permission has `apiKeys`, roles within `apiKeys.roles`, user below keys-per-user limit"', async () => {
        const issuer = await world.makeIssuer({ roles: [reader], 'max-keys-per-user': 1 })
        const without = await world.makePerson([world.unique('role')])
        const ask = (person: Person, roles: string[]) => person.at(0).status('POST', '/keys', { name: 'a', roles })
        expect(await ask(without, [reader])).toBe(403)
        expect(await ask(issuer, [issuer.role])).toBe(403)
        expect(await world.through(await issuer.issue({ roles: [reader] })).status('GET', '/whoami')).toBe(200)
        expect(await ask(issuer, [reader])).toBe(409)
      })

      it('(none) -> active by POST /keys: "The secret is returned once"', async () => {
        const issued = await ada.issue()
        expect(await world.through(issued).status('GET', '/whoami')).toBe(200)
        expect(await ada.at(0).text('GET', '/keys')).not.toContain(issued.key)
      })

      it.each(['by its holder', 'by the owner in the console'])(
        'active -> revoked %s: "(record removed)", "Takes effect within 20 seconds"',
        async who => {
          const issued = await ada.issue()
          const isRefused = (index: 0 | 1) => async () =>
            (await world.through(issued, index).status('GET', '/whoami')) === 401
          const isTaken = async () => (await world.through(issued, 1).status('GET', '/whoami')) === 200
          await eventually(isTaken, { timeoutMs: WELL_WITHIN_MS, what: 'the key works at the other gateway' })
          if (who === 'by its holder') await ada.at(0).text('DELETE', `/keys/${issued._id}`)
          else await world.owner().text('DELETE', `/admin/keys/${issued._id}`)
          for (const index of [0, 1] as const) {
            await eventually(isRefused(index), { timeoutMs: WELL_WITHIN_MS, what: `the key is refused at ${index}` })
          }
          const left = [...(await ada.list()), ...(await world.listAll())]
          expect(left.filter(({ _id }) => _id === issued._id)).toEqual([])
        },
      )
    })

    describe('5 Authentication', () => {
      it.each(['POST /keys', 'GET /keys', 'DELETE /keys/<key_id>'])(
        '2: "… authenticate with the user\'s own credentials.": %s',
        async route => {
          const issued = await ada.issue({ roles: [reader] })
          const [method = '', path = ''] = route.replace('<key_id>', issued._id).split(' ')
          const body = method === 'POST' ? { name: 'a' } : undefined
          expect(await httpClient(target().urls[0]).status(method, path, body)).toBe(401)
          expect(await world.through(issued).status(method, path, body)).toBe(403)
          expect(await ada.at(0).status(method, path, body)).toBeLessThan(300)
        },
      )
    })
  })
}
