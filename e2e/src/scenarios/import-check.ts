import { describe, expect, it } from '@jest/globals'
import { type HttpClient, httpClient, userClient } from '../http-client.ts'
import type { SluiceTarget } from '../target.ts'

const HASH = `$2b$10$${'a'.repeat(53)}`
const SCHEMA = 'type Query { boats: [Boat] } type Boat { name: String }'
const mappings = { Query: { boats: { db: 'regatta', collection: 'boats', find: {} } } }
const APP = { _id: 'boats', schema: SCHEMA, mappings }
const PERMISSION = { _id: 'boats-all', roles: ['crew'], predicate: "path('/regatta/boats')" }

type Verdict = { kind: string; index: number; id: string | null; verdict: string; errors?: { path: string }[] }
type ImportCheck = { taken: number; warned: number; refused: number; documents: Verdict[] }

/** One part of each kind of fault, and the field that is named. */
const FAULTS: readonly [what: string, parts: object, path: string | undefined][] = [
  ['an app whose schema does not parse', { 'gql-apps': [{ ...APP, schema: 'type Query {' }] }, 'schema'],
  ['an app without a mapping', { 'gql-apps': [{ ...APP, mappings: {} }] }, 'mappings.Query.boats'],
  [
    'an app with @visible',
    { 'gql-apps': [{ ...APP, schema: SCHEMA.replace('name: String', 'name: String @visible(roles: ["a"])') }] },
    'schema',
  ],
  [
    'an app with a stage that writes',
    {
      'gql-apps': [
        { ...APP, mappings: { Query: { boats: { db: 'regatta', collection: 'boats', stages: [{ $out: 'x' }] } } } },
      ],
    },
    'mappings.Query.boats.stages.0',
  ],
  ['a permission whose predicate is at fault', { acl: [{ ...PERMISSION, predicate: "path('/x'" }] }, 'predicate'],
  ['a permission with a rule out of its block', { acl: [{ ...PERMISSION, readFilter: {} }] }, 'readFilter'],
  [
    'a permission that runs code',
    { acl: [{ ...PERMISSION, mongo: { readFilter: { $where: '1' } } }] },
    'mongo.readFilter.$where',
  ],
  ['a permission without roles', { acl: [{ ...PERMISSION, roles: [] }] }, 'roles'],
  ['a user whose password is a hash', { users: [{ _id: 'ines', roles: [], password: HASH }] }, 'password'],
  ['a user without a password', { users: [{ _id: 'ines', roles: [] }] }, 'password'],
  ['a user with a name that no path carries', { users: [{ _id: 'a/b', roles: [], passwordHash: HASH }] }, '_id'],
  ['a collection in a database of the service', { collections: ['keys/boats'] }, undefined],
  ['a collection without its database', { collections: ['boats'] }, undefined],
  ['a collection of the service itself', { collections: ['sluice/apiKeys'] }, undefined],
  ['a path that is another one', { collections: ['regatta/../sluice/boats'] }, undefined],
]

/** What `POST /admin/check-import` says of the parts of a service, in the dedicated tier. */
export function describeImportCheck({ target, owner }: { target: () => SluiceTarget; owner: () => HttpClient }): void {
  describe('the check of an import', () => {
    const check = (parts: object) => owner().json<ImportCheck>('POST', '/admin/check-import', parts)

    it('takes what could be written, in the order in which it is best brought in, and writes nothing', async () => {
      const parts = {
        acl: [PERMISSION],
        users: [{ _id: 'ines', roles: ['crew'], passwordHash: HASH }],
        'gql-apps': [APP],
        collections: ['regatta/boats', 'regatta/users'],
      }
      const { documents, ...counts } = await check(parts)
      expect(counts).toEqual({ taken: 5, warned: 0, refused: 0 })
      expect(documents.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
        'collections regatta/boats',
        'collections regatta/users',
        'gql-apps boats',
        'users ines',
        'acl boats-all',
      ])
      const { base } = target()
      for (const path of [`${base}/acl/boats-all`, `${base}/users/ines`, `${base}/gql-apps/boats`, '/regatta/_meta']) {
        expect([path, await owner().status('GET', path)]).toEqual([path, 404])
      }
    })

    it.each(FAULTS)('refuses %s, and names what to change', async (_what, parts, path) => {
      const { documents } = await check(parts)
      const expected = path === undefined ? { code: 'BAD_PATH' } : { errors: [expect.objectContaining({ path })] }
      expect(documents).toEqual([
        expect.objectContaining({ verdict: 'refused', detail: expect.any(String), ...expected }),
      ])
    })

    it('names the second of two that can not stand beside each other', async () => {
      const { documents } = await check({ 'gql-apps': [APP, { ...APP, _id: 'b', descriptor: { uri: '/b' } }, APP] })
      expect(documents.map(({ verdict }) => verdict)).toEqual(['taken', 'taken', 'refused'])
    })

    it('warns of fields that have no effect', async () => {
      expect(await check({ acl: [{ ...PERMISSION, team: 'blue', mongo: { readFilter: null } }] })).toMatchObject({
        warned: 1,
        documents: [{ verdict: 'warned', warnings: [{ path: 'team' }] }],
      })
    })

    it('is bounded, and takes no list that it does not know', async () => {
      const send = (parts: object) => owner().answer('POST', '/admin/check-import', parts)
      const many = Array.from({ length: 300 }, (_, at) => `regatta/c${at}`)
      expect(await send({ collections: many, acl: many.map(() => PERMISSION) })).toMatchObject({ status: 400 })
      expect(await send({ apps: [APP] })).toMatchObject({ status: 400, json: { errors: [{ path: 'apps' }] } })
      expect(await send({ acl: [{ ...PERMISSION, description: 'x'.repeat(1024 * 1024) }] })).toMatchObject({
        status: 413,
      })
    })

    it('is open to whom the ACL lets in, and tells him of each part what his own write would come to', async () => {
      const { base, urls } = target()
      const clerk = { name: 'regatta-clerk', password: 'papers in order' }
      await owner().json('POST', `${base}/users`, { _id: clerk.name, password: clerk.password, roles: ['clerk'] })
      const asClerk = () => userClient(urls[0], clerk).answer('POST', '/admin/check-import', { acl: [PERMISSION] })
      expect(await asClerk()).toMatchObject({ status: 403 })
      expect(await httpClient(urls[0]).status('POST', '/admin/check-import', {})).toBe(401)
      const letIn = { _id: 'clerks-check', roles: ['clerk'], predicate: "path('/admin/check-import')" }
      await owner().json('POST', `${base}/acl`, letIn)
      expect(await asClerk()).toMatchObject({
        status: 200,
        json: { refused: 1, documents: [{ verdict: 'refused', code: 'FORBIDDEN' }] },
      })
      await owner().text('DELETE', `${base}/acl/clerks-check`)
      await owner().text('DELETE', `${base}/users/${clerk.name}`)
    })
  })
}
