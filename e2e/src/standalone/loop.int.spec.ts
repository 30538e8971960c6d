import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { ownerClient } from '../http-client.ts'
import { type SluiceProcess, startSluice } from './sluice-process.ts'

const SLUICE_ADMIN_PASSWORD = 'a password for this test'
let sluice: SluiceProcess

beforeAll(async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  sluice = await startSluice({
    DATA_DIR: await temporaryDirectory(),
    SLUICE_DEMO: '0',
    SLUICE_ADMIN_PASSWORD,
    PORT: String(port),
    WEBHOOK_ALLOW_CIDRS: `127.0.0.1/32:${port}`,
  })
})
afterAll(() => sluice.interrupt())

it('a webhook that calls its own condition fires once, and says loop the second time', async () => {
  const owner = ownerClient({ url: sluice.url, ownerPassword: SLUICE_ADMIN_PASSWORD })
  await owner.json('POST', '/plugins/webhooks/enable')
  await owner.json('PUT', '/circle')
  const webhook = await owner.json<{ _id: string }>('POST', '/webhooks', {
    name: 'round and round',
    condition: "path('/circle') and method('POST')",
    url: `${sluice.url}/circle`,
    headers: { authorization: `Basic ${btoa(`admin:${SLUICE_ADMIN_PASSWORD}`)}` },
  })
  await owner.json('POST', '/circle', { first: true })

  const posts = await eventually(async () => {
    const log = `/webhooks/${webhook._id}/logs`
    const { items } = await owner.json<{ items: { status: string; summary: string }[] }>('GET', log)
    const loop = items.find(({ summary }) => summary.startsWith('loop'))
    return loop ? items.filter(item => item === loop || item.status !== 'skipped') : false
  })
  expect(posts.map(({ status }) => status).sort()).toEqual(['skipped', 'success'])
})
