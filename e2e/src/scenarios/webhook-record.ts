import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { SluiceTarget } from '../target.ts'
import { createWebhookWorld } from './webhook-world.ts'

/** The sentences of the specification about the fields of an HTTP webhook: 2.4, 5.10, 8. */
export function describeWebhookRecord(target: () => SluiceTarget): void {
  describe('2.4 Webhook', () => {
    const world = createWebhookWorld(target, 'webhook-record')
    const valid = { name: 'a webhook', condition: "path('/nowhere')", url: 'https://hooks.example.com/' }
    const email = { to: ['a@example.com'], subject: 'S', bodyType: 'html', bodyTemplate: '<p></p>' }
    const mail = { name: 'a mail', condition: "path('/nowhere')", type: 'email', email }
    const save = (document: object) => world.owner().answer('POST', '/webhooks', document)
    const refused = (path: string) => ({ status: 400, json: { errors: [expect.objectContaining({ path })] } })

    beforeAll(() => world.open())
    afterAll(() => world.close())

    it.each([
      ['name', valid],
      ['condition', valid],
      ['url', valid],
      ['email.to', mail],
      ['email.subject', mail],
      ['email.bodyType', mail],
      ['email.bodyTemplate', mail],
    ])('%s: "required"', async (path, document) => {
      const [field = '', inner = ''] = path.split('.')
      const change = inner ? { email: { ...email, [inner]: undefined } } : { [field]: undefined }
      expect(await save({ ...document, ...change })).toMatchObject(refused(path))
    })

    it('name: "Human-readable name"', async () => {
      const name = 'Неw ördér ☂ <b>'
      const { _id } = await world.makeWebhook({ ...valid, name })
      expect(await world.owner().json('GET', `/webhooks/${_id}`)).toMatchObject({ name })
    })

    it('condition: "Predicate expression": one that is none is refused with its position', async () => {
      const answer = await save({ ...valid, condition: "path('/a') and\nmethd('GET')" })
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'condition', line: 2, column: 1 }] } })
    })

    it('"The type is HTTP or email."', async () => {
      expect(await world.makeWebhook(valid)).toMatchObject({ type: 'http' })
      expect(await world.makeWebhook({ ...valid, type: 'http' })).toMatchObject({ type: 'http' })
      expect(await world.makeWebhook(mail)).toMatchObject({ type: 'email' })
      expect(await save({ ...valid, type: 'sms' })).toMatchObject(refused('type'))
    })

    it.each([
      'http://localhost/',
      'http://100.64.0.1/',
      'http://[::1]/',
      'http://169.254.169.254/',
      'ftp://example.com/',
    ])('url: "Destination, publicly reachable": %s is refused', async url => {
      expect(await save({ ...valid, url })).toMatchObject(refused('url'))
    })

    it('timeout_ms: "1000 to 30000, default 5000"', async () => {
      expect(await world.makeWebhook(valid)).toMatchObject({ timeout_ms: 5000 })
      for (const timeout_ms of [1000, 30_000]) {
        expect(await world.makeWebhook({ ...valid, timeout_ms })).toMatchObject({ timeout_ms })
      }
      for (const timeout_ms of [999, 30_001, 1500.5, '5000']) {
        expect(await save({ ...valid, timeout_ms })).toMatchObject(refused('timeout_ms'))
      }
    })

    it('timeout_ms: a target that does not answer in it has failed', async () => {
      const path = await world.makeCollection()
      const url = `${world.receiver().url}/hang`
      const webhook = await world.makeWebhook({ condition: `path('${path}')`, url, timeout_ms: 1000 })
      const detail = await world.detailOf(webhook, await world.send('GET', path))
      world.receiver().release()
      expect(detail).toMatchObject({ status: 'failed', error: { code: 'TIMEOUT' }, response: null })
      expect(detail.durationMs).toBeGreaterThanOrEqual(990)
      expect(detail.durationMs).toBeLessThan(5_000)
    })

    it('headers: "Custom headers for the outbound request, for example credentials for the target" (5.10)', async () => {
      const path = await world.makeCollection()
      const headers = { Authorization: 'Bearer 5f0c6d-for-the-target', 'X-Tenant-Id': '7' }
      const webhook = await world.makeWebhook({ condition: `path('${path}')`, headers })
      const exchange = await world.send('GET', path)
      const [delivery] = await world.deliveriesOf(webhook, exchange)
      expect(delivery?.headers).toMatchObject({ authorization: headers.Authorization, 'x-tenant-id': '7' })
      const shown = await world.owner().text('GET', `/webhooks/${webhook._id}`)
      const logged = JSON.stringify(await world.detailOf(webhook, exchange))
      expect(JSON.parse(shown)).toMatchObject({ headers: { Authorization: '[masked]', 'X-Tenant-Id': '7' } })
      expect(shown + logged).not.toContain('5f0c6d')
    })

    it('transform.template: "Mustache-style template": one that does not parse is refused with its position', async () => {
      const answer = await save({ ...valid, transform: { enabled: true, template: '{"a":\n "{{b"}' } })
      expect(answer).toMatchObject({
        status: 400,
        json: { errors: [{ path: 'transform.template', line: 2, column: 3 }] },
      })
    })

    it('email.to, email.cc: "array of e-mail addresses"', async () => {
      expect(await world.makeWebhook({ ...mail, email: { ...email, cc: ['b@example.com'] } })).toMatchObject({
        email: { to: ['a@example.com'], cc: ['b@example.com'] },
      })
      for (const [path, change] of [
        ['email.to', { to: [] }],
        ['email.to', { to: 'a@example.com' }],
        ['email.to.0', { to: ['a'] }],
        ['email.cc.0', { cc: ['B <b@example.com>'] }],
        ['email.bodyType', { bodyType: 'text' }],
      ] as const) {
        expect(await save({ ...mail, email: { ...email, ...change } })).toMatchObject(refused(path))
      }
    })
  })
}
