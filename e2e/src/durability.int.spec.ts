import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { ownerClient } from './owner-client.ts'
import { type SluiceProcess, startSluice } from './sluice-process.ts'

const WRITES = 1000
const DELIVERIES = 200
const PARALLEL = 20

type Entry = { _id: string; eventId: string; status: string }

/** Counts what arrives by webhook-id; the first answers wait until they are let go, so that a crash finds them in flight. */
async function startReceiver() {
  const received = new Map<string, number>()
  const held: (() => void)[] = []
  let isHolding = true
  const server: Server = createServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    received.set(id, (received.get(id) ?? 0) + 1)
    request.resume()
    request.on('end', () => {
      const answer = () => response.end()
      if (isHolding && received.size > DELIVERIES / 2) held.push(answer)
      else answer()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const release = () => {
    isHolding = false
    for (const answer of held) answer()
  }
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port, received, held, release, close }
}

describe('a crash', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let settings: Record<string, string>
  let sluice: SluiceProcess
  let ownerPassword: string

  beforeAll(async () => {
    receiver = await startReceiver()
    settings = {
      DATA_DIR: await temporaryDirectory(),
      SLUICE_DEMO: '0',
      SLUICE_ADMIN_PASSWORD: 'a password for this test',
      WEBHOOK_ALLOW_CIDRS: `127.0.0.1/32:${receiver.port}`,
    }
    ownerPassword = settings.SLUICE_ADMIN_PASSWORD ?? ''
    sluice = await startSluice(settings)
    const owner = ownerClient({ url: sluice.url, ownerPassword })
    await owner.json('PUT', '/ledger')
    await owner.json('PUT', '/orders')
    await owner.json('POST', '/plugins/webhooks/enable')
  }, 60_000)
  afterAll(async () => {
    receiver.close()
    await sluice.interrupt()
  })

  /** Sends until the process dies. @returns what was acknowledged */
  async function writeUntilDeath(path: string, count: number, killAfter: number): Promise<number[]> {
    const owner = ownerClient({ url: sluice.url, ownerPassword })
    const acknowledged: number[] = []
    let next = 0
    const worker = async () => {
      while (next < count) {
        const number = next++
        try {
          await owner.json('POST', path, { _id: `n${number}`, number })
        } catch {
          return
        }
        acknowledged.push(number)
        if (acknowledged.length === killAfter) await sluice.kill()
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, worker))
    return acknowledged
  }

  it('in the middle of 1,000 writes loses none that was acknowledged', async () => {
    const acknowledged = await writeUntilDeath('/ledger', WRITES, WRITES / 2)
    expect(acknowledged.length).toBeGreaterThanOrEqual(WRITES / 2)
    expect(acknowledged.length).toBeLessThan(WRITES)
    sluice = await startSluice(settings)
    const owner = ownerClient({ url: sluice.url, ownerPassword })
    const stored = await owner.json<{ number: number }[]>('GET', '/ledger?pagesize=1000')
    const numbers = new Set(stored.map(({ number }) => number))
    expect(acknowledged.filter(number => !numbers.has(number))).toEqual([])
  }, 60_000)

  it('in the middle of 200 deliveries loses none, and no execution has two entries', async () => {
    const owner = ownerClient({ url: sluice.url, ownerPassword })
    const { _id } = await owner.json<{ _id: string }>('POST', '/webhooks', {
      name: 'Orders',
      condition: "path('/orders') and method('POST')",
      url: `http://127.0.0.1:${receiver.port}/`,
      timeout_ms: 30_000,
    })
    const writer = writeUntilDeath('/orders', DELIVERIES, DELIVERIES + 1)
    await eventually(() => expect(receiver.held.length).toBeGreaterThan(0), {
      timeoutMs: 50_000,
      what: 'deliveries in flight',
    })
    await writer
    await sluice.kill()
    receiver.release()

    sluice = await startSluice(settings)
    const restarted = ownerClient({ url: sluice.url, ownerPassword })
    const readEntries = async (): Promise<Entry[]> => {
      const entries: Entry[] = []
      let cursor = ''
      do {
        const page = await restarted.json<{ items: Entry[]; next: string | null }>(
          'GET',
          `/webhooks/${_id}/logs?status=success${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        )
        entries.push(...page.items)
        cursor = page.next ?? ''
      } while (cursor)
      return entries
    }
    await eventually(async () => expect(await readEntries()).toHaveLength(DELIVERIES), {
      timeoutMs: 60_000,
      what: 'every delivery logged',
    })
    const entries = await readEntries()
    expect(new Set(entries.map(({ eventId }) => eventId)).size).toBe(DELIVERIES)
    expect(receiver.received.size).toBe(DELIVERIES)
  }, 120_000)
})
