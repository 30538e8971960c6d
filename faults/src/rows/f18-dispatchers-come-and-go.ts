import { setTimeout as wait } from 'node:timers/promises'
import { processesOf, storeProxyOf } from '../experiment/harm.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'

const EVERY_MS = 5_000

export const f18: FaultMatrixRow = {
  id: 'F18',
  title: 'a dispatcher joins or leaves every 5 s; then one is frozen 60 s and wakes',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 300 },
  quietWithinMs: 120_000,
  async fault(situation) {
    const { cluster, harm, random, extent } = situation
    const residents = processesOf(cluster, 'webhook-dispatcher')
    await comeAndGo(situation)
    // As long as the joins and leaves, up to the minute that is promised.
    await harm.freezeFor(random.pick(residents), 1000 * Math.min(extent, 60))
  },
}

const HELD_MS = 1_000
const HELD_SHARE = 0.5
const EXECUTIONS = /^webhookExecutions/

/**
 * What a dispatcher sends goes out while its claim is on its way: whoever has the event next is to find that, also where his own would be
 * there at once.
 */
export const f18HeldClaims: FaultMatrixRow = {
  ...f18,
  id: 'F18-held-claims',
  title:
    'a dispatcher joins or leaves every 5 s, and the store hears of every other execution a second after its target',
  extent: { unit: 'seconds', promised: 120 },
  hasStoreProxy: true,
  async fault(situation) {
    const { cluster, random } = situation
    const way = storeProxyOf(cluster)
    way.treat((command, collection) =>
      command === 'insert' && EXECUTIONS.test(collection) && random.next() < HELD_SHARE
        ? { kind: 'held', ms: HELD_MS }
        : { kind: 'pass' },
    )
    await comeAndGo(situation)
    way.heal()
  },
}

/** Joins and leaves for as long as the row lasts. */
async function comeAndGo({ cluster, extent }: RowSituation): Promise<void> {
  const guest = await cluster.addDispatcher()
  const end = performance.now() + 1000 * extent
  for (let isThere = true; performance.now() < end; isThere = !isThere) {
    await Promise.all([wait(EVERY_MS), isThere ? guest.leave() : guest.restart()])
  }
}
