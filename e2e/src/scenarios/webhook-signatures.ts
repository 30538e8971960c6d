import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createReceiver } from '@sluice/sdk/webhooks'
import type { SluiceTarget } from '../target.ts'
import { createWebhookWorld } from './webhook-world.ts'

export const SECOND_SECRET = 'the-second-secret-of-a-webhook-7Kd2'

/** How a receiver checks deliveries that moves from another service. */
export function describeWebhookSignatures(target: () => SluiceTarget): void {
  describe('a webhook whose receiver moves', () => {
    const world = createWebhookWorld(target, 'webhook-signatures')
    beforeAll(() => world.open())
    afterAll(() => world.close())

    const hex = (text: string) => createHmac('sha256', SECOND_SECRET).update(text).digest('hex')

    it.each<[string, object, (header: string, body: string) => string]>([
      ['X-Hub-Signature-256', { scheme: 'hmac-sha256', label: 'sha256=' }, (_, body) => `sha256=${hex(body)}`],
      [
        'X-Shopify-Hmac-SHA256',
        { scheme: 'hmac-sha256', encoding: 'base64' },
        (_, body) => Buffer.from(hex(body), 'hex').toString('base64'),
      ],
      [
        'Stripe-Signature',
        { scheme: 'timed-hmac-sha256' },
        (header, body) => {
          const [, time = ''] = /^t=(\d+),/.exec(header) ?? []
          return `t=${time},v1=${hex(`${time}.${body}`)}`
        },
      ],
    ])(
      'finds %s beside the signature of Standard Webhooks, under the prefix of its choice',
      async (header, scheme, expected) => {
        const path = await world.makeCollection()
        const second = { ...scheme, header, secret: SECOND_SECRET }
        const signature = { prefix: 'svix', second }
        const webhook = await world.makeWebhook({ condition: `path('${path}')`, signature })
        expect(webhook).toMatchObject({
          signature: { second: { secret: '[masked]' } },
          warnings: [expect.stringContaining('signature.second')],
        })
        const exchange = await world.send('GET', path)
        const { _id } = await world.entryOf(webhook, exchange)
        const delivery = world.receiver().deliveries.find(({ headers }) => headers['svix-id'] === _id)
        const { headers = {}, body = '' } = delivery ?? {}
        const value = String(headers[header.toLowerCase()])
        expect(value).toBe(expected(value, body))
        const receive = createReceiver(String(webhook.secret), { prefix: 'svix' })
        expect(await receive({ headers, body })).toMatchObject({ id: _id })
        expect(JSON.stringify(await world.detailOf(webhook, exchange))).not.toContain(SECOND_SECRET)
      },
    )
  })
}
