import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { ownerClient } from '../http-client.ts'
import { connectClient } from '../mcp/asking-client.ts'
import { type SluiceProcess, startSluice } from './sluice-process.ts'

describe('the main job, as printed at the first start', () => {
  let sluice: SluiceProcess
  let printed: string[]

  beforeAll(async () => {
    sluice = await startSluice({ DATA_DIR: await temporaryDirectory() })
    // One shell for all lines: the first sets what the others use.
    const script = sluice.walk().map(line => `${line}\necho @@`)
    const { stdout } = spawnSync('bash', ['-c', script.join('\n')], { encoding: 'utf8' })
    printed = stdout.split('@@\n').map(part => part.trim())
  }, 60_000)
  afterAll(() => sluice.interrupt())

  it('prints seven lines', () => {
    expect(sluice.walk()).toHaveLength(7)
  })

  it('issues a key whose secret is shown once', () => {
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({
      name: 'my script',
      key: expect.stringMatching(/^slk_/),
      roles: ['flight-reader', 'route-writer'],
    })
  })

  it('answers the GraphQL app with real airports, in order', () => {
    const { data } = JSON.parse(printed[1] ?? '')
    expect(data.airports).toHaveLength(3)
    expect(data.airports[0]).toEqual({ iata: '0O3', name: expect.any(String), city: expect.any(String) })
  })

  it('joins each departure with its destination', () => {
    const { data } = JSON.parse(printed[2] ?? '')
    expect(data.airport.name).toBe('San Francisco International')
    expect(data.airport.departures[0]).toEqual({ flights: 13_788, destination: { iata: 'LAX', city: 'Los Angeles' } })
  })

  it('answers both of its queries out of stored bytes', async () => {
    const metrics = await (await fetch(`${sluice.adminUrl}/metrics`)).text()
    const ways = metrics.matchAll(/^sluice_graphql_queries_total\{.*?way="(\w+)".*\} (\d+)/gm)
    expect(Object.fromEntries([...ways].map(([, way, count]) => [way, Number(count)]))).toEqual({
      flat: 2,
      general: 0,
      left: 0,
    })
  })

  it('adds a route in the name of the holder of the key', () => {
    expect(JSON.parse(printed[3] ?? '')).toMatchObject({ origin: 'SFO', destination: 'LIT', addedBy: 'amelia' })
  })

  it('tells another program about the new route', async () => {
    const receiver = /curl -s (http:\S+)$/.exec(sluice.walk()[4] ?? '')?.[1] ?? ''
    const deliveries = await eventually(async () => {
      const kept = (await (await fetch(receiver)).json()) as { body: string }[]
      return kept.length > 0 ? kept : false
    })
    expect(JSON.parse(deliveries[0]?.body ?? '')).toMatchObject({ text: 'New route SFO to LIT', status: 201 })
  })

  it('revokes the key, and refuses it at once', async () => {
    expect(printed[5]).toBe('204')
    const { key } = JSON.parse(printed[0] ?? '')
    const refused = await fetch(`${sluice.url}/whoami`, { headers: { authorization: `Bearer ${key}` } })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  it('answers an assistant from the data', () => {
    const { result } = JSON.parse(printed[6] ?? '')
    expect(result.structuredContent).toEqual({ count: expect.any(Number) })
    expect(result.structuredContent.count).toBeGreaterThan(50)
  })

  it('tells another program about a route that an assistant adds, and its log which tool it was', async () => {
    const owner = ownerClient(sluice)
    const permit = (_id: string, rest: object) =>
      owner.json('POST', '/acl', { _id, roles: ['assistant'], priority: 100, ...rest })
    await permit('assistant-adds', {
      predicate: "path('/routes') and method('POST')",
      mongo: { mergeRequest: { addedBy: '@user._id' } },
    })
    await permit('assistant-calls', { predicate: "path('/mcp')", mcp: { write: true } })
    const [, credentials = ''] = /-u '([^']+)'/.exec(sluice.walk()[6] ?? '') ?? []
    const issued = await fetch(`${sluice.url}/keys`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(credentials)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'assistant', roles: ['assistant'], expiresIn: 1 }),
    })
    const { key }: { key: string } = JSON.parse(await issued.text())
    const client = await eventually(() => connectClient({ url: `${sluice.url}/mcp`, authorization: `Bearer ${key}` }))
    const document = { origin: 'SFO', destination: 'OAK', flights: 1 }
    const called = { name: 'create_document', arguments: { collection: 'routes', document } }
    const made = await eventually(() => client.callTool(called))
    expect(made.structuredContent).toMatchObject({ document: { ...document, addedBy: 'amelia' } })
    await client.close()
    const [webhook] = await owner.json<{ _id: string }[]>('GET', '/webhooks')
    const logs = `/webhooks/${webhook?._id}/logs`
    const entry = await eventually(async () => {
      const { items } = await owner.json<{ items: { _id: string }[] }>('GET', `${logs}?status=success`)
      for (const { _id } of items) {
        const detail = await owner.json<{ eventId: string }>('GET', `${logs}/${_id}`)
        if (JSON.stringify(detail).includes('OAK')) return detail
      }
      return false
    })
    expect(JSON.stringify(entry)).toMatch(/"through":\{[^}]*"tool":"create_document"/)
  })

  it('logs the delivery as a success, and what did not match as skipped, with the reason', async () => {
    const owner = ownerClient(sluice)
    const [webhook] = await owner.json<{ _id: string }[]>('GET', '/webhooks')
    const logs = await eventually(async () => {
      const { items } = await owner.json<{ items: { _id: string; status: string }[] }>(
        'GET',
        `/webhooks/${webhook?._id}/logs`,
      )
      const statuses = items.map(({ status }) => status)
      return statuses.includes('success') && statuses.includes('skipped') ? items : false
    })
    const skipped = logs.find(({ status }) => status === 'skipped')
    const detail = await owner.json<{ conditionEvaluation: { matched: boolean; explanation: unknown } }>(
      'GET',
      `/webhooks/${webhook?._id}/logs/${skipped?._id}`,
    )
    expect(detail.conditionEvaluation.matched).toBe(false)
    expect(JSON.stringify(detail.conditionEvaluation.explanation)).toContain('is false')
  })

  it('logs a delivery that nobody answered as failed, with its stage', async () => {
    const owner = ownerClient(sluice)
    await owner.json('POST', '/webhooks', {
      name: 'Nobody home',
      condition: "path('/whoami')",
      url: 'https://sluice.invalid/',
    })
    await owner.json('GET', '/whoami')
    const { items: webhooks } = { items: await owner.json<{ _id: string; name: string }[]>('GET', '/webhooks') }
    const id = webhooks.find(({ name }) => name === 'Nobody home')?._id
    const failed = await eventually(async () => {
      const { items } = await owner.json<{ items: { _id: string }[] }>('GET', `/webhooks/${id}/logs?status=failed`)
      return items[0] ?? false
    })
    const detail = await owner.json<{ error: { stage: string; message: string } }>(
      'GET',
      `/webhooks/${id}/logs/${failed._id}`,
    )
    expect(detail.error).toMatchObject({ stage: expect.any(String), message: expect.any(String) })
  })

  it('shows no secret in what it logged', async () => {
    const owner = ownerClient(sluice)
    const [webhook] = await owner.json<{ _id: string }[]>('GET', '/webhooks')
    const { items } = await owner.json<{ items: { _id: string }[] }>('GET', `/webhooks/${webhook?._id}/logs`)
    const details = await Promise.all(
      items.map(({ _id }) => owner.text('GET', `/webhooks/${webhook?._id}/logs/${_id}`)),
    )
    const { key } = JSON.parse(printed[0] ?? '')
    for (const detail of details) {
      expect(detail).not.toContain(key)
      expect(detail).not.toContain(sluice.ownerPassword)
    }
  })
})
