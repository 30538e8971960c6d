import { setTimeout as wait } from 'node:timers/promises'
import { type Figure, quantile } from '../figure.ts'
import type { BenchKey, ClusterWorld } from './open-cluster-world.ts'

const HEALTHY = 100
const FROZEN = 20
/** Two polls of the change log: then every gateway holds every key. */
const ALL_KNOW_MS = 5_000
const ASK_AGAIN_MS = 1

/** From the answer to a revocation through one gateway to the first refusal by the other. */
export async function measureRevocations(world: ClusterWorld): Promise<Figure[]> {
  const keys: BenchKey[] = []
  while (keys.length < HEALTHY + FROZEN) keys.push(await world.issue())
  await wait(ALL_KNOW_MS)
  const healthy = await revokeAll(world, keys.slice(0, HEALTHY))
  world.redis.freeze()
  const frozen = await revokeAll(world, keys.slice(HEALTHY)).finally(() => world.redis.thaw())
  const name = 'revoked to refused by the other gateway'
  return [
    { name: `${name}, p50 of ${HEALTHY}`, value: quantile(healthy, 0.5), unit: 'ms', bar: '' },
    { name: `${name}, p99 of ${HEALTHY}`, value: quantile(healthy, 0.99), unit: 'ms', bar: '≤ 1,000' },
    { name: `${name}, Redis frozen, worst of ${FROZEN}`, value: Math.max(...frozen), unit: 'ms', bar: '≤ 20,000' },
  ]
}

async function revokeAll(world: ClusterWorld, keys: readonly BenchKey[]): Promise<number[]> {
  const latencies: number[] = []
  for (const key of keys) {
    const there = world.through(1, key)
    await world.amelia.text('DELETE', `/keys/${key._id}`)
    const revokedAt = performance.now()
    while ((await there.status('GET', '/whoami')) !== 401) await wait(ASK_AGAIN_MS)
    latencies.push(performance.now() - revokedAt)
  }
  return latencies
}
