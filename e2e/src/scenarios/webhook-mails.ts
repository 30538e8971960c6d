import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openMailReceiver } from '@sluice/testkit/mail'
import { MAIL_ALLOWANCE, MAIL_FROM, type SluiceTarget } from '../target.ts'
import { VARIABLES } from './webhook-events.ts'
import { type AnsweredRequest, createWebhookWorld, type WebhookAnswer } from './webhook-world.ts'

type Allowance = { limit: number; used: number; left: number; resetsAt: { $date: number } }

/** The sentences of the specification about e-mail webhooks: 2.4, 6 and 8. */
export function describeWebhookMails(target: () => SluiceTarget): void {
  describe('an e-mail webhook', () => {
    const world = createWebhookWorld(target, 'webhook-mails')
    const allowance = () => world.owner().json<Allowance>('GET', '/webhooks/mail-allowance')
    const makeMail = (path: string, email: object) =>
      world.makeWebhook({
        type: 'email',
        condition: `path('${path}')`,
        email: { to: ['a@example.com'], subject: 'S', bodyType: 'html', bodyTemplate: '<p>{{id}}</p>', ...email },
      })
    /** The mails of this webhook about this exchange that the service's server has taken. */
    const mailsOf = async (webhook: WebhookAnswer, exchange: AnsweredRequest) => {
      const { _id } = await world.entryOf(webhook, exchange)
      return target().mail.mails.filter(({ headers }) => headers['message-id'] === `<${_id}@example.org>`)
    }
    const order = { item: { sku: 'a&b <c>' }, number: 7 }
    const buy = (path: string) => world.send('POST', path, { body: order, headers: { 'x-shop': 'north' } })

    beforeAll(() => world.open())
    afterAll(() => world.close())

    it('email.bodyType html: "an HTML template", and subject, with every template variable of 6', async () => {
      const path = await world.makeCollection()
      const template = VARIABLES.map(name => `{{${name}}}`).join('|')
      const email = { cc: ['b@example.com'], subject: `Order ${template}`, bodyTemplate: `<p>${template}</p>` }
      const webhook = await makeMail(path, email)
      const plain = await world.makeWebhook({ condition: `path('${path}')` })
      const exchange = await buy(path)
      const [delivery] = await world.deliveriesOf(plain, exchange)
      const { service, timestamp } = JSON.parse(delivery?.body ?? '')
      const type = exchange.headers.get('content-type')
      const filled = (sku: string) => [service.id, timestamp, 'POST', path, sku, 'north', 201, 7, type].join('|')
      const mails = await mailsOf(webhook, exchange)
      expect(mails).toMatchObject([
        {
          from: MAIL_FROM,
          recipients: ['a@example.com', 'b@example.com'],
          headers: { to: 'a@example.com', cc: 'b@example.com', 'content-type': 'text/html; charset=utf-8' },
        },
      ])
      expect(mails[0]?.headers.subject).toBe(`Order ${filled('a&b <c>')}`)
      expect(mails[0]?.body).toBe(`<p>${filled('a&amp;b &lt;c&gt;')}</p>`)
    })

    it('email.bodyType json: "the raw JSON payload"', async () => {
      const path = await world.makeCollection()
      const webhook = await makeMail(path, { bodyType: 'json', bodyTemplate: '' })
      const exchange = await buy(path)
      const [mail] = await mailsOf(webhook, exchange)
      expect(JSON.parse(mail?.body ?? '')).toMatchObject({
        id: exchange.eventId,
        request: { method: 'POST', path, body: order },
        response: { statusCode: 201 },
      })
    })

    it('email.bodyTemplate: "Supports template variables", for json too', async () => {
      const path = await world.makeCollection()
      const template = `{${VARIABLES.map(name => `"${name}": "{{${name}}}"`).join(', ')}}`
      const webhook = await makeMail(path, { bodyType: 'json', bodyTemplate: template })
      const exchange = await buy(path)
      const [mail] = await mailsOf(webhook, exchange)
      expect(JSON.parse(mail?.body ?? '')).toMatchObject({
        'request.method': 'POST',
        'request.path': path,
        'request.body.item.sku': order.item.sku,
        'request.headers.X-Shop': 'north',
        'response.statusCode': '201',
        'response.body.number': '7',
      })
    })

    it('8: "if the remaining allowance is less than the recipient count, nothing is sent"', async () => {
      const path = await world.makeCollection()
      const before = await allowance()
      expect(before.limit).toBe(MAIL_ALLOWANCE)
      expect(before.used).toBeGreaterThan(0)
      const to = Array.from({ length: before.left + 1 }, (_, index) => `r${index}@example.com`)
      const tooMany = await makeMail(path, { to })
      const all = await makeMail(path, { to: to.slice(1), subject: 'all' })
      const exchange = await world.send('GET', path)
      expect(await world.detailOf(tooMany, exchange)).toMatchObject({
        status: 'failed',
        error: { code: 'MAIL_ALLOWANCE_REACHED' },
      })
      expect(await mailsOf(tooMany, exchange)).toEqual([])
      expect(await mailsOf(all, exchange)).toMatchObject([{ recipients: to.slice(1) }])
      expect(await allowance()).toMatchObject({ used: MAIL_ALLOWANCE, left: 0 })
    })

    it('8: "No limit applies when the owner sets up their own mail server."', async () => {
      const path = await world.makeCollection()
      const webhook = await makeMail(path, {})
      const own = await openMailReceiver({}, target().receiver)
      const server = { host: target().receiver.host, port: own.port, secure: false, from: 'owner@example.com' }
      await world.owner().json('PUT', '/webhooks/mail-server', server)
      const exchange = await world.send('GET', path)
      expect(await world.entryOf(webhook, exchange)).toMatchObject({ status: 'success' })
      expect(own.mails).toMatchObject([{ from: 'owner@example.com', recipients: ['a@example.com'] }])
      expect(await allowance()).toMatchObject({ used: MAIL_ALLOWANCE, left: 0 })
      await world.owner().text('DELETE', '/webhooks/mail-server')
      await own.close()
    })
  })
}
