import { beforeEach, describe, expect, it } from '@jest/globals'
import type { SignedRequest } from '@sluice/testkit'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

type Changed = { put: { _id: string; isNew: boolean; etag?: string }[] }

const put = (_id: unknown, more: object = {}, conditions: object = {}) => ({
  document: { _id, roles: ['reader'], predicate: "path('/orders')", ...more },
  ...conditions,
})
const allowManagementRequests = true

describeOnEachStore('POST /acl/changes', {}, data => {
  const acl = () => data().platform.store.collection({ db: 'sluice', collection: 'acl' })
  const change = (body: unknown, options: SignedRequest = {}) =>
    data().request('POST', '/acl/changes', { ...options, body })
  const changed = async (body: unknown, options: SignedRequest = {}) => {
    const answer = await change(body, options)
    expect(answer).toMatchObject({ status: 200 })
    return answer.json as Changed
  }
  const all = () => acl().find({}, { sort: { _id: 1 } })
  const leavingNothing = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = await all()
    const answer = await work()
    expect(await all()).toEqual(before)
    return answer
  }

  beforeEach(async () => {
    await acl().deleteMany({})
    await changed({ put: [put('a')] })
  })

  describe('under a permission', () => {
    const as = (rules: object): SignedRequest => ({
      user: { id: 'lea', roles: ['lead'] },
      permission: { rules: { allowManagementRequests, ...rules } },
    })

    it('403 without leave to manage, or without any permission', async () => {
      const body = { put: [put('d')] }
      const options = { user: { id: 'lea', roles: ['lead'] }, permission: { rules: {} } }
      expect(await leavingNothing(() => change(body, options))).toMatchObject({ status: 403 })
      expect(await leavingNothing(() => change(body, { user: options.user }))).toMatchObject({ status: 403 })
    })

    it('touches nothing that a writeFilter leaves out, and does not tell it from what is not there', async () => {
      await changed({ put: [put('mine', { roles: ['team'] })] })
      const own = as({ writeFilter: { roles: 'team' } })
      const etag = String((await data().request('GET', '/acl/a')).headers.etag)
      expect(await leavingNothing(() => change({ delete: [{ id: 'a' }] }, own))).toMatchObject({ status: 404 })
      for (const ifMatch of [etag, '*']) {
        for (const _id of ['a', 'nothing']) {
          const body = { put: [put(_id, {}, { ifMatch })], delete: [{ id: 'mine' }] }
          expect(await leavingNothing(() => change(body, own))).toMatchObject({ status: 412 })
        }
      }
      const taken = await leavingNothing(() => change({ put: [put('mine', { roles: ['team'] }), put('a')] }, own))
      expect(taken).toMatchObject({ status: 409, json: { code: 'CONFLICT', errors: [{ path: 'put.1' }] } })
      expect(await changed({ put: [put('mine', { roles: ['team'], priority: 2 })] }, own)).toMatchObject({
        put: [{ _id: 'mine', isNew: false }],
      })
    })

    it('sets what mergeRequest says in every document, and no document can be another by it', async () => {
      const marked = as({ mergeRequest: { roles: ['team'] } })
      await changed({ put: [put('a', { roles: ['admin'] }), put('d', { roles: ['anybody'] })] }, marked)
      for (const id of ['a', 'd']) expect(await acl().findOne({ _id: id })).toMatchObject({ roles: ['team'] })
      const renaming = as({ mergeRequest: { _id: 'a' } })
      expect(await leavingNothing(() => change({ put: [put('d')] }, renaming))).toMatchObject({ status: 400 })
    })

    it('tells nothing of what a projectResponse hides', async () => {
      const hiding = as({ projectResponse: { mongo: 0 } })
      const wide = put('wide', { predicate: "path-prefix('/')", mongo: { readFilter: { a: 1 } } })
      const { put: told } = await changed({ put: [wide] }, hiding)
      expect(told).toEqual([{ _id: 'wide', isNew: true, etag: expect.stringMatching(/^"[0-9a-f]{24}\.[0-9a-f]{8}"$/) }])
      expect(await changed({ put: [{ ...wide, ifMatch: told[0]?.etag }] })).toMatchObject({ put: [{ isNew: false }] })
    })
  })
})
