import { setTimeout as wait } from 'node:timers/promises'
import { openBusProbe } from '../cluster/bus-probe.ts'
import { backendOf } from '../experiment/harm.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { openSizedRequests, type SizedRequests, SMALL_RECORD_BYTES } from './sized-requests.ts'

const SLOW_MS = 2_000
const BETWEEN_MS = 5_000

export const f5: FaultMatrixRow = {
  id: 'F5',
  title: 'every answer of the broker comes 2 s late; then it refuses all records, then those above 8 KiB',
  runsOn: ['cluster'],
  bars: { availability: 1, p99Factor: 1.1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 60 },
  quietWithinMs: 120_000,
  hasBrokerWays: true,
  async fault(situation) {
    const { cluster, harm, extent } = situation
    const ways = [...cluster.brokerWays.values()]
    const sized = await openSizedRequests(situation)
    await sized.sendFor(BETWEEN_MS / 1000, false)
    await harm.phase('slow', async () => {
      for (const way of ways) way.delay(SLOW_MS)
      await wait(1000 * extent)
      for (const way of ways) way.delay(0)
    })
    await wait(BETWEEN_MS)
    await harm.phase('not enough replicas', async () => {
      for (const way of ways) way.refuseRecords(true)
      await wait(1000 * extent)
      for (const way of ways) way.refuseRecords(false)
    })
    harm.remark(`${ways.reduce((sum, way) => sum + way.refused(), 0)} times records were refused`)
    await wait(BETWEEN_MS)
    await harm.phase('message too large', () => sendTooLarge(situation, sized))
    return async () => {
      const verdict = await sized.judge()
      sized.close()
      return verdict
    }
  },
}

async function sendTooLarge({ cluster, extent }: RowSituation, sized: SizedRequests): Promise<void> {
  const bus = await openBusProbe(backendOf(cluster, 'kafka').address)
  const before = await bus.allowBytes(SMALL_RECORD_BYTES)
  await sized.sendFor(extent, true)
  // What was sent last may still be on its way, and would fit after all.
  await sized.untilTold()
  await bus.allowBytes(before)
  await bus.close()
}
