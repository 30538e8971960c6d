import { setInterval as every } from 'node:timers/promises'
import type { ClusterWorld } from './cluster-world.ts'
import { type Figure, quantile } from './figure.ts'
import { startTarget } from './standalone.ts'

const REQUESTS_PER_SECOND = 200
const WARM_UP_SECONDS = 5
const SECONDS = 20
const TICK_MS = 10

/** From the sending of a write to the arrival of its delivery, over both gateways, with nothing pinned. */
export async function measureDelivery(world: ClusterWorld): Promise<Figure[]> {
  const target = await startTarget()
  const condition = "path('/routes') and method('POST')"
  const webhook = { name: 'bench', condition, url: `http://127.0.0.1:${target.port}/` }
  const { _id } = await world.owner.json<{ _id: string }>('POST', '/webhooks', webhook)
  await send(world, WARM_UP_SECONDS)
  await untilArrived(target.latencies, WARM_UP_SECONDS)
  await send(world, SECONDS)
  await untilArrived(target.latencies, WARM_UP_SECONDS + SECONDS)
  await world.owner.text('DELETE', `/webhooks/${_id}`)
  target.close()
  const latencies = target.latencies.slice(WARM_UP_SECONDS * REQUESTS_PER_SECOND)
  const name = `event to target at ${REQUESTS_PER_SECOND}/s`
  return [
    { name: `${name}, p50`, value: quantile(latencies, 0.5), unit: 'ms', bar: '< 100' },
    { name: `${name}, p99`, value: quantile(latencies, 0.99), unit: 'ms', bar: '< 500' },
  ]
}

async function send(world: ClusterWorld, seconds: number): Promise<void> {
  const key = await world.issue()
  const gateways = [world.through(0, key), world.through(1, key)] as const
  const wanted = seconds * REQUESTS_PER_SECOND
  const pending: Promise<unknown>[] = []
  const startedAt = performance.now()
  for await (const _ of every(TICK_MS)) {
    const due = Math.min(wanted, Math.floor(((performance.now() - startedAt) / 1000) * REQUESTS_PER_SECOND))
    while (pending.length < due) {
      const gateway = gateways[pending.length % 2 === 0 ? 0 : 1]
      const body = { origin: 'SFO', destination: 'LIT', sentAt: Date.now() }
      pending.push(gateway.text('POST', '/routes', body))
    }
    if (due === wanted) break
  }
  await Promise.all(pending)
}

async function untilArrived(latencies: readonly number[], seconds: number): Promise<void> {
  for await (const _ of every(50)) if (latencies.length >= seconds * REQUESTS_PER_SECOND) return
}
