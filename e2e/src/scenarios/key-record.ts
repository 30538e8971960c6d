import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { SluiceTarget } from '../target.ts'
import { createKeyWorld, DAY_MS, type KeyIssuer, type KeyRecord } from './key-world.ts'

const instant = { $date: expect.any(Number) }

/** The sentences of the specification about the record of a key: 2.2. */
export function describeKeyRecord(target: () => SluiceTarget): void {
  describe('the record of a key', () => {
    const world = createKeyWorld(target, 'key-record')
    const reader = world.unique('reader')
    let ada: KeyIssuer
    let eve: KeyIssuer

    beforeAll(async () => {
      ada = await world.makeIssuer({ roles: [reader], 'max-keys-per-user': 100 })
      eve = await world.makeIssuer({ roles: [reader], 'max-keys-per-user': 100 })
    })
    afterAll(() => world.clear())

    describe('2.2 API key record', () => {
      it('_id: "Identifier of the key record"', async () => {
        const first = await ada.issue()
        const second = await ada.issue()
        expect(first._id).not.toBe(second._id)
        await ada.at(0).text('DELETE', `/keys/${first._id}`)
        expect(await ada.find(first)).toBeUndefined()
        expect(await ada.find(second)).toMatchObject({ _id: second._id })
      })

      it('name: "Label chosen at issue"', async () => {
        const issued = await ada.issue({ name: 'Nightly import, 2nd floor' })
        expect(issued.name).toBe('Nightly import, 2nd floor')
        expect(await ada.find(issued)).toMatchObject({ name: 'Nightly import, 2nd floor' })
      })

      it('roles: "Roles carried by the key."', async () => {
        const issued = await ada.issue({ roles: [reader] })
        expect(issued.roles).toEqual([reader])
        expect(await world.through(issued).json('GET', '/whoami')).toMatchObject({ roles: [reader] })
      })

      it('roles: "Empty when omitted at issue"', async () => {
        const issued = await ada.issue()
        expect(issued.roles).toEqual([])
        expect(await ada.find(issued)).toMatchObject({ roles: [] })
      })

      it('roles: "an empty key can do nothing."', async () => {
        const path = await world.makeCollection()
        await world.permit({ roles: [ada.role], predicate: `path-prefix('${path}') or path-prefix('/mcp')` })
        expect(await ada.at(0).status('GET', path)).toBe(200)
        const empty = world.through(await ada.issue())
        for (const [method, at] of [
          ['GET', path],
          ['POST', path],
          ['POST', '/mcp'],
          ['POST', '/graphql/flights'],
          ['GET', '/keys'],
          ['POST', '/keys'],
          ['GET', '/nowhere'],
        ] as const) {
          expect([method, at, await empty.status(method, at, method === 'POST' ? {} : undefined)]).toEqual([
            method,
            at,
            403,
          ])
        }
      })

      it('expiresAt: "date, { "$date": <epoch_milliseconds> }", "Expiry instant"', async () => {
        const issued = await ada.issue({ expiresIn: 2 })
        expect(issued.expiresAt).toEqual({ $date: issued.createdAt.$date + 2 * DAY_MS })
        expect(Math.abs(issued.createdAt.$date - Date.now())).toBeLessThan(60_000)
        expect(await ada.find(issued)).toMatchObject({ expiresAt: issued.expiresAt })
        const { key } = await world.through(issued).json<{ key: KeyRecord }>('GET', '/whoami')
        expect(key.expiresAt).toEqual(issued.expiresAt)
      })

      it('key: "It starts with a fixed service-specific prefix."', async () => {
        for (const issuer of [ada, eve]) expect((await issuer.issue()).key).toMatch(/^slk_/)
      })

      it('key: "Returned once, in the response to issue."', async () => {
        const first = await ada.issue()
        const second = await ada.issue()
        expect([first.key, second.key]).toEqual([expect.any(String), expect.any(String)])
        expect(first.key).not.toBe(second.key)
        const list = await ada.at(0).text('GET', '/keys')
        for (const { key } of [first, second]) expect(list).not.toContain(key)
      })

      it('key: "Only its SHA-256 hash is stored. Never returned again by any endpoint."', async () => {
        const issued = await ada.issue({ roles: [reader] })
        const digest = createHash('sha256').update(issued.key).digest()
        await world.through(issued).json('GET', '/whoami')
        const answers = [
          ...(await Promise.all(
            ['/keys', `/keys?q=${issued.name}`, '/keys/policy', `/keys/${issued._id}`].map(path =>
              ada.at(0).answer('GET', path),
            ),
          )),
          ...(await Promise.all(
            [
              ...['/admin/keys?pagesize=1000', `/admin/keys?user=${ada.name}`, `/admin/keys/${issued._id}/usage`],
              ...[`/admin/audit?key=${issued._id}`, '/apiKeys', `/apiKeys/${issued._id}`, '/plugins'],
            ].map(path => world.owner().answer('GET', path)),
          )),
          await world.through(issued).answer('GET', '/whoami'),
          await ada.at(0).answer('DELETE', `/keys/${issued._id}`),
        ]
        const told = JSON.stringify(answers.map(({ json, headers }) => [json, [...headers]]))
        expect(told).toContain(issued._id)
        for (const never of [
          issued.key,
          ...(['hex', 'base64', 'base64url'] as const).map(way => digest.toString(way)),
        ]) {
          expect(told).not.toContain(never)
        }
      })

      it('lastUsedAt: "date", "Absent until the key is first used"', async () => {
        const issued = await ada.issue()
        expect(issued).not.toHaveProperty('lastUsedAt')
        expect(await ada.find(issued)).not.toHaveProperty('lastUsedAt')
        const before = Date.now()
        await world.through(issued).json('GET', '/whoami')
        const used = await eventually(async () => (await ada.find(issued))?.lastUsedAt ?? false)
        expect(used).toEqual(instant)
        expect(Math.abs(used.$date - before)).toBeLessThan(60_000)
      })
    })
  })
}
