import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { type HttpClient, ownerClient } from '../http-client.ts'
import { type DeliveryReceiver, startReceiver } from '../receiver.ts'
import type { SluiceTarget } from '../target.ts'
import { readLog } from './webhook-log.ts'

const WRITES = 1000
const DELIVERIES = 200
const PARALLEL = 20

/** What SIGKILL in the middle of the work leaves behind. */
export function describeCrashes(target: () => SluiceTarget): void {
  describe('a crash', () => {
    let receiver: DeliveryReceiver
    const owner = (index: 0 | 1) => ownerClient({ url: target().urls[index], ownerPassword: target().ownerPassword })

    beforeAll(async () => {
      receiver = await startReceiver(target().receiver)
    })
    afterAll(() => receiver.close())

    /** Live at once on the gateway that saves it. */
    const makeWebhook = async (collection: string, index: 0 | 1) => {
      await owner(index).json('PUT', `/${collection}`)
      const condition = `path('/${collection}') and method('POST')`
      const url = `${receiver.url}/${collection}`
      return (
        await owner(index).json<{ _id: string }>('POST', '/webhooks', {
          name: collection,
          condition,
          url,
          timeout_ms: 30_000,
        })
      )._id
    }

    const delivered = (collection: string) =>
      receiver.deliveries.flatMap(({ path, body }) => {
        const { request } = JSON.parse(body) as { request: { body?: { number?: number } } }
        return path === `/${collection}` ? [Number(request.body?.number)] : []
      })

    it('of a gateway in the middle of 1,000 writes loses none that was acknowledged, nor its event', async () => {
      await makeWebhook('ledger', 0)
      const { gateway } = target()
      const acknowledged = await writeAll(owner(0), '/ledger', {
        count: WRITES,
        onAcknowledged: total => (total === WRITES / 2 ? gateway.kill() : undefined),
      })
      expect(acknowledged.length).toBeGreaterThanOrEqual(WRITES / 2)
      expect(acknowledged.length).toBeLessThan(WRITES)
      await gateway.start()
      const stored = await owner(0).json<{ number: number }[]>('GET', '/ledger?pagesize=1000')
      const numbers = new Set(stored.map(({ number }) => number))
      expect(acknowledged.filter(number => !numbers.has(number))).toEqual([])
      await eventually(
        () => {
          const told = new Set(delivered('ledger'))
          expect(acknowledged.filter(number => !told.has(number))).toEqual([])
        },
        { timeoutMs: 60_000, what: 'an event of each acknowledged write' },
      )
    }, 120_000)

    it('of a dispatcher in the middle of 200 deliveries loses none, and no execution has two entries', async () => {
      const id = await makeWebhook('orders', 1)
      const { dispatcher } = target()
      receiver.holdFrom(receiver.deliveries.length + DELIVERIES / 2)
      await writeAll(owner(1), '/orders', { count: DELIVERIES })
      await eventually(() => expect(receiver.held()).toBeGreaterThan(0), { what: 'deliveries in flight' })
      await dispatcher.kill()
      receiver.release()
      await dispatcher.start()
      const read = () => readLog(owner(1), id, 'success')
      await eventually(async () => expect(await read()).toHaveLength(DELIVERIES), {
        timeoutMs: 90_000,
        what: 'every delivery logged',
      })
      expect(new Set((await read()).map(({ eventId }) => eventId)).size).toBe(DELIVERIES)
      expect(new Set(delivered('orders')).size).toBe(DELIVERIES)
    }, 180_000)
  })
}

type CountedWrites = { count: number; onAcknowledged?(total: number): Promise<void> | undefined }

/** Writes in parallel until all is written or nobody answers. @returns the numbers that were acknowledged */
async function writeAll(owner: HttpClient, path: string, { count, onAcknowledged }: CountedWrites): Promise<number[]> {
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
      await onAcknowledged?.(acknowledged.length)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  return acknowledged
}
