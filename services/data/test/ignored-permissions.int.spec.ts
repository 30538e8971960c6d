import { beforeEach, expect, it } from '@jest/globals'
import type { SignedRequest } from '@sluice/testkit'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const valid = { roles: ['reader'], predicate: "path('/orders')" }

describeOnEachStore('GET /acl/ignored', {}, data => {
  const acl = () => data().platform.store.collection({ db: 'sluice', collection: 'acl' })
  const list = (query = '', options: SignedRequest = {}) => data().request('GET', `/acl/ignored${query}`, options)

  beforeEach(async () => {
    await acl().deleteMany({})
    await acl().insertMany([
      { _id: 'fine', ...valid },
      { _id: 'no-roles', predicate: 'true' },
      { _id: 'torn', ...valid, predicate: "path('/a') and\n pth('/b')" },
      { _id: 7, ...valid },
      { _id: 'ignored', ...valid },
    ])
  })

  it('lists each stored permission that is none, with every fault, and no other', async () => {
    const answer = await list()
    expect(answer).toMatchObject({ status: 200, headers: { 'x-total-count': '3' } })
    expect(answer.json).toHaveLength(3)
    expect(answer.json).toEqual(
      expect.arrayContaining([
        { _id: 'no-roles', errors: [expect.objectContaining({ path: 'roles' })] },
        { _id: 'torn', errors: [expect.objectContaining({ path: 'predicate', line: 2, column: 2 })] },
        { _id: 7, errors: [expect.objectContaining({ path: '_id' })] },
      ]),
    )
  })

  it('is empty where all are in force, whatever they are called', async () => {
    await acl().deleteMany({ _id: { $in: ['no-roles', 'torn', 7] } })
    expect(await list()).toMatchObject({ status: 200, json: [], headers: { 'x-total-count': '0' } })
    const stored = await data().request('GET', `/acl/_id?id=${encodeURIComponent('"ignored"')}`)
    expect(stored).toMatchObject({ status: 200, json: { _id: 'ignored' } })
  })

  it('has pages', async () => {
    const pages = await Promise.all([1, 2, 3].map(page => list(`?pagesize=2&page=${page}`)))
    expect(pages.map(({ json }) => (json as unknown[]).length)).toEqual([2, 1, 0])
    expect(pages.map(({ headers }) => headers['x-total-count'])).toEqual(['3', '3', '3'])
    expect((await list('?pagesize=1001')).status).toBe(400)
  })

  it('shows what the readFilter of the caller shows, and no fault of a field that is hidden from him', async () => {
    const as = (rules: object): SignedRequest => ({ user: { id: 'lea', roles: ['lead'] }, permission: { rules } })
    expect(await list('', as({ readFilter: { roles: 'reader', _id: 'torn' } }))).toMatchObject({
      json: [{ _id: 'torn' }],
      headers: { 'x-total-count': '1' },
    })
    const hidden = await list('', as({ projectResponse: { predicate: 0 } }))
    expect(hidden.json).toContainEqual({ _id: 'torn', errors: [] })
    expect(hidden.text).toContain('roles')
    const shown = await list('', as({ projectResponse: { roles: 1, _id: 0 } }))
    expect(shown.json).toContainEqual({ errors: [expect.objectContaining({ path: 'roles' })] })
    expect(shown.text).not.toMatch(/predicate|torn/)
    expect(await list('', { user: { id: 'lea', roles: ['lead'] } })).toMatchObject({ status: 403 })
  })

  it('serves no other method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await data().request(method, '/acl/ignored', { body: {} })).status).toBe(405)
    }
  })
})
