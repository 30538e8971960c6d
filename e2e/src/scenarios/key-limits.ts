import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { SluiceTarget } from '../target.ts'
import { createKeyWorld, DAY_MS, GATEWAYS, type KeyIssuer, type KeyRecord, type Person } from './key-world.ts'

const LONGEST_DAYS = 3650
const PARALLEL = 50

type Terms = { maxExpiresInDays: number; defaultExpiresInDays: number; maxKeysPerUser: number; keysLeft: number }

/** The sentences of the specification about the lifetime and the number of keys: 2.3, 4.2 (rules 3 and 4), 7 and 8. */
export function describeKeyLimits(target: () => SluiceTarget): void {
  describe('the limits of keys', () => {
    const world = createKeyWorld(target, 'key-limits')
    const reader = world.unique('reader')
    /** What holds where the permission sets nothing. */
    let service: Terms
    const makeIssuer = (block: object = {}) => world.makeIssuer({ roles: [reader], ...block })
    const ask = (person: Person, body: object = {}) => person.at(0).answer('POST', '/keys', { name: 'script', ...body })
    const daysOf = ({ createdAt, expiresAt }: KeyRecord) => (expiresAt.$date - createdAt.$date) / DAY_MS
    const tooLong = (most: number) => ({
      status: 400,
      json: {
        code: 'KEY_LIFETIME_TOO_LONG',
        detail: expect.stringContaining(`${most}`),
        errors: [{ path: 'expiresIn' }],
      },
    })
    const full = (most: number) => ({
      status: 409,
      json: { code: 'KEY_LIMIT_REACHED', detail: expect.stringContaining(`${most}`) },
    })
    const livesUpTo = async (issuer: KeyIssuer, most: number) => {
      expect(daysOf(await issuer.issue({ expiresIn: most }))).toBe(most)
      expect(await ask(issuer, { expiresIn: most + 1 })).toMatchObject(tooLong(most))
    }
    const hasAtMost = async (issuer: KeyIssuer, most: number) => {
      for (let count = 0; count < most; count += 1) await issuer.issue()
      expect(await ask(issuer)).toMatchObject(full(most))
      expect(await issuer.at(0).json('GET', '/keys')).toHaveLength(most)
    }

    beforeAll(async () => {
      service = await (await makeIssuer()).at(0).json<Terms>('GET', '/keys/policy')
    })
    afterAll(() => world.clear())

    describe('2.3 Permission with an apiKeys block', () => {
      it('apiKeys.max-expires-in-days: "Optional."', async () => {
        expect(daysOf(await (await makeIssuer()).issue({ expiresIn: 1 }))).toBe(1)
      })

      it('apiKeys.max-expires-in-days: "Lifetime cap for keys issued under this permission."', async () => {
        await livesUpTo(await makeIssuer({ 'max-expires-in-days': 7 }), 7)
        expect(await ask(await makeIssuer(), { expiresIn: 8 })).toMatchObject({ status: 201 })
      })

      it('apiKeys.max-expires-in-days: "It can only lower the service default."', async () => {
        expect(service.maxExpiresInDays).toBeLessThan(LONGEST_DAYS)
        await livesUpTo(await makeIssuer({ 'max-expires-in-days': LONGEST_DAYS }), service.maxExpiresInDays)
      })

      it('"The permission\'s second limit, the keys-per-user cap …"', async () => {
        await hasAtMost(await makeIssuer({ 'max-keys-per-user': 2 }), 2)
      })
    })

    describe('4.2 API keys', () => {
      it('3: "`expiresIn` is in days."', async () => {
        const issuer = await makeIssuer()
        for (const expiresIn of [1, 2, 45]) expect(daysOf(await issuer.issue({ expiresIn }))).toBe(expiresIn)
      })

      it('3: "The default is 90 or the applicable maximum, whichever is lower."', async () => {
        expect(service).toMatchObject({ defaultExpiresInDays: 90 })
        for (const [block, days] of [
          [{}, 90],
          [{ 'max-expires-in-days': 89 }, 89],
          [{ 'max-expires-in-days': 90 }, 90],
          [{ 'max-expires-in-days': 91 }, 90],
          [{ 'max-expires-in-days': 1 }, 1],
        ] as const) {
          expect(daysOf(await (await makeIssuer(block)).issue())).toBe(days)
        }
      })

      it('3: "The applicable maximum is the permission\'s `apiKeys.max-expires-in-days` when set, otherwise the service default."', async () => {
        await livesUpTo(await makeIssuer({ 'max-expires-in-days': 100 }), 100)
        await livesUpTo(await makeIssuer(), service.maxExpiresInDays)
      })

      it('3: "A user may ask for less, never for more."', async () => {
        const issuer = await makeIssuer({ 'max-expires-in-days': 10 })
        for (const expiresIn of [1, 9, 10]) expect(daysOf(await issuer.issue({ expiresIn }))).toBe(expiresIn)
        for (const expiresIn of [11, LONGEST_DAYS, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
          expect(await ask(issuer, { expiresIn })).toMatchObject(tooLong(10))
        }
      })

      it('4: "A user at the keys-per-user limit must revoke a key before issuing another."', async () => {
        const issuer = await makeIssuer({ 'max-keys-per-user': 2 })
        const { _id } = await issuer.issue()
        await issuer.issue()
        expect(await ask(issuer)).toMatchObject(full(2))
        await issuer.at(0).text('DELETE', `/keys/${_id}`)
        expect(await ask(issuer)).toMatchObject({ status: 201 })
        expect(await ask(issuer)).toMatchObject(full(2))
      })
    })

    describe('7 Errors', () => {
      it('"Issue request by a user at the keys-per-user limit": refused, at either gateway, and no other user with it', async () => {
        const issuer = await makeIssuer({ 'max-keys-per-user': 1 })
        const other = await world.makePerson([issuer.role])
        await issuer.issue()
        for (const index of GATEWAYS) {
          expect(await issuer.at(index).answer('POST', '/keys', { name: 'a' })).toMatchObject(full(1))
        }
        expect(await ask(other)).toMatchObject({ status: 201 })
      })
    })

    it('a number of requests a minute is one for all gateways together', async () => {
      const rateLimit = 200
      const issuer = await world.makeIssuer({ roles: [reader] }, { keyRules: { rateLimit } })
      const key = await issuer.issue()
      const startedAt = performance.now()
      let first = 0
      // Several at once: one by one on a busy machine, each could find what the minute has brought back since the last.
      for (let isUsedUp = false; !isUsedUp; ) {
        const asked = Array.from({ length: 10 }, () => world.through(key, 0).status('GET', '/whoami'))
        const statuses = await Promise.all(asked)
        first += statuses.filter(status => status === 200).length
        isUsedUp = statuses.some(status => status !== 200)
      }
      expect(first).toBeGreaterThanOrEqual(rateLimit)
      // The looks are too few to use up a minute's worth: who refuses one of them was told of what the other let through.
      let second = 0
      await eventually(
        async () => {
          const status = await world.through(key, 1).status('GET', '/whoami')
          if (status === 200) second += 1
          return status === 429
        },
        { timeoutMs: 15_000, what: 'a refusal by the second gateway' },
      )
      const broughtBack = ((performance.now() - startedAt) / 60_000) * rateLimit
      expect(first + second).toBeLessThan(broughtBack + 1.5 * rateLimit)
    })

    describe('8 Limits', () => {
      it('Longest lifetime of a key: "service default in days, up to ten years; a permission may set a lower one; a user may ask for less"', async () => {
        expect(service.maxExpiresInDays).toBeLessThanOrEqual(LONGEST_DAYS)
        await livesUpTo(await makeIssuer(), service.maxExpiresInDays)
        const lower = await makeIssuer({ 'max-expires-in-days': service.maxExpiresInDays - 1 })
        await livesUpTo(lower, service.maxExpiresInDays - 1)
        expect(daysOf(await lower.issue({ expiresIn: 1 }))).toBe(1)
      })

      it('Default `expiresIn`: "90 days or the applicable maximum, whichever is lower"', async () => {
        expect(daysOf(await (await makeIssuer()).issue())).toBe(Math.min(90, service.maxExpiresInDays))
        expect(daysOf(await (await makeIssuer({ 'max-expires-in-days': 30 })).issue())).toBe(30)
      })

      it('Keys per user: "service default; a permission may set its own"', async () => {
        await hasAtMost(await makeIssuer(), service.maxKeysPerUser)
        await hasAtMost(await makeIssuer({ 'max-keys-per-user': 1 }), 1)
        await hasAtMost(
          await makeIssuer({ 'max-keys-per-user': service.maxKeysPerUser + 1 }),
          service.maxKeysPerUser + 1,
        )
      })

      it('Keys per user: of 50 parallel requests at limit - 1, half through each gateway, exactly one gets a key', async () => {
        const issuer = await makeIssuer({ 'max-keys-per-user': 5 })
        for (let count = 0; count < 4; count += 1) await issuer.issue()
        const listed = () => Promise.all(GATEWAYS.map(index => issuer.at(index).json<KeyRecord[]>('GET', '/keys')))
        // Both gateways know the password from here on.
        for (const before of await listed()) expect(before).toHaveLength(4)
        const statuses = await Promise.all(
          Array.from({ length: PARALLEL }, (_, number) =>
            issuer.at(number % 2 === 0 ? 0 : 1).status('POST', '/keys', { name: `parallel ${number}` }),
          ),
        )
        expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array(PARALLEL - 1).fill(409)])
        for (const after of await listed()) expect(after).toHaveLength(5)
      })
    })
  })
}
