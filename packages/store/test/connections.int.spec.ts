import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { type Backend, isAbsent, startBackend } from '@sluice/testkit/backends'
import { openMongoStore } from '../src/mongodb/index.ts'
import type { Store } from '../src/port.ts'

const describeHere = isAbsent('mongodb') ? describe.skip : describe

describeHere('the connections to MongoDB', () => {
  let backend: Backend
  let store: Store
  const open = new Set<Socket>()
  let answers = 0
  // Every answer takes a while, so that what is asked at once needs connections of its own.
  const relay = createServer(client => {
    const { hostname, port } = new URL(backend.address)
    const server = connect(Number(port), hostname)
    open.add(client)
    client.on('data', chunk => server.write(chunk))
    server.on('data', chunk => {
      answers += 1
      setTimeout(() => client.write(chunk), 20)
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined)
      one.once('close', () => {
        open.delete(client)
        other.destroy()
      })
    }
  })

  beforeAll(async () => {
    backend = await startBackend('mongodb')
    relay.listen(0, '127.0.0.1')
    await once(relay, 'listening')
    const { port } = relay.address() as { port: number }
    const uri = new URL(backend.address)
    uri.port = String(port)
    uri.searchParams.set('directConnection', 'true')
    store = await openMongoStore({ uri: uri.href, prefix: 'connections-' })
  }, 600_000)
  afterAll(async () => {
    await store?.close()
    relay.close()
    await backend?.stop()
  })

  it('that a rush has opened are given back when it is over', async () => {
    const documents = store.collection({ db: 'test', collection: 'c' })
    await documents.count({})
    const before = open.size
    await Promise.all(Array.from({ length: 40 }, () => documents.count({})))
    expect(open.size).toBeGreaterThan(before + 5)
    await eventually(() => open.size <= before + 1, { timeoutMs: 20_000 })
    expect(await documents.count({})).toBe(0)
  }, 60_000)

  it('bring one answer a second while nobody asks anything', async () => {
    const before = answers
    const since = performance.now()
    await eventually(() => performance.now() - since > 5_000)
    expect(answers - before).toBeLessThanOrEqual(6)
  }, 15_000)
})
