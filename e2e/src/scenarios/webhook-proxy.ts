import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openMailReceiver } from '@sluice/testkit/mail'
import { OUTSIDE, PROXY_PASSWORD, type SluiceTarget } from '../target.ts'
import { createWebhookWorld } from './webhook-world.ts'

/** What leaves by `WEBHOOK_PROXY`. */
export function describeWebhookProxy(target: () => SluiceTarget): void {
  describe('a Sluice that leaves by a proxy', () => {
    const world = createWebhookWorld(target, 'webhook-proxy')
    beforeAll(() => world.open())
    afterAll(() => world.close())

    const proxyOf = () => {
      const { proxy } = target()
      if (!proxy) throw new RangeError('This target has no proxy.')
      return proxy
    }
    const receiverPort = () => Number(new URL(world.receiver().url).port)
    const login = `Basic ${btoa(`sluice:${PROXY_PASSWORD}`)}`

    it('delivers by it, to the address that was judged, and keeps the connection', async () => {
      const path = await world.makeCollection()
      const authority = `${OUTSIDE}:${receiverPort()}`
      const webhook = await world.makeWebhook({ condition: `path('${path}')`, url: `http://${authority}/outside` })
      for (const _ of [1, 2]) {
        const deliveries = await world.deliveriesOf(webhook, await world.send('GET', path))
        expect(deliveries).toMatchObject([{ path: '/outside' }])
        expect(deliveries[0]?.headers).not.toHaveProperty('proxy-authorization')
      }
      const asked = proxyOf().asked.filter(tunnel => tunnel.authority === authority)
      expect(asked[0]).toEqual({ authority, authorization: login })
      expect(await world.owner().json('POST', `/webhooks/${webhook._id}/test`, {})).toMatchObject({ ok: true })
    })

    it('sends mails by it', async () => {
      const path = await world.makeCollection()
      const own = await openMailReceiver()
      const server = { host: OUTSIDE, port: own.port, secure: false, from: 'owner@example.com' }
      await world.owner().json('PUT', '/webhooks/mail-server', server)
      const email = { to: ['a@example.com'], subject: 'S', bodyType: 'html', bodyTemplate: '<p>{{id}}</p>' }
      const webhook = await world.makeWebhook({ type: 'email', condition: `path('${path}')`, email })
      const exchange = await world.send('GET', path)
      expect(await world.entryOf(webhook, exchange)).toMatchObject({ status: 'success' })
      expect(own.mails).toMatchObject([{ from: 'owner@example.com' }])
      expect(proxyOf().asked).toContainEqual({ authority: `${OUTSIDE}:${own.port}`, authorization: login })
      await world.owner().text('DELETE', '/webhooks/mail-server')
      await own.close()
    })

    it('asks it for no address that is not public, and goes by itself to what is opened on its own machine', async () => {
      const before = proxyOf().asked.length
      const document = { name: world.unique('inner'), condition: "path('/x')" }
      for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[::ffff:10.0.0.1]/']) {
        const refused = await world
          .owner()
          .json('POST', '/webhooks', { ...document, url })
          .catch(String)
        expect(refused).toContain('400')
      }
      const path = await world.makeCollection()
      const webhook = await world.makeWebhook({ condition: `path('${path}')` })
      expect(await world.entryOf(webhook, await world.send('GET', path))).toMatchObject({ status: 'success' })
      expect(proxyOf().asked).toHaveLength(before)
    })

    it('says of a proxy that is away at which stage and by which name, and delivers again once it is back', async () => {
      const path = await world.makeCollection()
      const url = `http://${OUTSIDE}:${receiverPort()}/again`
      const webhook = await world.makeWebhook({ condition: `path('${path}')`, url })
      await proxyOf().close()
      const detail = await world.detailOf(webhook, await world.send('GET', path))
      await proxyOf().reopen()
      expect(detail).toMatchObject({
        status: 'failed',
        error: { stage: 'proxy', message: expect.stringContaining(`The proxy 127.0.0.1:${proxyOf().port} `) },
      })
      expect(JSON.stringify(detail)).not.toContain(PROXY_PASSWORD)
      expect(await world.entryOf(webhook, await world.send('GET', path))).toMatchObject({ status: 'success' })
    })
  })
}
