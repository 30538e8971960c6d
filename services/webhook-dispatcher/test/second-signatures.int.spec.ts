import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '@sluice/service-kit'
import {
  type ForeignVerifier,
  verifyAsGitHub,
  verifyAsShopify,
  verifyAsStripe,
} from '../src/testing/foreign-verifiers.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'
import { type ReceivedMessage, verifyInNode } from '../src/testing/verify-examples.ts'

const SECRET = 'the-secret-that-the-receiver-has'
const OTHER = 'a-secret-that-nobody-has-been-told'
const GITHUB = { scheme: 'hmac-sha256', header: 'X-Hub-Signature-256', label: 'sha256=', secret: SECRET }
const SHOPIFY = { scheme: 'hmac-sha256', header: 'X-Shopify-Hmac-SHA256', encoding: 'base64', secret: SECRET }
const STRIPE = { scheme: 'timed-hmac-sha256', header: 'Stripe-Signature', secret: SECRET }
const MASKED = { secret: '[masked]' }

let receiver: TestReceiver
let dispatcher: TestDispatcher
const lines: string[] = []
beforeAll(async () => {
  receiver = await openReceiver(({ headers }, response) => {
    const signature = String(headers['x-told-id'] ?? '')
    response.end(`bad signature ${signature.slice(signature.indexOf('=') + 1)}`)
  })
  const logger = createLogger({
    service: 'test',
    level: 'debug',
    destination: { write: (line: string) => void lines.push(line) },
  })
  dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr], logger })
})
afterAll(async () => {
  await dispatcher.close()
  await receiver.close()
})

const call = (method: string, target: string, body?: unknown) => dispatcher.client.request(method, target, { body })
const create = (path: string, signature: object, more: object = {}) =>
  dispatcher.create({ condition: `path('${path}')`, url: receiver.url, signature, ...more })

async function deliver(webhookId: string, path: string) {
  const [event] = await dispatcher.send({ path, body: { text: 'naïve “quotes” ☂', number: 1.5 } })
  const entry = await dispatcher.entryOf(webhookId, event!.id)
  const { body = '', headers = {} } = receiver.received.find(({ body }) => body.includes(event!.id)) ?? {}
  const message: ReceivedMessage = { body, headers }
  return { message, entry }
}

type ForeignService = { service: string; second: { header: string }; verify: ForeignVerifier; lack: RegExp }

describe.each<ForeignService>([
  { service: 'GitHub', second: GITHUB, verify: verifyAsGitHub, lack: /has no time and no id/ },
  { service: 'Shopify', second: SHOPIFY, verify: verifyAsShopify, lack: /has no time and no id/ },
  { service: 'Stripe', second: STRIPE, verify: verifyAsStripe, lack: /has no id/ },
])('a second signature as $service writes it', ({ service, second, verify, lack }) => {
  it('is taken by a receiver of that service, and the first one by the library of Standard Webhooks', async () => {
    const path = `/second/${service}`
    const { _id, secret } = await create(path, { second })
    const { message } = await deliver(_id, path)
    expect(verify(SECRET, message)).toBe(true)
    expect(verify(OTHER, message)).toBe(false)
    expect(verify(SECRET, { ...message, body: message.body.replace('1.5', '1.6') })).toBe(false)
    const unsigned = { ...message.headers, [second.header.toLowerCase()]: undefined }
    expect(verify(SECRET, { ...message, headers: unsigned })).toBe(false)
    expect(await (await verifyInNode())(secret, [message])).toEqual([true])
  })

  it('says when it is saved what it lacks, and shows its secret to nobody', async () => {
    const path = `/warned/${service}`
    const made = await create(path, { second })
    expect(made).toMatchObject({
      warnings: [expect.stringMatching(lack)],
      signature: { scheme: 'standard', prefix: 'webhook', second: MASKED },
    })
    const { entry } = await deliver(made._id, path)
    const texts = [
      JSON.stringify(made),
      (await call('GET', `/webhooks/${made._id}`)).text,
      (await call('GET', '/webhooks?pagesize=1000')).text,
      (await call('GET', `/webhooks/${made._id}/versions/1`)).text,
      (await call('PATCH', `/webhooks/${made._id}`, { signature: { second: { ...second, header: 'host' } } })).text,
      (await call('GET', `/webhooks/${made._id}/logs/${entry._id}`)).text,
      ...lines,
    ]
    expect(texts.join('\n')).not.toContain(SECRET)
  })
})

describe('a second signature that would be good for ever', () => {
  it('is shown in no log, whatever its header is called, and where the target tells it without its label', async () => {
    const { _id } = await create('/told', { second: { ...GITHUB, header: 'X-Told-Id' } })
    const { message, entry } = await deliver(_id, '/told')
    const { outgoingRequest, response } = await dispatcher.detailOf(_id, entry._id)
    expect(message.headers['x-told-id']).toMatch(/^sha256=[0-9a-f]{64}$/)
    expect(outgoingRequest).toMatchObject({ headers: { 'x-told-id': '[masked]', 'webhook-id': entry._id } })
    expect(response).toMatchObject({ body: { text: 'bad signature [masked]' } })
  })
})

describe('a webhook that is signed under another prefix', () => {
  it('is verified by the same bytes, and sends none of the usual headers', async () => {
    const { _id, secret } = await create('/prefix', { prefix: 'svix' })
    const { message, entry } = await deliver(_id, '/prefix')
    const usual = (name: string) => `webhook-${name}`
    expect(Object.keys(message.headers).filter(name => name.startsWith('webhook-'))).toEqual([])
    const renamed = Object.fromEntries(
      ['id', 'timestamp', 'signature'].map(name => [usual(name), message.headers[`svix-${name}`]]),
    )
    expect(await (await verifyInNode())(secret, [{ ...message, headers: renamed }])).toEqual([true])
    const { outgoingRequest } = await dispatcher.detailOf(_id, entry._id)
    expect(outgoingRequest).toMatchObject({ headers: { 'svix-signature': message.headers['svix-signature'] } })
  })

  it('has no warnings: it is the same scheme', async () => {
    expect(await create('/prefix-alone', { prefix: 'svix' })).not.toHaveProperty('warnings')
  })
})

describe('the signature of a webhook', () => {
  it('is left as it is by a document that was read and is sent back, and by a change of other fields', async () => {
    const { _id } = await create('/back', { second: GITHUB })
    const shown = (await call('GET', `/webhooks/${_id}`)).json
    expect((await call('PUT', `/webhooks/${_id}`, shown)).json).toMatchObject({ version: 1 })
    expect((await call('PATCH', `/webhooks/${_id}`, { name: 'renamed' })).json).toMatchObject({ version: 2 })
    const { message } = await deliver(_id, '/back')
    expect(verifyAsGitHub(SECRET, message)).toBe(true)
  })

  it('is replaced whole: what is not sent is gone, and dots reach inside', async () => {
    const { _id } = await create('/whole', { prefix: 'svix', second: GITHUB })
    const dotted = await call('PATCH', `/webhooks/${_id}`, { 'signature.prefix': 'own' })
    expect(dotted.json).toMatchObject({ signature: { prefix: 'own', second: MASKED } })
    const whole = await call('PATCH', `/webhooks/${_id}`, { signature: { second: STRIPE } })
    expect(whole.json).toMatchObject({ signature: { prefix: 'webhook', second: { header: 'Stripe-Signature' } } })
    const none = await call('PATCH', `/webhooks/${_id}`, { signature: null })
    expect(none.json).not.toHaveProperty('signature')
    expect(none.json).not.toHaveProperty('warnings')
  })

  it('is that of now for what matched an earlier version, also where a version is restored', async () => {
    const { _id } = await create('/restored', { second: GITHUB })
    await call('PATCH', `/webhooks/${_id}`, { signature: { second: { ...GITHUB, secret: OTHER } } })
    expect((await call('POST', `/webhooks/${_id}/versions/1/restore`)).status).toBe(200)
    expect(verifyAsGitHub(OTHER, (await deliver(_id, '/restored')).message)).toBe(true)
    await call('PATCH', `/webhooks/${_id}`, { signature: null })
    expect((await call('POST', `/webhooks/${_id}/versions/1/restore`)).status).toBe(200)
    expect(verifyAsGitHub(SECRET, (await deliver(_id, '/restored')).message)).toBe(true)
  })

  it('has no second secret that goes unseen to another server', async () => {
    const { _id } = await create('/moved', { second: GITHUB })
    const elsewhere = { url: 'https://elsewhere.example.com/hook' }
    for (const patch of [elsewhere, { ...elsewhere, signature: { second: { ...GITHUB, ...MASKED } } }]) {
      expect(await call('PATCH', `/webhooks/${_id}`, patch)).toMatchObject({
        status: 400,
        json: { errors: [{ path: 'signature.second.secret', message: expect.stringContaining('another server') }] },
      })
    }
    expect(await call('PATCH', `/webhooks/${_id}`, { url: `${receiver.url}/other` })).toMatchObject({ status: 200 })
    const inClear = { ...elsewhere, signature: { second: GITHUB } }
    expect(await call('PATCH', `/webhooks/${_id}`, inClear)).toMatchObject({ status: 200 })
  })

  it('has, where a version of another server is restored, the second secret that this server had', async () => {
    const { _id } = await create('/elsewhere', { second: GITHUB })
    const elsewhere = { url: 'https://elsewhere.example.com/hook', signature: { second: { ...GITHUB, secret: OTHER } } }
    expect(await call('PATCH', `/webhooks/${_id}`, elsewhere)).toMatchObject({ status: 200 })
    expect(await call('POST', `/webhooks/${_id}/versions/1/restore`)).toMatchObject({ status: 200 })
    expect(verifyAsGitHub(SECRET, (await deliver(_id, '/elsewhere')).message)).toBe(true)
  })

  it.each<[string, object, string]>([
    ['another scheme in the place of the first', { scheme: 'hmac-sha256' }, 'signature.scheme'],
    ['no scheme that is known', { second: { ...GITHUB, scheme: 'md5' } }, 'signature.second.scheme'],
    ['an encoding that is not known', { second: { ...GITHUB, encoding: 'base32' } }, 'signature.second.encoding'],
    [
      'an encoding where there is none to choose',
      { second: { ...STRIPE, encoding: 'hex' } },
      'signature.second.encoding',
    ],
    ['a prefix in upper case', { prefix: 'Svix' }, 'signature.prefix'],
    ['a prefix that ends in a hyphen', { prefix: 'svix-' }, 'signature.prefix'],
    ['a prefix of headers of ours', { prefix: 'sluice' }, 'signature.prefix'],
    ['a prefix of headers of proxies', { prefix: 'proxy' }, 'signature.prefix'],
    ['a header of the connection', { second: { ...GITHUB, header: 'Content-Length' } }, 'signature.second.header'],
    [
      'the header of the first signature',
      { prefix: 'x', second: { ...GITHUB, header: 'X-Signature' } },
      'signature.second.header',
    ],
    ['the header of the content type', { second: { ...GITHUB, header: 'Content-Type' } }, 'signature.second.header'],
    ['a header that is none', { second: { ...GITHUB, header: 'a b' } }, 'signature.second.header'],
    ['a label with a line break', { second: { ...GITHUB, label: 'a\r\n' } }, 'signature.second.label'],
    ['no secret', { second: { ...GITHUB, secret: undefined } }, 'signature.second.secret'],
    ['a secret of seven characters', { second: { ...GITHUB, secret: '1234567' } }, 'signature.second.secret'],
    ['the mask of nothing', { second: { ...GITHUB, ...MASKED } }, 'signature.second.secret'],
  ])('is refused with 400 at its field: %s', async (_, signature, path) => {
    const document = { name: 'n', condition: "path('/x')", url: receiver.url, signature }
    for (const target of ['/webhooks', '/webhooks/test']) {
      expect(await call('POST', target, document)).toMatchObject({ status: 400, json: { errors: [{ path }] } })
    }
  })

  it('is refused beside a header of the webhook that has its name', async () => {
    const signature = { second: GITHUB }
    const headers = { 'x-hub-signature-256': 'mine' }
    const document = { name: 'n', condition: "path('/x')", url: receiver.url, headers, signature }
    expect((await call('POST', '/webhooks', document)).json).toMatchObject({
      errors: [{ path: 'headers.x-hub-signature-256' }],
    })
  })

  it('is refused where both signatures would have one key', async () => {
    const secret = `whsec_${Buffer.from(SECRET).toString('base64')}`
    const document = { name: 'n', condition: "path('/x')", url: receiver.url, secret, signature: { second: GITHUB } }
    const errors = [{ path: 'signature.second.secret' }]
    expect((await call('POST', '/webhooks', document)).json).toMatchObject({ errors })
    const { _id } = await create('/one-key', {}, { secret })
    expect((await call('PATCH', `/webhooks/${_id}`, { signature: { second: GITHUB } })).json).toMatchObject({ errors })
  })

  it('is no field of a mail', async () => {
    const email = { to: ['a@example.com'], subject: 'S', bodyType: 'html', bodyTemplate: '<p>' }
    const document = { name: 'n', condition: "path('/x')", type: 'email', email, signature: { prefix: 'svix' } }
    expect((await call('POST', '/webhooks', document)).json).toMatchObject({ errors: [{ path: 'signature' }] })
  })

  it('warns of a secret that may be guessed', async () => {
    const made = await create('/short', { second: { ...STRIPE, secret: '12345678' } })
    expect(made).toMatchObject({ warnings: [expect.any(String), expect.stringContaining('may be guessed')] })
  })
})
