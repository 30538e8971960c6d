import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { HttpClient } from '../http-client.ts'
import type { SluiceTarget } from '../target.ts'
import { createKeyWorld } from './key-world.ts'

type KeyBlockCase = { what: string; block: unknown; field: string }
type BlockWrite = { way: string; write(writer: HttpClient, id: string, block: unknown): Promise<unknown> }

const GOOD = { roles: ['a-reader'], 'max-expires-in-days': 30, 'max-keys-per-user': 3 }
const PREDICATE = "path('/nowhere/at/all')"

const malformed = (what: string, block: unknown, field: string): KeyBlockCase => ({ what, block, field })
const DAYS = 'apiKeys.max-expires-in-days'
const KEYS = 'apiKeys.max-keys-per-user'

/** In the words of the rule. */
const NO_ROLES: readonly KeyBlockCase[] = [
  malformed('no roles', {}, 'apiKeys.roles'),
  malformed('an empty list', { roles: [] }, 'apiKeys.roles'),
  malformed('no list', { roles: 'a-reader' }, 'apiKeys.roles'),
  malformed('null', { roles: null }, 'apiKeys.roles'),
  malformed('the same role twice', { roles: ['a-reader', 'a-reader'] }, 'apiKeys.roles'),
  malformed('no role names', { roles: ['a reader'] }, 'apiKeys.roles.0'),
  malformed('numbers', { roles: ['a-reader', 7] }, 'apiKeys.roles.1'),
]
const NO_LIMITS: readonly KeyBlockCase[] = [
  ...[0, -1, 1.5, 3651, '30', true, null, [30]].map(days =>
    malformed(`${JSON.stringify(days)} days`, { ...GOOD, 'max-expires-in-days': days }, DAYS),
  ),
  ...[0, -1, 1.5, 1001, '3', true, null, [3]].map(count =>
    malformed(`${JSON.stringify(count)} keys`, { ...GOOD, 'max-keys-per-user': count }, KEYS),
  ),
]
const NO_FIELDS: readonly KeyBlockCase[] = [
  malformed('`role`', { role: ['a-reader'] }, 'apiKeys.role'),
  malformed('`role` beside `roles`', { ...GOOD, role: [] }, 'apiKeys.role'),
  malformed('`maxExpiresInDays`', { ...GOOD, maxExpiresInDays: 30 }, 'apiKeys.maxExpiresInDays'),
  malformed('`max-expires-in-day`', { ...GOOD, 'max-expires-in-day': 30 }, 'apiKeys.max-expires-in-day'),
]
const NO_BLOCKS: readonly KeyBlockCase[] = [
  malformed('a list', ['a-reader'], 'apiKeys'),
  malformed('a text', 'a-reader', 'apiKeys'),
  malformed('null', null, 'apiKeys'),
]

const WRITES: readonly BlockWrite[] = [
  {
    way: 'POST /acl',
    write: (writer, id, block) =>
      writer.answer('POST', '/acl', { _id: `${id}-new`, roles: ['some'], predicate: PREDICATE, apiKeys: block }),
  },
  {
    way: 'PUT /acl/<id>',
    write: (writer, id, block) =>
      writer.answer('PUT', `/acl/${id}`, { roles: ['some'], predicate: PREDICATE, apiKeys: block }),
  },
  {
    way: 'PATCH /acl/<id>',
    write: (writer, id, block) => writer.answer('PATCH', `/acl/${id}`, { apiKeys: block }),
  },
]

/** The sentences of the specification about what is no `apiKeys` block: 2.3, 5.6 and 7. */
export function describeKeyBlock(target: () => SluiceTarget): void {
  describe('the apiKeys block of a permission', () => {
    const world = createKeyWorld(target, 'key-block')
    let writer: HttpClient
    let id: string
    const stored = () => world.owner().json('GET', `/acl/${id}`)
    const refusal = (field: string) => ({
      status: 400,
      json: {
        detail: expect.stringContaining(field),
        errors: expect.arrayContaining([expect.objectContaining({ path: field })]),
      },
    })

    beforeAll(async () => {
      id = await world.permit({ roles: ['some'], predicate: PREDICATE, apiKeys: GOOD })
      const role = world.unique('role')
      await world.permit({ roles: [role], predicate: "path-prefix('/acl')", mongo: { allowBulkPatch: true } })
      writer = (await world.makePerson([role])).at(0)
    })
    afterAll(() => world.clear())

    const refuses = async ({ block, field }: KeyBlockCase) => {
      const before = await stored()
      expect(await WRITES[0]?.write(world.owner(), id, block)).toMatchObject(refusal(field))
      expect(await world.owner().status('GET', `/acl/${id}-new`)).toBe(404)
      expect(await WRITES[2]?.write(world.owner(), id, block)).toMatchObject(refusal(field))
      expect(await stored()).toEqual(before)
    }

    describe('5 Authentication', () => {
      it.each(NO_ROLES)('6: "`roles` is a non-empty array of distinct role names": $what', refuses)

      it.each(NO_LIMITS)('6: "the two limits are whole numbers within their bounds": $what', refuses)

      it.each(NO_FIELDS)('6: "no other field is accepted": $what', refuses)

      it.each(NO_BLOCKS)(
        '6: "A malformed `apiKeys` block is refused … with a 400 that names the field.": $what',
        refuses,
      )

      it.each(WRITES)(
        '6: "A malformed `apiKeys` block is refused at write time, whoever writes it": $way',
        async ({ write }) => {
          const before = await stored()
          for (const who of [world.owner(), world.owner(1), writer]) {
            expect(await write(who, id, { role: ['a-reader'] })).toMatchObject({ status: 400 })
            expect(await write(who, id, { roles: ['a-reader', 'a-reader'] })).toMatchObject(refusal('apiKeys.roles'))
            expect(await write(who, id, { ...GOOD, limit: 1 })).toMatchObject(refusal('apiKeys.limit'))
          }
          expect(await stored()).toEqual(before)
        },
      )

      it('6: "A malformed `apiKeys` block is refused at write time …": by a dotted key, and never in bulk', async () => {
        const before = await stored()
        for (const who of [world.owner(), writer]) {
          expect(await who.answer('PATCH', `/acl/${id}`, { 'apiKeys.roles': [] })).toMatchObject(
            refusal('apiKeys.roles'),
          )
          expect(await who.answer('PATCH', `/acl/${id}`, { 'apiKeys.role': [] })).toMatchObject(refusal('apiKeys.role'))
          const filter = encodeURIComponent(JSON.stringify({ _id: id }))
          expect(await who.status('PATCH', `/acl/*?filter=${filter}`, { apiKeys: { roles: [] } })).toBe(405)
        }
        expect(await stored()).toEqual(before)
      })
    })

    describe('7 Errors', () => {
      it.each([
        malformed('wrong field', { ...GOOD, roles: { 0: 'a-reader' } }, 'apiKeys.roles'),
        malformed('extra field', { ...GOOD, user: 'eve' }, 'apiKeys.user'),
        malformed('empty roles', { ...GOOD, roles: [] }, 'apiKeys.roles'),
        malformed('duplicate roles', { ...GOOD, roles: ['x', 'y', 'x'] }, 'apiKeys.roles'),
        malformed('limit out of bounds', { ...GOOD, 'max-expires-in-days': 3651 }, DAYS),
        malformed('a misspelt name such as `role`', { role: ['a-reader'] }, 'apiKeys.role'),
      ])(
        '"Write of a permission with a malformed `apiKeys` block ($what)": 400, "The message names the field"',
        refuses,
      )
    })

    describe('2.3 Permission with an apiKeys block', () => {
      it.each([
        { roles: ['a-reader'] },
        { roles: ['a-reader', 'a-writer'], 'max-expires-in-days': 1, 'max-keys-per-user': 1 },
        { roles: ['a-reader'], 'max-expires-in-days': 3650, 'max-keys-per-user': 1000 },
      ])('"non-empty array of distinct role names", "whole number" within bounds, "Optional": %j', async block => {
        for (const who of [world.owner(), writer]) {
          const written = await WRITES[1]?.write(who, id, block)
          expect(written).toMatchObject({ status: 200 })
          expect(await stored()).toMatchObject({ apiKeys: block })
        }
      })
    })
  })
}
