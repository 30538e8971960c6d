import { describe, expect, it } from '@jest/globals'
import type { SluiceClient } from '@sluice/sdk'

const WEBHOOK = {
  name: 'by the SDK',
  condition: "path('/sdk-nothing')",
  // Nobody listens on port 1: each delivery fails at once.
  url: 'http://127.0.0.1:1/',
}

/** What the SDK says of webhooks, their logs and what happens. */
export function describeSdkWebhooks(owner: () => SluiceClient): void {
  describe('webhooks', () => {
    it('are made, changed, tried, followed and deleted', async () => {
      const { webhooks, whoami, collection } = owner()
      const { _id, secret } = await webhooks.create(WEBHOOK)
      expect(secret).toMatch(/^whsec_/)
      const { webhook, etag = '' } = await webhooks.get(_id)
      expect(webhook).toMatchObject({ name: WEBHOOK.name })
      expect(await webhooks.patch(_id, { enabled: false }, { ifMatch: etag, dryRun: true })).toMatchObject({
        enabled: false,
      })
      await webhooks.patch(_id, { timeout_ms: 3000 }, { ifMatch: etag })
      await expect(webhooks.delete(_id, { ifMatch: etag })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
      expect((await Array.fromAsync(webhooks.list())).map(webhook => webhook._id)).toContain(_id)
      expect(await webhooks.patch(_id, { timeout_ms: 2000 })).toMatchObject({ timeout_ms: 2000 })
      expect(await webhooks.put(_id, { ...WEBHOOK, name: 'put' })).toMatchObject({ name: 'put', timeout_ms: 5000 })
      expect((await webhooks.rotateSecret(_id, { graceSeconds: 0 })).secret).not.toBe(secret)
      expect(await webhooks.test(_id, {})).toMatchObject({ ok: false })

      const controller = new AbortController()
      const entries = webhooks.tail(_id, { status: 'failed', signal: controller.signal })
      const told = entries.next()
      const fire = async () => {
        await collection('sdk-nothing')
          .count()
          .catch(() => undefined)
        await whoami()
      }
      await webhooks.patch(_id, { condition: "path-prefix('/sdk-nothing')" })
      const firing = setInterval(() => void fire(), 500)
      const first = await told.finally(() => clearInterval(firing))
      expect(first.value).toMatchObject({ event: 'entry', data: { webhookId: _id, status: 'failed' } })
      controller.abort()
      expect((await entries.next()).done).toBe(true)

      const [entry] = (await webhooks.logs(_id, { status: ['failed'] }).page()).items
      const logId = entry?._id ?? ''
      expect(await webhooks.log(_id, logId)).toMatchObject({ error: { code: 'CONNECTION_REFUSED' } })
      expect(await webhooks.redeliver(_id, logId)).toMatchObject({ redeliveryOf: logId })
      expect(await webhooks.redeliverMany(_id, { status: 'failed', dryRun: true })).toHaveProperty('matched')
      expect((await webhooks.allLogs({ webhook: [_id] }).page()).items.length).toBeGreaterThan(0)
      expect((await webhooks.stats({ webhook: [_id] })).buckets.length).toBeGreaterThan(0)
      const healthy = await Array.fromAsync(webhooks.list({ include: 'health' }))
      expect(healthy.find(webhook => webhook._id === _id)).toHaveProperty('health')
      expect((await webhooks.versions.list(_id).page()).items.length).toBeGreaterThan(1)
      expect(await webhooks.versions.get(_id, 1)).toBeDefined()
      await webhooks.versions.restore(_id, 1)
      await webhooks.clearLogs(_id)
      await webhooks.delete(_id)
      await expect(webhooks.get(_id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    it('are tried before they are saved', async () => {
      const { webhooks } = owner()
      expect(await webhooks.testUnsaved(WEBHOOK)).toMatchObject({ ok: false })
      expect((await webhooks.templates.list()).length).toBeGreaterThan(0)
      const preview = { as: 'json', template: '"{{request.method}}"', view: { request: { method: 'GET' } } } as const
      expect(await webhooks.templates.preview(preview)).toMatchObject({ output: '"GET"' })
      const recording = await webhooks.recordings.start()
      expect(await webhooks.recordings.get(recording._id)).toMatchObject({ _id: recording._id })
    })

    it('have a mail server, which is asked before it is kept', async () => {
      const { mailServer } = owner().webhooks
      expect(await mailServer.allowance()).toHaveProperty('left')
      await expect(mailServer.get()).rejects.toMatchObject({ code: 'NOT_FOUND' })
      const server = { host: '127.0.0.1', port: 1, secure: false, from: 'a@example.org' }
      await expect(mailServer.put(server)).rejects.toMatchObject({ status: 400 })
      await expect(mailServer.delete()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('events', () => {
    it('are followed as they happen', async () => {
      const controller = new AbortController()
      const exchanges = owner().events.tail({ signal: controller.signal })
      const told = exchanges.next()
      const asking = setInterval(() => void owner().whoami(), 300)
      const { value } = await told.finally(() => clearInterval(asking))
      expect(value).toMatchObject({ event: 'exchange', data: { statusCode: expect.any(Number) } })
      const [stored] = (await owner().events.list({ path: '/whoami', limit: 1 }).page()).items
      expect(await owner().events.get(stored?._id ?? '')).toMatchObject({ _id: stored?._id })
      controller.abort()
      expect((await exchanges.next()).done).toBe(true)
    })
  })
}
