import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from '../figure.ts'
import { measureDelivery } from './delivery.ts'
import { openClusterWorld } from './open-cluster-world.ts'
import { measureIdleCpu, measureMemory } from './processes.ts'
import { measureRevocations } from './revocation.ts'

/** V8 collects on its own for most of a minute after a start. */
const REST_MS = 60_000
/** After load, what was begun has ended then. */
const SETTLE_MS = 15_000

/** Speed and memory of a cluster of processes on real backends of its own; takes about four minutes. */
export async function measureCluster(): Promise<Figure[]> {
  const world = await openClusterWorld()
  try {
    // One that never matches: from now on every request is an event.
    await world.owner.json('POST', '/webhooks', {
      name: 'never',
      condition: "path('/nowhere')",
      url: 'http://127.0.0.1:9/',
    })
    await wait(REST_MS)
    const idle = await measureIdleCpu(world.cluster)
    const atRest = await measureMemory(world.cluster, 'at rest')
    const delivery = await measureDelivery(world)
    await wait(SETTLE_MS)
    const afterLoad = await measureMemory(world.cluster, 'after the load')
    const revocations = await measureRevocations(world)
    return [...delivery, ...revocations, ...idle, ...atRest, ...afterLoad]
  } finally {
    await world.stop()
  }
}
