import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { formatKeySecret } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { httpClient, keyClient } from '../http-client.ts'
import type { SluiceTarget } from '../target.ts'
import { createKeyWorld, GATEWAYS, type KeyIssuer, type Person, type ScenarioKey, WELL_WITHIN_MS } from './key-world.ts'

type FoundId = { _id: string }

/** The sentences of the specification about what a key does: 4.3, 5.3, 5.7, 5.8 and 8. */
export function describeKeyUse(target: () => SluiceTarget): void {
  describe('the use of a key', () => {
    const world = createKeyWorld(target, 'key-use')
    const role = world.unique('role-of-the-key')
    const nobody = (index: 0 | 1 = 0) => httpClient(target().urls[index])
    let ada: KeyIssuer
    /** Holds by password what the key holds. */
    let peer: Person
    let key: ScenarioKey
    let documents: string
    const permitKey = (path: string, rest: object = {}) =>
      world.permit({ roles: [role], predicate: `path-prefix('${path}')`, ...rest })
    const holds = (what: string, check: () => Promise<boolean>) =>
      eventually(check, { timeoutMs: WELL_WITHIN_MS, what })

    beforeAll(async () => {
      ada = await world.makeIssuer({ roles: [role], 'max-keys-per-user': 100 })
      peer = await world.makePerson([role])
      documents = await world.makeCollection([
        { _id: 'of-ada', of: ada.name, secret: 1, shown: 1 },
        { _id: 'of-peer', of: peer.name, secret: 2, shown: 2 },
      ])
      key = await ada.issue({ roles: [role] })
      await permitKey('/mcp')
      await permitKey('/graphql/flights')
      await permitKey('/nowhere')
    })
    afterAll(() => world.clear())

    describe('4.3 Using a key', () => {
      it.each([
        ['GET', '/whoami', 200],
        ['POST', '/graphql/flights', 200],
        ['GET', '/nowhere', 404],
        ['GET', '/nowhere/at/all', 404],
      ] as const)(
        '"Any request … may carry the header `Authorization: Bearer <API_KEY>`.": %s %s',
        async (method, path, status) => {
          const body = method === 'POST' ? { query: '{ airports(state: "CA") { iata } }' } : undefined
          expect(await nobody().status(method, path, body)).toBe(401)
          for (const index of GATEWAYS) {
            await holds(
              'the key works',
              async () => (await world.through(key, index).status(method, path, body)) === status,
            )
          }
        },
      )

      it.each(['GET', 'POST'])('"Any request, including `/mcp` …": %s', async method => {
        const body = method === 'POST' ? { jsonrpc: '2.0', id: 1, method: 'ping' } : undefined
        const without = await ada.issue()
        expect(await nobody().status(method, '/mcp', body)).toBe(401)
        expect(await world.through(without).status(method, '/mcp', body)).toBe(403)
        const status = await world.through(key).status(method, '/mcp', body)
        expect([401, 403]).not.toContain(status)
        expect(status).toBeLessThan(500)
      })

      it('"The request then runs as the issuing user"', async () => {
        const path = await world.makeCollection()
        await permitKey(path, { mongo: { mergeRequest: { by: '@user._id' } } })
        expect(await world.through(key).json('GET', '/whoami')).toMatchObject({ id: ada.name, via: 'key' })
        await world.through(key).json('POST', path, { _id: 'written', by: peer.name })
        expect(await world.owner().json('GET', `${path}/written`)).toMatchObject({ by: ada.name })
      })

      it('"… with the key\'s roles only."', async () => {
        const ofUser = await world.makeCollection()
        const ofKey = await world.makeCollection()
        await world.permit({ roles: [ada.role], predicate: `path-prefix('${ofUser}')` })
        await permitKey(ofKey)
        const read = (path: string) => Promise.all([ada.at(0), world.through(key)].map(by => by.status('GET', path)))
        expect(await read(ofUser)).toEqual([200, 403])
        expect(await read(ofKey)).toEqual([403, 200])
        expect(await world.through(key).json('GET', '/whoami')).toMatchObject({ roles: [role] })
      })

      it('"The ACL applies as for a password sign-in"', async () => {
        const path = await world.makeCollection([{ _id: 'one' }])
        await permitKey(path, { predicate: `path-prefix('${path}') and method('GET')` })
        await permitKey(`${path}/new`, { predicate: `path-template('${path}/{id}') and method('PATCH')` })
        const requests = [
          ...[
            ['GET', path],
            ['GET', `${path}/one`],
            ['GET', `${path}/_size`],
            ['GET', `${path}/none`],
            ['POST', path],
          ],
          ...[
            ['PATCH', `${path}/one`],
            ['DELETE', `${path}/one`],
            ['DELETE', path],
            ['GET', '/users'],
            ['GET', '/acl'],
          ],
        ] as const
        const by = async (client: ReturnType<typeof httpClient>) => {
          const statuses: number[] = []
          for (const [method, at] of requests) {
            statuses.push(await client.status(method, at, ['POST', 'PATCH'].includes(method) ? { a: 1 } : undefined))
          }
          return statuses
        }
        const byKey = await by(world.through(key))
        expect(byKey).toEqual(await by(peer.at(0)))
        expect(byKey).toEqual([200, 200, 200, 404, 403, 200, 403, 403, 403, 403])
      })

      it('"… including `readFilter`"', async () => {
        const path = await world.makeCollection([
          { _id: 'of-ada', of: ada.name },
          { _id: 'of-peer', of: peer.name },
        ])
        await permitKey(path, { mongo: { readFilter: { of: '@user._id' } } })
        const read = async (client: ReturnType<typeof httpClient>) =>
          (await client.json<FoundId[]>('GET', path)).map(({ _id }) => _id)
        expect(await read(world.through(key))).toEqual(['of-ada'])
        expect(await read(peer.at(0))).toEqual(['of-peer'])
        expect(await world.through(key).status('GET', `${path}/of-ada`)).toBe(200)
        expect(await world.through(key).status('GET', `${path}/of-peer`)).toBe(404)
      })

      it('"… and `projectResponse`."', async () => {
        await permitKey(documents, { mongo: { projectResponse: { secret: 0 } } })
        const shown = await world.through(key).json<object[]>('GET', documents)
        expect(shown).toEqual(await peer.at(0).json('GET', documents))
        expect(shown).toMatchObject([{ shown: expect.any(Number) }, { shown: expect.any(Number) }])
        for (const document of shown) expect(document).not.toHaveProperty('secret')
        expect(await world.through(key).json('GET', `${documents}/of-ada`)).not.toHaveProperty('secret')
      })

      it('"A key works only on the service that issued it."', async () => {
        const elsewhere = formatKeySecret(randomBytes(32))
        for (const url of target().urls) {
          for (const path of ['/whoami', documents, '/mcp', '/nowhere']) {
            const { status, headers, json } = await keyClient(url, elsewhere).answer('GET', path)
            expect({ status, json }).toMatchObject({ status: 401, json: { code: 'INVALID_KEY' } })
            expect(headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/)
          }
        }
      })
    })

    describe('5 Authentication', () => {
      it('3: "A key is used as `Authorization: Bearer <API_KEY>`"', async () => {
        const [url] = target().urls
        const send = (authorization: string) => httpClient(url, authorization).status('GET', '/whoami')
        expect([await send(`Bearer ${key.key}`), await send(`bearer ${key.key}`)]).toEqual([200, 200])
        for (const form of [key.key, `Token ${key.key}`, `Bearer ${key.key}x`, `Bearer ${key._id}`]) {
          expect(await send(form)).toBe(401)
        }
        expect(await nobody().status('GET', `/whoami?access_token=${key.key}`)).toBe(400)
      })

      it('3: "the request acts as its holder restricted to the key\'s roles."', async () => {
        const both = await world.makePerson([ada.role, role])
        const issued = await both.at(0).json<ScenarioKey>('POST', '/keys', { name: 'less', roles: [role] })
        expect(await both.at(0).json('GET', '/whoami')).toMatchObject({ id: both.name, roles: [ada.role, role] })
        expect(await world.through(issued).json('GET', '/whoami')).toMatchObject({ id: both.name, roles: [role] })
      })

      it('7: "Changes to the ACL apply within 20 seconds."', async () => {
        const path = await world.makeCollection()
        const read = (index: 0 | 1) => world.through(key, index).status('GET', path)
        const issue = (index: 0 | 1, expiresIn: number) =>
          ada.at(index).status('POST', '/keys', { name: 'a', expiresIn })
        const everywhere = async (what: string, check: (index: 0 | 1) => Promise<boolean>) => {
          for (const index of GATEWAYS) await holds(`${what} at ${index}`, () => check(index))
        }
        await everywhere('nothing is allowed', async index => (await read(index)) === 403)
        const id = await permitKey(path)
        await everywhere('what was allowed', async index => (await read(index)) === 200)
        await world.owner().json('PATCH', `/acl/${id}`, { predicate: `path('${path}') and method('POST')` })
        await everywhere('what was taken back', async index => (await read(index)) === 403)
        await world.owner(1).json('PATCH', `/acl/${ada.permission}`, { 'apiKeys.max-expires-in-days': 5 })
        await everywhere('the lower limit', async index => (await issue(index, 6)) === 400)
        await world.owner(1).json('PATCH', `/acl/${ada.permission}`, { 'apiKeys.max-expires-in-days': 300 })
        await everywhere('the higher limit', async index => (await issue(index, 6)) === 201)
      })

      it.each(GATEWAYS)('7: "Revocation of a key applies within 20 seconds.": revoked at gateway %i', async here => {
        const issued = await ada.issue({ roles: [role] })
        const status = (index: 0 | 1) => world.through(issued, index).status('GET', '/whoami')
        for (const index of GATEWAYS) await holds(`it works at ${index}`, async () => (await status(index)) === 200)
        await ada.at(here).text('DELETE', `/keys/${issued._id}`)
        for (const index of GATEWAYS)
          await holds(`it is refused at ${index}`, async () => (await status(index)) === 401)
      })

      it('8: "The owner\'s cloud-account tokens are a separate kind of credential and are not part of this service\'s data access."', async () => {
        const header = btoa('{"alg":"none"}').replaceAll('=', '')
        const tokens = [`${header}.${btoa('{"sub":"admin"}').replaceAll('=', '')}.`, 'an-opaque-account-token']
        for (const token of tokens) {
          for (const path of ['/whoami', documents, '/keys', '/admin/keys']) {
            expect(await httpClient(target().urls[0], `Bearer ${token}`).status('GET', path)).toBe(401)
          }
        }
      })
    })

    describe('8 Limits', () => {
      it('"ACL change and revocation propagation": "within 20 seconds", of "permissions, keys"', async () => {
        const path = await world.makeCollection()
        const issued = await ada.issue({ roles: [role] })
        const read = () => world.through(issued, 1).status('GET', path)
        await permitKey(path)
        await holds('the permission', async () => (await read()) === 200)
        await ada.at(0).text('DELETE', `/keys/${issued._id}`)
        await holds('the revocation', async () => (await read()) === 401)
      })
    })
  })
}
