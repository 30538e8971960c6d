import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { AUDIT_COLLECTION } from '@sluice/contracts'
import { type MailReceiver, openMailReceiver } from '@sluice/testkit/mail'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'

let dispatcher: TestDispatcher
let mail: MailReceiver
beforeAll(async () => {
  mail = await openMailReceiver()
  dispatcher = await openDispatcher({ allowCidrs: [mail.cidr] })
})
afterAll(async () => {
  await dispatcher.close()
  await mail.close()
})

const call = (method: string, target: string, body?: unknown) =>
  dispatcher.client.request(method, target, { body, grant: { clientAddress: '203.0.113.9' } })
const trail = () => dispatcher.platform.store.collection({ db: 'sluice', collection: AUDIT_COLLECTION })
const lines = () => trail().find({}, { sort: { _id: 1 } })
const valid = { name: 'orders', condition: "path('/orders')", url: 'https://hooks.example.com/x' }

it('the audit trail says who saved and deleted a webhook, and which fields changed, but no value', async () => {
  const made = await call('POST', '/webhooks', { ...valid, headers: { Authorization: 'Bearer canary' } })
  const { _id } = made.json as { _id: string }
  await call('PATCH', `/webhooks/${_id}`, { enabled: false })
  await call('PATCH', `/webhooks/${_id}`, { enabled: false })
  await call('PATCH', `/webhooks/${_id}?dryRun=true`, { enabled: true })
  await call('POST', `/webhooks/${_id}/secret`, { graceSeconds: 0 })
  await call('DELETE', `/webhooks/${_id}`)
  const by = { actor: 'admin', from: '203.0.113.9', subject: _id }
  expect(await lines()).toMatchObject([
    { ...by, action: 'webhook.saved', fields: expect.arrayContaining(['condition', 'headers', 'secret', 'url']) },
    { ...by, action: 'webhook.saved', fields: ['enabled'] },
    { ...by, action: 'webhook.saved', fields: expect.arrayContaining(['secret']) },
    { ...by, action: 'webhook.deleted' },
  ])
  expect(JSON.stringify(await lines())).not.toMatch(/canary|whsec_|hooks\.example/)
  await trail().deleteMany({})
})

it('the audit trail says who cleared the log of a webhook', async () => {
  const { _id } = (await call('POST', '/webhooks', valid)).json as { _id: string }
  expect((await call('DELETE', `/webhooks/${_id}/logs`)).status).toBe(204)
  expect((await lines()).at(-1)).toMatchObject({
    actor: 'admin',
    from: '203.0.113.9',
    action: 'webhook.log-cleared',
    subject: _id,
  })
  await trail().deleteMany({})
})

it('the audit trail says who saved and deleted the mail server', async () => {
  const { hostname: host, port } = new URL(mail.url)
  const server = { host, port: Number(port), secure: false, from: 's@example.org' }
  expect((await call('PUT', '/webhooks/mail-server', server)).status).toBe(200)
  expect((await call('DELETE', '/webhooks/mail-server')).status).toBe(204)
  expect((await call('DELETE', '/webhooks/mail-server')).status).toBe(404)
  expect(await lines()).toMatchObject([
    { actor: 'admin', action: 'mail-server.saved', fields: expect.arrayContaining(['host', 'port']) },
    { actor: 'admin', action: 'mail-server.deleted' },
  ])
})
