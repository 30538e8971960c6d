import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { createRepeats, type ServiceRequest } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import type { SignedRequest } from '@sluice/testkit'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'
import { createWrittenList } from '../src/writes/written-list.ts'

const KEPT = { db: 'sluice', collection: '_keptAnswers' }
const ann = { id: 'ann', roles: ['writer'] }
const permission = {}

/** The request that a process has begun which is to die. */
const requestOf = (body: unknown) =>
  ({
    requestId: '01a1f8d3-ea00-7000-8000-000000000001',
    method: 'POST',
    target: '/orders',
    rawBody: Buffer.from(JSON.stringify(body)),
    caller: { principal: { id: 'ann', roles: [], via: 'password' } },
  }) as unknown as ServiceRequest

describeOnEachStore('a POST with an Idempotency-Key', {}, data => {
  let key: string
  const orders = () => data().platform.store.collection({ db: 'sluice', collection: 'orders' })
  const kept = () => data().platform.store.collection(KEPT)
  const post = (body: unknown, request: SignedRequest = {}, target = '/orders') =>
    data().request('POST', target, {
      user: ann,
      permission,
      ...request,
      body,
      headers: { 'idempotency-key': `"${key}"`, ...request.headers },
    })

  /** Leaves the request as a process leaves it that was killed some time ago. */
  const killAt = (change: Document) => kept().updateMany({}, { $set: { ...change, until: new Date(0) } })

  beforeEach(async () => {
    key = randomUUID()
    await data().request('PUT', '/orders')
    await orders().deleteMany({})
    await kept().deleteMany({})
  })

  it('stores one document and gives the first answer again, digit by digit', async () => {
    const body =
      '{"total":{"$numberDecimal":"1.10"},"count":{"$numberLong":"9007199254740993"},"one":1.0,"at":{"$date":1}}'
    const first = await post(body)
    const second = await post(body)
    expect(first.status).toBe(201)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(second).toMatchObject({ status: 201, text: first.text, headers: { 'idempotent-replayed': 'true' } })
    for (const name of ['etag', 'location', 'content-type']) expect(second.headers[name]).toBe(first.headers[name])
    expect(await orders().count({})).toBe(1)
  })

  it('stores one document for many requests at once: each is given its answer, or told to come again', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => post({ total: 1 })))
    const [stored] = await orders().find({})
    expect(await orders().count({})).toBe(1)
    for (const { status, json, headers } of answers) {
      if (status === 409) {
        expect(json).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' })
        expect(headers['retry-after']).toBe('1')
      } else expect(json).toMatchObject({ _id: { $oid: String(stored?._id) } })
    }
    expect(answers.filter(({ status, headers }) => status === 201 && !headers['idempotent-replayed'])).toHaveLength(1)
  })

  it('refuses another body, and another query, with 422', async () => {
    await post({ total: 1 })
    for (const answer of [await post({ total: 2 }), await post({ total: 1 }, {}, '/orders?jsonMode=canonical')]) {
      expect(answer).toMatchObject({ status: 422, json: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    }
    expect(await orders().count({})).toBe(1)
  })

  it('is a request of its own for another caller, another key of the same user and another collection', async () => {
    await data().request('PUT', '/bills')
    const principal = { ...ann, id: 'ann' as never, roles: ['writer'] as never[], via: 'key' as const }
    const ofKey = (id: string) => ({ grant: { principal: { ...principal, key: { id, name: 'k', expiresAt: 1 } } } })
    await post({ total: 1 })
    await post({ total: 1 }, { user: { id: 'bob', roles: ['writer'] } })
    await post({ total: 1 }, ofKey('k1'))
    await post({ total: 1 }, ofKey('k2'))
    await post({ total: 1 }, {}, '/bills')
    expect(await orders().count({})).toBe(4)
  })

  it('is refused of who has not signed in, since nobody could tell whose it is', async () => {
    const answer = await post({ total: 1 }, { user: { id: null, roles: ['$unauthenticated'] } })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'Idempotency-Key' }] } })
  })

  it('is refused with the place where it is at fault', async () => {
    const answer = await post({ total: 1 }, { headers: { 'idempotency-key': '"open' } })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'Idempotency-Key', line: 1, column: 6 }] } })
    expect(await kept().count({})).toBe(0)
  })

  it('keeps nothing of what wrote nothing: a refusal and a dry run are judged anew', async () => {
    expect(await post({ _id: '_no' })).toMatchObject({ status: 400 })
    expect(await post({ total: 1 }, {}, '/orders?dryRun=true')).toMatchObject({ status: 201 })
    expect(await kept().count({})).toBe(0)
    expect(await post({ total: 1 })).toMatchObject({ status: 201 })
    await orders().insertOne({ _id: 'mine', total: 5 })
    key = randomUUID()
    expect(await post({ _id: 'mine' })).toMatchObject({ status: 409, json: { code: 'CONFLICT' } })
    await orders().deleteOne({ _id: 'mine' })
    expect(await post({ _id: 'mine' })).toMatchObject({ status: 201 })
  })

  it('is answered by the permission of now: what is hidden from its caller since is not told', async () => {
    await post({ total: 1, margin: 2 })
    const narrowed = await post({ total: 1, margin: 2 }, { permission: { rules: { projectResponse: { margin: 0 } } } })
    expect(narrowed).toMatchObject({ status: 201, json: { total: 1 } })
    expect(narrowed.text).not.toContain('margin')
    const blind = await post({ total: 1, margin: 2 }, { permission: { rules: { readFilter: { total: 9 } } } })
    expect(Object.keys(blind.json as object)).toEqual(['_id', '_etag'])
    expect(
      await data().request('POST', '/orders', {
        user: ann,
        body: { total: 1, margin: 2 },
        headers: { 'idempotency-key': key },
      }),
    ).toMatchObject({ status: 403 })
  })

  it('is answered as the first time where the document was changed, deleted, or its collection is gone', async () => {
    const first = await post({ total: 1 })
    await orders().updateMany({}, { $set: { total: 2 } })
    expect((await post({ total: 1 })).text).toBe(first.text)
    await orders().deleteMany({})
    expect((await post({ total: 1 })).text).toBe(first.text)
    await data().platform.store.dropCollection({ db: 'sluice', collection: 'orders' })
    expect((await post({ total: 1 })).text).toBe(first.text)
  })

  it('is shown or hidden by the document that was written, whatever is stored by now', async () => {
    const ofTotal = (total: number) => ({ permission: { rules: { readFilter: { total } } } })
    const first = await post({ total: 1 }, ofTotal(1))
    expect(first).toMatchObject({ status: 201, json: { total: 1 } })
    await orders().updateMany({}, { $set: { total: 2 } })
    expect(await post({ total: 1 }, ofTotal(1))).toMatchObject({ status: 201, text: first.text })
    const blind = await post({ total: 1 }, ofTotal(2))
    expect(Object.keys(blind.json as object)).toEqual(['_id', '_etag'])
    await orders().deleteMany({})
    expect(await post({ total: 1 }, ofTotal(1))).toMatchObject({ status: 201, text: first.text })
  })

  it('is carried out by the next one where its process has died before it wrote', async () => {
    await post({ total: 1 })
    await orders().deleteMany({})
    await kept().updateMany({}, { $set: { state: 'open', token: 'of the dead' }, $unset: { sealed: true } })
    expect(await post({ total: 1 })).toMatchObject({ status: 409, json: { code: 'IDEMPOTENCY_KEY_IN_USE' } })
    await killAt({})
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ total: 1 })))
    expect(answers.filter(({ status, headers }) => status === 201 && !headers['idempotent-replayed'])).toHaveLength(1)
    expect(await orders().count({})).toBe(1)
  })

  it('is a new request after 24 hours', async () => {
    await post({ total: 1 })
    await kept().updateMany({}, { $set: { expiresAt: new Date(0) } })
    expect(await post({ total: 2 })).toMatchObject({ status: 201 })
    expect(await orders().count({})).toBe(2)
  })

  it('keeps of a large document its version alone, and says so once that is another', async () => {
    const body = { text: 'x'.repeat(100_000) }
    const first = await post(body)
    const [record] = await kept().find({})
    expect(String(record?.sealed).length).toBeLessThan(1_000)
    expect((await post(body)).text).toBe(first.text)
    await orders().updateMany({}, { $set: { _etag: 1 } })
    expect(await post(body)).toMatchObject({ status: 409, json: { code: 'CONFLICT' } })
    expect(await orders().count({})).toBe(1)
  })

  it('shows nothing of the answer in the store', async () => {
    await post({ iban: 'DE89-3704-0044' })
    expect(JSON.stringify(await kept().find({}))).not.toContain('DE89')
  })

  describe('with a list', () => {
    it('stores each document once, and gives the first answer again', async () => {
      const first = await post([{ total: 1 }, { total: 2 }])
      expect(first).toMatchObject({ status: 200, json: { inserted: 2 } })
      expect((await post([{ total: 1 }, { total: 2 }])).text).toBe(first.text)
      expect(await orders().count({})).toBe(2)
    })

    it('stores those that can be stored, and tells of the others again', async () => {
      await orders().insertOne({ _id: 'taken' })
      const list = [{ total: 1 }, { _id: 'taken' }, { total: 3 }]
      const first = await post(list)
      expect(first).toMatchObject({ status: 207, json: { inserted: 2, errors: [{ index: 1, code: 'CONFLICT' }] } })
      expect(await post(list)).toMatchObject({ status: 207, text: first.text })
      expect(await orders().count({})).toBe(3)
    })

    it.each(['died', 'was refused by the store'])(
      'goes on behind what a process has written that %s in the middle',
      async end => {
        const { store } = data().platform
        const list = [{ total: 1 }, { total: 2 }, { total: 3 }]
        const begun = await createRepeats(data().platform).begin(requestOf(list), key)
        if (begun.kind !== 'claimed') throw new RangeError(begun.kind)
        await store.transaction(async inside => {
          await inside.collection({ db: 'sluice', collection: 'orders' }).insertOne({ _id: 'written', total: 1 })
          await begun.claim.note(inside, { marks: 'n', ids: [{ at: 0, id: 'written' }] })
        })
        await (end === 'died' ? killAt({}) : begun.release())
        const answer = await post(list)
        expect(answer).toMatchObject({ status: 200, json: { inserted: 3 } })
        expect((answer.json as { links: string[] }).links[0]).toBe('/orders/written')
        expect(await orders().count({})).toBe(3)
        expect((await post(list)).text).toBe(answer.text)
      },
    )

    it('has the ids in its answer that the process before has made, or was sent', async () => {
      const { store } = data().platform
      const list = [{ total: 1 }, { _id: 'mine', total: 2 }, { total: 3 }]
      const begun = await createRepeats(data().platform).begin(requestOf(list), key)
      if (begun.kind !== 'claimed') throw new RangeError(begun.kind)
      const written = createWrittenList(begun.claim, list)
      const documents = [
        { _id: written.newIdAt(0), total: 1 },
        { _id: 'mine', total: 2 },
      ]
      for (const [at, document] of documents.entries()) {
        written.begin(at)
        await store.transaction(async inside => {
          await inside.collection({ db: 'sluice', collection: 'orders' }).insertOne(document)
          await written.settle(inside, { kind: 'written', document, isNew: true })
        })
        written.keep()
      }
      await killAt({})
      const answer = await post(list)
      const links = [String(written.newIdAt(0)), 'mine', String(written.newIdAt(2))].map(id => `/orders/${id}`)
      expect(answer).toMatchObject({ status: 200, json: { inserted: 3, links } })
      expect(await orders().count({})).toBe(3)
      expect((await post(list)).text).toBe(answer.text)
    })

    it('can not be written by a process that was taken for dead', async () => {
      const { store } = data().platform
      const begun = await createRepeats(data().platform).begin(requestOf({ total: 1 }), key)
      if (begun.kind !== 'claimed') throw new RangeError(begun.kind)
      await killAt({})
      await post({ total: 1 })
      const late = store.transaction(async inside => {
        await inside.collection({ db: 'sluice', collection: 'orders' }).insertOne({ total: 1 })
        await begun.claim.settle(inside, {})
      })
      await expect(late).rejects.toThrow('taken this one over')
      expect(await orders().count({})).toBe(1)
    })

    it.each(['upsert', 'update'])('replaces each document once (wm=%s)', async mode => {
      await orders().insertOne({ _id: 'a', total: 1 })
      const list = [{ _id: 'a', total: 2 }]
      const owner = { user: { id: 'admin', roles: ['admin'] } }
      const first = await post(list, owner, `/orders?wm=${mode}`)
      expect(first).toMatchObject({ status: 200, json: { modified: 1 } })
      await orders().updateMany({}, { $set: { total: 3 } })
      expect((await post(list, owner, `/orders?wm=${mode}`)).text).toBe(first.text)
      expect(await orders().find({})).toMatchObject([{ total: 3 }])
    })
  })

  it('makes a user, and a permission, once; a user who is deleted leaves no answers to another one of that name', async () => {
    const owner = { user: { id: 'admin', roles: ['admin'] } }
    const [user, acl] = [
      { _id: `u${key}`, password: 'long enough', roles: [] },
      { predicate: "path('/x')", roles: ['a'] },
    ]
    for (const [target, body] of [
      ['/users', user],
      ['/acl', acl],
    ] as const) {
      const first = await post(body, owner, target)
      expect(first.status).toBe(201)
      expect(await post(body, owner, target)).toMatchObject({ status: 201, text: first.text })
      expect(first.text).not.toContain('argon2')
    }
    const many = await post([acl], owner, '/acl?wm=insert')
    expect(many).toMatchObject({ status: 422 })
    const asUser = { user: { id: user._id, roles: [] } }
    await post({ total: 1 }, asUser)
    expect(await kept().count({ user: user._id })).toBe(1)
    await data().request('DELETE', `/users/${user._id}`)
    expect(await kept().count({ user: user._id })).toBe(0)
  })
})
