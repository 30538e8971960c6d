import { setTimeout as wait } from 'node:timers/promises'
import { processesOf } from '../experiment/harm.ts'
import type { FaultMatrixRow } from '../experiment/row.ts'

const EVERY_MS = 5_000

export const f18: FaultMatrixRow = {
  id: 'F18',
  title: 'a dispatcher joins or leaves every 5 s; then one is frozen 60 s and wakes',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 300 },
  quietWithinMs: 120_000,
  async fault({ cluster, harm, random, extent }) {
    const residents = processesOf(cluster, 'webhook-dispatcher')
    const guest = await cluster.addDispatcher()
    const end = performance.now() + 1000 * extent
    for (let isThere = true; performance.now() < end; isThere = !isThere) {
      await Promise.all([wait(EVERY_MS), isThere ? guest.leave() : guest.restart()])
    }
    // As long as the joins and leaves, up to the minute that is promised.
    await harm.freezeFor(random.pick(residents), 1000 * Math.min(extent, 60))
  },
}
