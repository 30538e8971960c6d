import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { SluiceTarget } from '../target.ts'
import { createWebhookWorld } from './webhook-world.ts'

/** The template variables (docs/reference/webhooks.md#templates), as they come out of one exchange. */
export const VARIABLES = [
  ...['service.id', 'timestamp', 'request.method', 'request.path', 'request.body.item.sku'],
  ...['request.headers.X-Shop', 'response.statusCode', 'response.body.number', 'response.headers.Content-Type'],
] as const

/** The sentences of the specification about what fires a webhook and what is sent: 6 and 7. */
export function describeWebhookEvents(target: () => SluiceTarget): void {
  describe('6 Events', () => {
    const world = createWebhookWorld(target, 'webhook-events')
    beforeAll(() => world.open())
    afterAll(() => world.close())

    it('1: "For every HTTP request and response the service processes, each enabled webhook\'s `condition` is evaluated."', async () => {
      const path = await world.makeCollection()
      const webhook = await world.makeWebhook({ condition: `path-prefix('${path}')` })
      const wrong = { authorization: `Basic ${btoa('admin:wrong')}` }
      const exchanges = [
        await world.send('POST', path, { body: { _id: 'a' } }),
        await world.send('GET', path),
        await world.send('HEAD', path),
        await world.send('GET', `${path}/nothing`),
        await world.send('PATCH', `${path}/a`, { body: { b: 1 } }),
        await world.send('GET', path, { headers: wrong }),
        await world.send('GET', `${path}?filter=no-json`),
      ]
      expect(exchanges.map(({ status }) => status)).toEqual([201, 200, 200, 404, 200, 401, 400])
      for (const exchange of exchanges) {
        expect(await world.entryOf(webhook, exchange)).toMatchObject({ status: 'success' })
        const [delivery] = await world.deliveriesOf(webhook, exchange)
        expect(JSON.parse(delivery?.body ?? '')).toMatchObject({ response: { statusCode: exchange.status } })
      }
    })

    it('2: "an HTTP POST to `url` for an HTTP webhook"', async () => {
      const path = await world.makeCollection()
      const url = `${world.receiver().url}/a/b?c=d`
      const webhook = await world.makeWebhook({ condition: `path('${path}')`, url })
      const deliveries = await world.deliveriesOf(webhook, await world.send('GET', path))
      expect(deliveries).toMatchObject([{ method: 'POST', path: '/a/b?c=d' }])
      expect(deliveries[0]?.headers['content-type']).toBe('application/json')
    })

    it('3: "All matching webhooks fire in parallel. One failure does not affect the others. Several webhooks may share one condition."', async () => {
      const path = await world.makeCollection()
      const condition = `path('${path}')`
      const at = (place: string) => `${world.receiver().url}${place}`
      const hanging = await world.makeWebhook({ condition, url: at('/hang/parallel'), timeout_ms: 30_000 })
      const unknown = await world.makeWebhook({ condition, url: 'https://sluice.invalid/' })
      const broken = await world.makeWebhook({ condition, url: at('/status/500') })
      const fine = [await world.makeWebhook({ condition }), await world.makeWebhook({ condition })]
      const exchange = await world.send('GET', path)
      for (const webhook of fine) expect(await world.entryOf(webhook, exchange)).toMatchObject({ status: 'success' })
      expect(await world.entryOf(broken, exchange)).toMatchObject({ status: 'failed' })
      expect(await world.entryOf(unknown, exchange)).toMatchObject({ status: 'failed' })
      await eventually(() => world.receiver().held() > 0)
      world.receiver().release()
      expect(await world.entryOf(hanging, exchange)).toMatchObject({ status: 'success' })
    })

    it('4: "The default body of an HTTP webhook is a standard JSON payload describing the event."', async () => {
      const path = await world.makeCollection()
      const webhook = await world.makeWebhook({ condition: `path('${path}')` })
      const body = { item: { sku: 'a' }, number: 7 }
      const exchange = await world.send('POST', `${path}?jsonMode=relaxed`, { body, headers: { 'x-shop': 'north' } })
      const [delivery] = await world.deliveriesOf(webhook, exchange)
      const payload = JSON.parse(delivery?.body ?? '')
      expect(payload).toMatchObject({
        id: exchange.eventId,
        service: { id: expect.any(String) },
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        webhook: { id: webhook._id, name: webhook.name },
        request: { method: 'POST', path, query: 'jsonMode=relaxed', headers: { 'x-shop': 'north' }, body },
        response: { statusCode: 201, headers: expect.any(Object), body: expect.objectContaining(body) },
        principal: { id: 'admin', roles: ['admin'], via: 'password' },
      })
      expect(payload.request.headers.authorization).toBe('[redacted]')
      expect(Math.abs(Date.parse(payload.timestamp) - Date.now())).toBeLessThan(60_000)
    })

    it('4: the payload tells what was sent: every digit, every name in its place', async () => {
      const path = await world.makeCollection()
      const sent = '{"orderId":9007199254740993,"b":1,"2":"two","price":1.10}'
      const webhook = await world.makeWebhook({ condition: `path('${path}')` })
      const template =
        '{"order": {{request.body.orderId}}, "price": {{request.body.price}}, "whole": {{{request.body}}}}'
      const rendered = await world.makeWebhook({
        condition: `equals(@request.body.orderId, '9007199254740993') and path('${path}')`,
        transform: { enabled: true, template },
      })
      const exchange = await world.send('POST', path, { json: sent })
      expect((await world.deliveriesOf(webhook, exchange))[0]?.body).toContain(`"body":${sent}}`)
      expect((await world.deliveriesOf(rendered, exchange))[0]?.body).toBe(
        `{"order": 9007199254740993, "price": 1.10, "whole": ${sent}}`,
      )
    })

    it('5: "With `transform.enabled` true, the body is the rendered template." Every template variable', async () => {
      const path = await world.makeCollection()
      const condition = `path('${path}')`
      const template = `{${VARIABLES.map(name => `"${name}": "{{${name}}}"`).join(', ')}}`
      const webhook = await world.makeWebhook({ condition, transform: { enabled: true, template } })
      const off = await world.makeWebhook({ condition, transform: { enabled: false, template } })
      const body = { item: { sku: 'say "hi" <b>' }, number: 7 }
      const exchange = await world.send('POST', path, { body, headers: { 'x-shop': 'north' } })
      const [delivery] = await world.deliveriesOf(webhook, exchange)
      const [plain] = await world.deliveriesOf(off, exchange)
      const { service, timestamp } = JSON.parse(plain?.body ?? '')
      expect(JSON.parse(delivery?.body ?? '')).toEqual({
        'service.id': service.id,
        timestamp,
        'request.method': 'POST',
        'request.path': path,
        'request.body.item.sku': body.item.sku,
        'request.headers.X-Shop': 'north',
        'response.statusCode': '201',
        'response.body.number': '7',
        'response.headers.Content-Type': exchange.headers.get('content-type'),
      })
    })
  })

  describe('7 Errors', () => {
    const world = createWebhookWorld(target, 'webhook-errors')
    beforeAll(() => world.open())
    afterAll(() => world.close())

    it.each([400, 401, 404, 500, 503])(
      '"Target responses such as 400 or 401 appear in the log entry\'s Response section": %i',
      async status => {
        const path = await world.makeCollection()
        const url = `${world.receiver().url}/status/${status}`
        const webhook = await world.makeWebhook({ condition: `path('${path}')`, url })
        expect(await world.detailOf(webhook, await world.send('GET', path))).toMatchObject({
          status: 'failed',
          response: { statusCode: status, body: { text: `answer of /status/${status}` } },
          error: { code: 'STATUS_NOT_2XX' },
        })
      },
    )

    it.each([200, 201, 202, 204])('any 2xx is a success: %i', async status => {
      const path = await world.makeCollection()
      const url = `${world.receiver().url}/status/${status}`
      const webhook = await world.makeWebhook({ condition: `path('${path}')`, url })
      expect(await world.detailOf(webhook, await world.send('GET', path))).toMatchObject({
        status: 'success',
        response: { statusCode: status },
        error: null,
      })
    })

    it('"Condition does not match": log status `skipped`, and nothing is sent', async () => {
      const path = await world.makeCollection()
      const webhook = await world.makeWebhook({ condition: `path('${path}') and method('DELETE')` })
      const exchange = await world.send('GET', path)
      const detail = await world.detailOf(webhook, exchange)
      expect(detail).toMatchObject({
        status: 'skipped',
        conditionEvaluation: { matched: false },
        outgoingRequest: null,
      })
      expect(detail.summary).toContain('the method was GET')
      expect(await world.deliveriesOf(webhook, exchange)).toEqual([])
    })
  })
}
