import { setTimeout as wait } from 'node:timers/promises'
import { brokerWayOf, processesOf } from '../experiment/harm.ts'
import type { FaultMatrixRow } from '../experiment/row.ts'

const BETWEEN_MS = 10_000

export const f4: FaultMatrixRow = {
  id: 'F4',
  title: 'a gateway is cut from the brokers, then a dispatcher from its coordinator, which is all that it has of them',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 60 },
  // A group session ends after 30 s, and a lease is taken over within 45 s.
  quietWithinMs: 120_000,
  hasBrokerWays: true,
  async fault({ cluster, harm, random, extent }) {
    for (const role of ['gateway', 'webhook-dispatcher'] as const) {
      const victim = random.pick(processesOf(cluster, role))
      await harm.phase(`${victim.name} cut`, () => harm.cutFor(victim, brokerWayOf(cluster, victim), 1000 * extent))
      await wait(BETWEEN_MS)
    }
  },
}
