import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { BAD_MAILS, BAD_WEBHOOKS, GOOD_MAIL as mail, GOOD_WEBHOOK as valid } from '../src/testing/bad-webhooks.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'

let dispatcher: TestDispatcher
beforeAll(async () => {
  dispatcher = await openDispatcher({ allowCidrs: ['127.0.0.1/32:9'] })
})
afterAll(() => dispatcher.close())

const call = (method: string, target: string, body?: unknown) => dispatcher.client.request(method, target, { body })
const problem = (answer: { json: unknown }) =>
  answer.json as { code: string; errors?: { path: string; line?: number; column?: number }[] }

describe('POST /webhooks', () => {
  it('201: answers the secret this once, and defaults', async () => {
    const answer = await call('POST', '/webhooks', {
      ...valid,
      headers: { Authorization: 'Bearer x', 'X-Tenant-Id': '7' },
    })
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({
      ...valid,
      type: 'http',
      enabled: true,
      timeout_ms: 5000,
      version: 1,
      headers: { Authorization: '[masked]', 'X-Tenant-Id': '7' },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    const shown = await call('GET', String(answer.headers.location))
    expect(shown.json).toMatchObject({ secretHint: (answer.json as { secret: string }).secret.slice(-4) })
    expect(shown.text).not.toMatch(/whsec_|Bearer x/)
  })

  it.each(BAD_WEBHOOKS)('400: names %s', async (_, change, error) => {
    const answer = await call('POST', '/webhooks', { ...valid, ...change })
    expect({ status: answer.status, ...problem(answer) }).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      errors: [error],
    })
  })

  it('400: reports all faults at once', async () => {
    const answer = await call('POST', '/webhooks', {
      ...valid,
      condition: 'nope',
      url: 'ftp://x.example.com',
      headers: { te: 'x' },
    })
    expect(problem(answer).errors?.map(({ path }) => path)).toEqual(['condition', 'url', 'headers.te'])
  })

  it('400: a body that is no JSON', async () => {
    expect(problem(await call('POST', '/webhooks', '{')).code).toBe('MALFORMED_JSON')
  })

  it('403: while the plugin is off', async () => {
    await dispatcher.setPlugin('disabled')
    const answer = await call('POST', '/webhooks', valid)
    await dispatcher.setPlugin('enabled')
    expect({ status: answer.status, ...problem(answer) }).toMatchObject({
      status: 403,
      code: 'WEBHOOKS_PLUGIN_DISABLED',
    })
  })
})

const { email } = mail

describe('POST /webhooks of an e-mail', () => {
  it('201: with the fields of an e-mail and no others', async () => {
    const answer = await call('POST', '/webhooks', mail)
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({ ...mail, email: { ...email, cc: [] }, enabled: true, version: 1 })
    for (const field of ['url', 'headers', 'timeout_ms', 'transform']) expect(answer.json).not.toHaveProperty(field)
  })

  it.each(BAD_MAILS)('400: names %s', async (_, change, error) => {
    const answer = await call('POST', '/webhooks', { ...mail, email: { ...email, ...change } })
    expect({ status: answer.status, ...problem(answer) }).toMatchObject({ status: 400, errors: [error] })
  })

  it('400: names a field of the other type', async () => {
    expect(problem(await call('POST', '/webhooks', { ...mail, url: valid.url })).errors).toMatchObject([
      { path: 'url' },
    ])
    expect(problem(await call('POST', '/webhooks', { ...valid, email })).errors).toMatchObject([{ path: 'email' }])
  })
})

describe('PATCH /webhooks/<id> of the type', () => {
  it('200: the fields of the old type stay behind, both ways', async () => {
    const { _id } = await dispatcher.create({ ...valid, headers: { authorization: 'Bearer x' } })
    const asMail = await call('PATCH', `/webhooks/${_id}`, { type: 'email', email })
    expect({ status: asMail.status, json: asMail.json }).toMatchObject({
      status: 200,
      json: { type: 'email', version: 2 },
    })
    expect(asMail.json).not.toHaveProperty('url')
    expect((await call('PATCH', `/webhooks/${_id}`, { 'email.subject': 'other' })).json).toMatchObject({
      email: { ...email, subject: 'other' },
    })
    const back = await call('PATCH', `/webhooks/${_id}`, { type: 'http', url: valid.url })
    expect(back.json).toMatchObject({ type: 'http', url: valid.url, headers: {} })
  })

  it('400: what the new type needs is named', async () => {
    const { _id } = await dispatcher.create(valid)
    expect(problem(await call('PATCH', `/webhooks/${_id}`, { type: 'email' })).errors).toMatchObject([
      { path: 'email' },
    ])
  })
})

describe('GET /webhooks', () => {
  it('200: finds an e-mail by its recipients and its subject', async () => {
    const { _id } = await dispatcher.create({
      ...mail,
      email: { ...email, cc: ['Pinned-1@example.com'], subject: 'pin-7' },
    })
    for (const text of ['pinned-1@', 'PIN-7']) {
      expect((await call('GET', `/webhooks?q=${text}`)).json).toMatchObject([{ _id }])
    }
  })

  it('200: pages and searches, newest first, with the count', async () => {
    for (const name of ['needle one', 'needle two', 'needle three']) await dispatcher.create({ ...valid, name })
    const answer = await call('GET', '/webhooks?q=NEEDLE&pagesize=2')
    expect((answer.json as { name: string }[]).map(({ name }) => name)).toEqual(['needle three', 'needle two'])
    expect(answer.headers['x-total-count']).toBe('3')
    const rest = await call('GET', '/webhooks?q=needle&pagesize=2&page=2')
    expect((rest.json as { name: string }[]).map(({ name }) => name)).toEqual(['needle one'])
  })

  it('200: those of one type', async () => {
    const found = async (type: string) => (await call('GET', `/webhooks?q=of-a-type&type=${type}`)).json
    const { _id: http } = await dispatcher.create({ ...valid, name: 'of-a-type 1' })
    const { _id: sent } = await dispatcher.create({ ...mail, name: 'of-a-type 2' })
    expect(await found('http')).toMatchObject([{ _id: http }])
    expect(await found('email')).toMatchObject([{ _id: sent }])
    expect(await call('GET', '/webhooks?type=fax')).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } })
  })

  it('400: a page that is none', async () => {
    expect(problem(await call('GET', '/webhooks?page=0')).code).toBe('BAD_QUERY')
  })

  it('404: an id that is not there', async () => {
    expect((await call('GET', '/webhooks/nothing')).status).toBe(404)
  })
})

describe('PATCH /webhooks/<id>', () => {
  it('200: merges, replaces headers whole, and a mask changes nothing', async () => {
    const { _id } = await dispatcher.create({
      ...valid,
      headers: { authorization: 'Bearer x', 'x-old': '1' },
      transform: { enabled: false, template: 'a' },
    })
    const answer = await call('PATCH', `/webhooks/${_id}`, {
      headers: { authorization: '[masked]', 'x-new-id': '2' },
      'transform.enabled': true,
    })
    expect(answer.json).toMatchObject({
      version: 2,
      headers: { authorization: '[masked]', 'x-new-id': '2' },
      transform: { enabled: true, template: 'a' },
    })
    const stored = await dispatcher.platform.store.collection({ db: 'sluice', collection: 'webhooks' }).findOne({ _id })
    expect(stored).toMatchObject({ enabled: true, headers: { authorization: 'Bearer x', 'x-new-id': '2' } })
    expect(stored?.headers).not.toHaveProperty('x-old')
  })

  it('400: a url that leads elsewhere, with a header whose value is kept unseen: nobody learns it that way', async () => {
    const { _id } = await dispatcher.create({ ...valid, headers: { authorization: 'Bearer x', 'x-tenant-id': '1' } })
    const elsewhere = 'https://elsewhere.example.com/hook'
    for (const patch of [{ url: elsewhere }, { url: elsewhere, headers: { authorization: '[masked]' } }]) {
      expect(problem(await call('PATCH', `/webhooks/${_id}`, patch))).toMatchObject({
        errors: [{ path: 'headers.authorization', message: expect.stringContaining('another server') }],
      })
    }
    expect((await call('GET', `/webhooks/${_id}`)).json).toMatchObject({ version: 1, url: valid.url })
    const samePlace = new URL('/another/path', valid.url).href
    expect((await call('PATCH', `/webhooks/${_id}`, { url: samePlace })).status).toBe(200)
    const inClear = { url: elsewhere, headers: { authorization: 'Bearer y', 'x-tenant-id': '1' } }
    expect((await call('PATCH', `/webhooks/${_id}`, inClear)).status).toBe(200)
  })

  it('200: null puts the default back', async () => {
    const { _id } = await dispatcher.create({ ...valid, timeout_ms: 9000 })
    expect((await call('PATCH', `/webhooks/${_id}`, { timeout_ms: null })).json).toMatchObject({ timeout_ms: 5000 })
  })

  it('400: for documents made to keep the service busy, at once', async () => {
    const { _id } = await dispatcher.create(valid)
    const headers = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`x-${at}`, 'v']))
    const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
    const bodies = [{ headers }, { [Array(100_000).fill('a').join('.')]: 1 }, { transform: deep(99) }]
    const startedAt = performance.now()
    for (const body of bodies) expect((await call('PATCH', `/webhooks/${_id}`, body)).status).toBe(400)
    expect((await call('PATCH', `/webhooks/${_id}`, deep(3_000) as object)).status).toBe(400)
    expect((await call('PATCH', `/webhooks/${_id}`, { name: 'x'.repeat(600_000) })).status).toBe(413)
    // Seconds to hours before; not a measurement.
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect((await call('GET', `/webhooks/${_id}`)).json).toMatchObject({ version: 1 })
  })

  it('400: and the old one stays', async () => {
    const { _id } = await dispatcher.create(valid)
    expect((await call('PATCH', `/webhooks/${_id}`, { condition: 'nope' })).status).toBe(400)
    expect((await call('PATCH', `/webhooks/${_id}`, { name: null })).status).toBe(400)
    expect((await call('GET', `/webhooks/${_id}`)).json).toMatchObject({ ...valid, version: 1 })
  })

  it('404: an id that is not there', async () => {
    expect((await call('PATCH', '/webhooks/nothing', {})).status).toBe(404)
  })
})

describe('PUT /webhooks/<id>', () => {
  it('200: takes back what was shown', async () => {
    const { _id } = await dispatcher.create({ ...valid, headers: { authorization: 'Bearer x' } })
    const shown = (await call('GET', `/webhooks/${_id}`)).json as object
    const answer = await call('PUT', `/webhooks/${_id}`, { ...shown, name: 'renamed' })
    expect(answer.json).toMatchObject({ name: 'renamed', version: 2 })
    const stored = await dispatcher.platform.store.collection({ db: 'sluice', collection: 'webhooks' }).findOne({ _id })
    expect(stored).toMatchObject({ headers: { authorization: 'Bearer x' } })
  })

  it('201: an id that is not there', async () => {
    expect((await call('PUT', '/webhooks/chosen', valid)).status).toBe(201)
  })
})

describe('DELETE /webhooks/<id>', () => {
  it('204, then 404', async () => {
    const { _id } = await dispatcher.create(valid)
    expect((await call('DELETE', `/webhooks/${_id}`)).status).toBe(204)
    expect((await call('GET', `/webhooks/${_id}`)).status).toBe(404)
    expect((await call('DELETE', `/webhooks/${_id}`)).status).toBe(404)
  })
})

describe('two changes at once', () => {
  it('both count, one after the other', async () => {
    const { _id } = await dispatcher.create(valid)
    const changes = Array.from({ length: 10 }, (_, n) =>
      call('PATCH', `/webhooks/${_id}`, { headers: { 'x-n-id': String(n) } }),
    )
    await Promise.all(changes)
    expect((await call('GET', `/webhooks/${_id}`)).json).toMatchObject({ version: 11 })
  })
})

describe('a name that was stored when any name could be', () => {
  it('is shown, stays through changes of other fields, and gives way to a better one alone', async () => {
    const name = 'a\u0000\u202Eb'
    const made = await call('POST', '/webhooks', valid)
    const target = String(made.headers.location)
    const { _id } = made.json as { _id: string }
    const { changes, db } = dispatcher.platform
    await changes.record('webhooks', _id, async transaction => {
      await transaction.collection({ db, collection: 'webhooks' }).updateOne({ _id }, { $set: { name } })
      const versions = transaction.collection({ db, collection: 'webhookVersions' })
      await versions.updateOne({ webhookId: _id }, { $set: { 'webhook.name': name } })
    })
    expect((await call('GET', target)).json).toMatchObject({ name })
    expect(await call('PATCH', target, { enabled: false })).toMatchObject({ status: 200, json: { name } })
    expect((await call('PATCH', target, { name: `${name}c` })).status).toBe(400)
    expect((await call('PATCH', target, { name: 'better' })).status).toBe(200)
  })
})

describe('a query parameter that is not known', () => {
  it('400: is named, with the one that was meant, and nothing is done', async () => {
    const made = await call('POST', '/webhooks', valid)
    const target = String(made.headers.location)
    for (const [method, query, path] of [
      ['GET', '/webhooks?pageSize=1', 'pageSize'],
      ['GET', `${target}/logs?stauts=failed`, 'stauts'],
      ['DELETE', `${target}/logs?status=failed`, 'status'],
      ['DELETE', `${target}?dryrun=true`, 'dryrun'],
    ] as const) {
      const answer = await call(method, query)
      expect(answer.status).toBe(400)
      expect(problem(answer)).toMatchObject({ code: 'BAD_QUERY', errors: [{ path }] })
    }
    expect((await call('GET', target)).status).toBe(200)
  })
})
