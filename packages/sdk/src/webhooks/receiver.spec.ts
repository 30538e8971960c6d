import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { createReceiver, WebhookVerificationError } from './receiver.ts'

const secretOf = (seed: string) => `whsec_${btoa(seed.padEnd(24, '.'))}`
const SECRET = secretOf('the secret of now')
const BEFORE = secretOf('the secret before')
const FOREIGN = secretOf('of somebody else')
const now = () => Math.floor(Date.now() / 1000)

type Signed = { headers: Record<string, string>; body: string }

function sign(body: string, { secret = SECRET, id = 'd-1', at = now() } = {}): Signed {
  const signature = new Webhook(secret).sign(id, new Date(at * 1000), body)
  return { headers: { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signature }, body }
}

/** Gives what standardwebhooks makes of a delivery: its payload, or a refusal. */
function judge(webhook: Webhook, { headers, body }: Signed): unknown {
  try {
    return { payload: webhook.verify(body, headers) }
  } catch {
    return 'refused'
  }
}

const receive = createReceiver([SECRET, BEFORE, undefined])
const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'accepted',
    (error: unknown) => (error instanceof WebhookVerificationError ? error.reason : error),
  )

describe('a receiver', () => {
  it('judges 1,000 random deliveries as standardwebhooks does', async () => {
    const one = createReceiver(SECRET)
    const webhook = new Webhook(SECRET)
    const change = fc.constantFrom('none', 'secret', 'body', 'id', 'time', 'old', 'new', 'version', 'cut')
    const changed = (signed: Signed, kind: string): Signed => {
      const { headers, body } = signed
      const signature = headers['webhook-signature'] ?? ''
      const edits: Record<string, Partial<Signed>> = {
        body: { body: `${body} ` },
        id: { headers: { ...headers, 'webhook-id': 'd-2' } },
        time: { headers: { ...headers, 'webhook-timestamp': String(now() - 1) } },
        version: { headers: { ...headers, 'webhook-signature': signature.replace('v1', 'v2') } },
        cut: { headers: { ...headers, 'webhook-signature': signature.slice(0, -2) } },
      }
      return { ...signed, ...edits[kind] }
    }
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.string({ minLength: 1 }), change, async (value, idText, kind) => {
        const secret = kind === 'secret' ? FOREIGN : SECRET
        const at = now() + (kind === 'old' ? -400 : kind === 'new' ? 400 : 0)
        const id = encodeURIComponent(idText.toWellFormed())
        const signed = changed(sign(JSON.stringify(value), { secret, id, at }), kind)
        const ours = await one(signed).then(
          ({ payload }) => ({ payload }),
          () => 'refused',
        )
        expect(ours).toEqual(judge(webhook, signed))
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes a web request, bytes and text alike', async () => {
    const { headers, body } = sign('{"id":"é"}')
    const bytes = new TextEncoder().encode(body)
    const inputs = [
      new Request('http://receiver.test/', { method: 'POST', headers, body }),
      { headers, body },
      { headers, body: bytes },
      { headers, body: bytes.buffer },
      { headers: new Headers(headers), body: Buffer.from(bytes) },
      {
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]])),
        body,
      },
    ]
    for (const input of inputs) expect(await receive(input)).toMatchObject({ id: 'd-1', payload: { id: 'é' } })
  })

  it('gives the text as it came, where a number of the payload is rounded', async () => {
    const body = '{"n": 9007199254740993}'
    const delivery = await receive(sign(body))
    expect(delivery).toMatchObject({ text: body, payload: { n: 9_007_199_254_740_992 } })
  })

  it('says when the attempt was sent', async () => {
    const at = now() - 60
    expect((await receive(sign('{}', { at }))).attemptedAt).toEqual(new Date(at * 1000))
  })

  it('reads the headers of the prefix that its webhook names, and of no other', async () => {
    const { headers, body } = sign('{}')
    const renamed = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.replace('webhook', 'Svix'), value]),
    )
    const own = createReceiver(SECRET, { prefix: 'svix' })
    expect(await own({ headers: renamed, body })).toMatchObject({ id: 'd-1' })
    expect(await own({ headers: new Headers(renamed), body })).toMatchObject({ id: 'd-1' })
    expect(await reasonOf(own({ headers, body }))).toBe('missing-header')
    expect(await reasonOf(receive({ headers: renamed, body }))).toBe('missing-header')
  })

  it('takes what either secret has signed while one replaces the other', async () => {
    expect(await reasonOf(receive(sign('{}', { secret: BEFORE })))).toBe('accepted')
    const both = sign('{}')
    both.headers['webhook-signature'] += ` ${sign('{}', { secret: FOREIGN }).headers['webhook-signature']}`
    expect(await reasonOf(createReceiver(FOREIGN)(both))).toBe('accepted')
  })

  it.each([
    ['missing-header', () => ({ ...sign('{}'), headers: {} })],
    ['missing-header', () => ({ ...sign('{}'), headers: { ...sign('{}').headers, 'webhook-id': '' } })],
    ['stale', () => sign('{}', { at: now() - 301 })],
    ['stale', () => sign('{}', { at: now() + 302 })],
    ['bad-signature', () => sign('{}', { secret: FOREIGN })],
    ['bad-signature', () => ({ ...sign('{}'), body: '{"a":1}' })],
    ['bad-signature', () => ({ headers: sign('{}').headers, body: new Uint8Array([0xff]) })],
    ['bad-signature', () => ({ ...sign('{}'), headers: { ...sign('{}').headers, 'webhook-timestamp': 'now' } })],
    ['no-json', () => sign('Order 7')],
    ['no-json', () => sign('')],
  ])('refuses with %s', async (reason, make) => {
    expect(await reasonOf(receive(make()))).toBe(reason)
  })

  it('refuses a body that was parsed already, and says why', async () => {
    const { headers } = sign('{}')
    // @ts-expect-error a parsed body
    await expect(receive({ headers, body: {} })).rejects.toThrow('as they came')
    const used = new Request('http://receiver.test/', { method: 'POST', headers, body: '{}' })
    await used.json()
    await expect(receive(used)).rejects.toThrow('as they came')
  })

  it('keeps nothing of a body that nobody can have signed', async () => {
    const bytes = new Uint8Array(2 ** 20)
    const taken = { bytes: 0 }
    const endless = (headers: Record<string, string>) => {
      taken.bytes = 0
      const pull = (controller: ReadableStreamDefaultController) => {
        taken.bytes += bytes.length
        controller.enqueue(bytes)
      }
      const body = new ReadableStream({ pull }, { highWaterMark: 0 })
      const init = { method: 'POST', headers, body, duplex: 'half' }
      return receive(new Request('http://receiver.test/', init))
    }
    expect([await reasonOf(endless({})), taken.bytes]).toEqual(['missing-header', 0])
    expect([await reasonOf(endless(sign('{}', { at: now() - 400 }).headers)), taken.bytes]).toEqual(['stale', 0])
    expect(await reasonOf(endless(sign('{}').headers))).toBe('bad-signature')
    expect(taken.bytes).toBeLessThan(10 * bytes.length)
  })

  it('needs a secret, and quotes none', () => {
    expect(() => createReceiver([undefined])).toThrow('needs a secret')
    expect(() => createReceiver('whsec_%%%')).toThrow(/^(?!.*%%%)/)
  })
})
