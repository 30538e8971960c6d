import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { newSigningSecret } from '../src/domain/request/sign-delivery.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

const DAY_MS = 86_400_000
const CREDENTIAL = 'Bearer 5f0c6d-for-the-target'

let receiver: TestReceiver
let isHanging = false
const held: ServerResponse[] = []
let dispatcher: TestDispatcher
const lines: string[] = []

beforeAll(async () => {
  // Repeats what it was sent, as services do that show requests.
  receiver = await openReceiver(({ headers }, response) => {
    const [, token = ''] = String(headers.authorization).split('Bearer ')
    if (isHanging) held.push(response)
    else response.writeHead(200, { 'x-token': token }).end(JSON.stringify(headers))
  })
  const destination = { write: (line: string) => void lines.push(line) }
  const logger = createLogger({ service: 'test', level: 'debug', destination })
  dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr], logger })
})
afterAll(async () => {
  await dispatcher.close()
  await receiver.close()
})

const call = (method: string, target: string, body?: unknown) => dispatcher.client.request(method, target, { body })
const rotate = (id: string, body: unknown = {}) => call('POST', `/webhooks/${id}/secret`, body)
const create = (path = '/x') =>
  dispatcher.create({
    condition: `path('${path}')`,
    url: receiver.url,
    headers: { authorization: CREDENTIAL },
    timeout_ms: 30_000,
  })
type RotatedSecret = { secret: string; secretHint: string; previousUntil: { $date: number } }
const shown = async (id: string) => (await call('GET', `/webhooks/${id}`)).json as RotatedSecret & { version: number }

/** The signatures of the one delivery that an exchange leads to. */
async function signaturesOf(path: string) {
  const [event] = await dispatcher.send({ path })
  return signaturesFor(event!.id)
}

const signaturesFor = (eventId: string) =>
  eventually(() => {
    const found = receiver.received.find(({ body }) => body.includes(eventId))
    if (!found) return false
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = found.headers
    const signedBy = (secret: string) =>
      `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(`${id}.${at}.${found.body}`)
        .digest('base64')}`
    return { all: String(signatures).split(' '), signedBy }
  })

describe('POST /webhooks/<id>/secret', () => {
  it('200: answers a new secret this once, both sign for a day, and it is a new version', async () => {
    const { _id, secret } = await create('/day')
    const before = Date.now()
    const answer = await rotate(_id)
    const rotated = answer.json as RotatedSecret
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(rotated).toEqual({
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      secretHint: rotated.secret.slice(-4),
      previousUntil: { $date: expect.any(Number) },
    })
    expect(Math.abs(rotated.previousUntil.$date - before - DAY_MS)).toBeLessThan(60_000)
    const { secretHint, previousUntil } = rotated
    expect(await shown(_id)).toMatchObject({ version: 2, secretHint, previousUntil })
    const { all, signedBy } = await signaturesOf('/day')
    expect(all).toEqual([signedBy(rotated.secret), signedBy(secret)])
  })

  it('200: a second time during the grace, the newest two sign', async () => {
    const { _id, secret } = await create('/twice')
    const second = (await rotate(_id)).json as RotatedSecret
    const third = (await rotate(_id)).json as RotatedSecret
    const { all, signedBy } = await signaturesOf('/twice')
    expect(all).toEqual([signedBy(third.secret), signedBy(second.secret)])
    expect(all).not.toContain(signedBy(secret))
  })

  it('200: without a grace the new one signs alone, at once', async () => {
    const { _id } = await create('/leaked')
    const { secret } = (await rotate(_id, { graceSeconds: 0 })).json as RotatedSecret
    const { all, signedBy } = await signaturesOf('/leaked')
    expect(all).toEqual([signedBy(secret)])
    expect(await shown(_id)).not.toHaveProperty('previousUntil')
  })

  it('200: ten at once leave the newest two, whatever their order', async () => {
    const { _id } = await create('/rush')
    const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(_id)))
    const secrets = answers.map(({ json }) => (json as RotatedSecret).secret)
    const { all, signedBy } = await signaturesOf('/rush')
    expect(all).toHaveLength(2)
    expect(secrets.map(signedBy)).toEqual(expect.arrayContaining(all))
    expect(await shown(_id)).toMatchObject({ version: 11 })
  })

  it.each([{ graceSeconds: -1 }, { graceSeconds: 2_592_001 }, { graceSeconds: 1.5 }, { graceSeconds: '60' }])(
    '400: names graceSeconds of %j, and nothing changes',
    async body => {
      const { _id } = await create()
      const answer = await rotate(_id, body)
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'graceSeconds' }] } })
      expect(await shown(_id)).toMatchObject({ version: 1 })
    },
  )

  it('400: names a field that is not known', async () => {
    const { _id } = await create()
    expect(await rotate(_id, { secret: newSigningSecret() })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'secret' }] },
    })
  })

  it('404: an id that is not there', async () => {
    expect((await rotate('nothing')).status).toBe(404)
  })
})

describe('PATCH /webhooks/<id> with a secret', () => {
  it("200: one's own signs beside the old one for a day, and is not answered", async () => {
    const { _id, secret } = await create('/own')
    const own = newSigningSecret()
    const answer = await call('PATCH', `/webhooks/${_id}`, { secret: own })
    const expected = { version: 2, secretHint: own.slice(-4), previousUntil: { $date: expect.any(Number) } }
    expect(answer).toMatchObject({ status: 200, json: expected })
    expect(answer.text).not.toContain('whsec_')
    const { all, signedBy } = await signaturesOf('/own')
    expect(all).toEqual([signedBy(own), signedBy(secret)])
  })

  it('200: the same again is no rotation, and other changes keep both', async () => {
    const { _id, secret } = await create('/same')
    const answer = await call('PATCH', `/webhooks/${_id}`, { secret })
    expect(answer.json).not.toHaveProperty('previousUntil')
    const { previousUntil } = (await rotate(_id)).json as RotatedSecret
    const document = await shown(_id)
    expect((await call('PATCH', `/webhooks/${_id}`, { name: 'renamed' })).json).toMatchObject({ previousUntil })
    expect((await call('PUT', `/webhooks/${_id}`, document)).json).toMatchObject({ previousUntil })
    expect((await signaturesOf('/same')).all).toHaveLength(2)
  })

  const encoded = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64')
  it.each([
    ['another beginning', `secret_${encoded(24)}`],
    ['23 bytes', `whsec_${encoded(23)}`],
    ['65 bytes', `whsec_${encoded(65)}`],
    ['what is no base64', `whsec_${encoded(24).replace('B', '-')}`],
    ['white space', ` whsec_${encoded(24)}`],
  ])('400: names the secret, and does not repeat it, for %s', async (_, secret) => {
    const { _id } = await create()
    const answer = await call('PATCH', `/webhooks/${_id}`, { secret })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'secret' }] } })
    expect(answer.text).not.toContain(secret.slice(7, 20))
    expect(await shown(_id)).toMatchObject({ version: 1 })
  })

  it.each([24, 64])('200: takes %i bytes', async bytes => {
    const { _id } = await create()
    expect((await call('PATCH', `/webhooks/${_id}`, { secret: `whsec_${encoded(bytes)}` })).status).toBe(200)
  })
})

describe('a delivery that waits', () => {
  it('is signed when it is sent, with the secrets of that moment', async () => {
    isHanging = true
    const { _id, secret } = await create('/waits')
    const events = await dispatcher.send(...Array.from({ length: 17 }, () => ({ path: '/waits' })))
    const waiting = dispatcher.platform.store.collection({ db: 'sluice', collection: 'webhookDeliveriesWaiting' })
    await eventually(async () => (await waiting.count({})) === 1, { timeoutMs: 30_000 })
    const delivery = await waiting.findOne({})
    expect(JSON.stringify(delivery)).not.toContain('v1,')
    const sentBefore = new Set(receiver.received.map(({ body }) => (JSON.parse(body) as { id: string }).id))
    const last = events.find(({ id }) => !sentBefore.has(id))
    const rotated = (await rotate(_id, { graceSeconds: 0 })).json as RotatedSecret
    isHanging = false
    for (const response of held.splice(0)) response.end()
    const { all, signedBy } = await signaturesFor(last!.id)
    expect(all).toEqual([signedBy(rotated.secret)])
    expect(all).not.toContain(signedBy(secret))
  }, 60_000)
})

describe('a secret and the credentials of a webhook', () => {
  it('stand in no answer but the one that makes the secret, no log entry and no log line', async () => {
    const { _id, secret } = await create('/masked')
    const own = newSigningSecret()
    const at = `/webhooks/${_id}`
    const [event] = await dispatcher.send({ path: '/masked' })
    const entry = await dispatcher.entryOf(_id, event!.id)
    const answers = [
      await call('PATCH', at, { secret: own }),
      await call('GET', at),
      await call('GET', '/webhooks?pagesize=1000'),
      await call('PATCH', at, { name: 'renamed' }),
      await call('PATCH', at, { headers: { authorization: CREDENTIAL, host: CREDENTIAL } }),
      await call('PATCH', at, { headers: { authorization: `${CREDENTIAL}\n` } }),
      await call('PATCH', at, { secret: own.slice(1) }),
      await call('POST', '/webhooks', { name: '', secret: own, headers: { authorization: CREDENTIAL } }),
      await call('PUT', at, (await call('GET', at)).json),
      await call('GET', `${at}/logs`),
      await call('GET', `${at}/logs/${entry._id}`),
    ]
    const { secret: rotated } = (await rotate(_id)).json as RotatedSecret
    answers.push(await call('GET', at), await call('GET', '/webhooks?pagesize=1000'))
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 400, 400, 400, 400, 200, 200, 200, 200, 200,
    ])
    expect(receiver.received.at(-1)?.headers.authorization).toBe(CREDENTIAL)
    const everything = [...answers.map(({ text }) => text), ...lines].join('\n')
    expect(lines.length).toBeGreaterThan(0)
    for (const hidden of [CREDENTIAL.slice(7), secret.slice(6), own.slice(6), rotated.slice(6)]) {
      expect(everything).not.toContain(hidden)
    }
  })
})
