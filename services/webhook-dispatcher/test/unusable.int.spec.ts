import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'

describe('a stored webhook that can not be read', () => {
  let dispatcher: TestDispatcher
  beforeAll(async () => {
    dispatcher = await openDispatcher()
  })
  afterAll(() => dispatcher.close())

  const findLine = () => {
    const lines = readFileSync(join(dispatcher.platform.directory, 'test.log'), 'utf8').split('\n')
    return lines.find(line => line.includes('webhook.unusable')) ?? false
  }

  it('is told of in the log by its id and the fields at fault, and leaves the others as they are', async () => {
    const { platform, client } = dispatcher
    const body = { name: 'orders', condition: "path('/orders')", url: 'https://hooks.example.com/x' }
    const created = await client.request('POST', '/webhooks', { body })
    const broken = { webhookId: 'broken', from: 0, until: null, webhook: { secret: 'whsec_told' }, endedAt: null }
    const versions = platform.store.collection({ db: 'sluice', collection: 'webhookVersions' })
    await versions.insertOne({ _id: 'broken.1', ...broken })
    await platform.changes.record('webhooks', 'broken', async () => undefined)
    const line = await eventually(findLine)
    expect(JSON.parse(line)).toMatchObject({ id: 'broken.1', fields: expect.arrayContaining(['webhook.condition']) })
    expect(line).not.toContain('whsec_told')
    expect((await client.request('GET', String(created.headers.location))).status).toBe(200)
  })
})
