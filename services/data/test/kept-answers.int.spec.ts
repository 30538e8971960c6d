import { hash, randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from '@jest/globals'
import type { SignedRequest } from '@sluice/testkit'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const ann = { id: 'ann', roles: ['writer'] }
const owner = { id: 'admin', roles: ['admin'] }

describeOnEachStore('what is kept of a POST with an Idempotency-Key', {}, data => {
  let key: string
  const collection = (name: string) => data().platform.store.collection({ db: 'sluice', collection: name })
  const post = (body: unknown, request: SignedRequest = {}, target = '/orders') =>
    data().request('POST', target, {
      user: ann,
      permission: {},
      ...request,
      body,
      headers: { 'idempotency-key': `"${key}"`, ...request.headers },
    })

  beforeEach(async () => {
    key = randomUUID()
    await data().request('PUT', '/orders')
    for (const name of ['orders', '_keptAnswers']) await collection(name).deleteMany({})
  })

  it('has nothing by which a body could be guessed, such as that with the password of a user', async () => {
    const kept = async () => {
      const body = JSON.stringify({ _id: `u${key}`, password: 'long enough', roles: [] })
      await post(body, { user: owner }, '/users')
      const [record] = await collection('_keptAnswers').find({})
      await collection('users').deleteOne({ _id: `u${key}` })
      await collection('_keptAnswers').deleteMany({})
      return { record, digest: hash('sha256', body, 'buffer') }
    }
    const [first, second] = [await kept(), await kept()]
    expect(first.record?._id).toBe(second.record?._id)
    expect(first.record?.content).not.toBe(second.record?.content)
    const text = JSON.stringify(first.record)
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      expect(text).not.toContain(first.digest.toString(encoding).slice(0, 40))
    }
  })

  it('is compared by query and body, and by no header', async () => {
    const first = await post({ total: 1 })
    const asText = await post({ total: 1 }, { headers: { 'content-type': 'text/plain', 'if-none-match': '*' } })
    expect(asText).toMatchObject({ status: 201, text: first.text, headers: { 'idempotent-replayed': 'true' } })
    expect(await post('{ "total": 1 }')).toMatchObject({ status: 422 })
    expect(await post({ total: 1 }, {}, '/orders?')).toMatchObject({ status: 422 })
    expect(await collection('orders').count({})).toBe(1)
  })

  it('goes by itself once its 24 hours are over', async () => {
    const before = Date.now()
    await post({ total: 1 })
    const [record] = await collection('_keptAnswers').find({})
    const expiresAt = Number(record?.expiresAt)
    expect(expiresAt).toBeGreaterThanOrEqual(before + 86_400_000 - 1_000)
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 86_400_000 + 1_000)
    const indexes = await collection('_keptAnswers').listIndexes()
    expect(indexes).toContainEqual(expect.objectContaining({ keys: { expiresAt: 1 }, expireAfterSeconds: 0 }))
  })

  it('is neither opened nor carried out again where all internal secrets were replaced', async () => {
    await post({ total: 1 })
    await collection('_keptAnswers').updateMany({}, { $set: { content: 'sealed by another', sealed: 'by another' } })
    expect(await post({ total: 1 })).toMatchObject({ status: 409, json: { code: 'CONFLICT' } })
    await collection('_keptAnswers').updateMany({}, { $set: { state: 'open', until: new Date(0) } })
    expect(await post({ total: 1 })).toMatchObject({ status: 409, json: { code: 'CONFLICT' } })
    expect(await collection('orders').count({})).toBe(1)
  })

  it('is told to nobody whose permission to replace documents was taken away', async () => {
    await collection('orders').insertOne({ _id: 'a', total: 1 })
    const mayReplace = { permission: { rules: { allowWriteMode: true } } }
    expect(await post({ _id: 'a', total: 2 }, mayReplace, '/orders?wm=update')).toMatchObject({ status: 200 })
    expect(await post({ _id: 'a', total: 2 }, {}, '/orders?wm=update')).toMatchObject({ status: 403 })
    expect(await post({ _id: 'a', total: 2 }, mayReplace, '/orders?wm=update')).toMatchObject({ status: 200 })
  })

  it('is the whole answer to 1,000 documents; what is above 1 MiB is refused before anything is written', async () => {
    const listOf = (length: number) => Array.from({ length: 1_000 }, (_, at) => ({ _id: `${at}-`.padEnd(length, 'x') }))
    expect(await post(listOf(1_100))).toMatchObject({ status: 413, json: { code: 'PAYLOAD_TOO_LARGE' } })
    expect(await collection('orders').count({})).toBe(0)
    const first = await post(listOf(1_000))
    expect(first).toMatchObject({ status: 200, json: { inserted: 1_000 } })
    expect((await post(listOf(1_000))).text).toBe(first.text)
  })

  it.each([
    ['"a", "a"', 4],
    ['a, a', 2],
    [`"${'x'.repeat(256)}"`, 256],
    ['"ä"', 2],
    ['', 1],
  ])('is nothing where the header is at fault: %s', async (header, column) => {
    const answer = await post({ total: 1 }, { headers: { 'idempotency-key': header } })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'Idempotency-Key', column }] } })
    expect(await collection('_keptAnswers').count({})).toBe(0)
  })

  it('is the same for a key with its quotes and without them', async () => {
    const first = await post({ total: 1 })
    expect((await post({ total: 1 }, { headers: { 'idempotency-key': key } })).text).toBe(first.text)
  })
})
