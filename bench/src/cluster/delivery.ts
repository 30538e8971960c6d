import { setInterval as every } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'
import { contextSwitchesOf } from '../cpu/measured-process.ts'
import { type Figure, quantile } from '../figure.ts'
import { startTarget } from '../standalone.ts'
import type { ClusterWorld } from './open-cluster-world.ts'

const REQUESTS_PER_SECOND = 200
const WARM_UP_SECONDS = 5
const SECONDS = 20
const TICK_MS = 10
const CONNECTIONS = 50
const ARRIVE_WITHIN_MS = 30_000

/** From the sending of a write to the arrival of its delivery, over both gateways, with nothing pinned. */
export async function measureDelivery(world: ClusterWorld): Promise<Figure[]> {
  const target = await startTarget()
  const condition = "path('/routes') and method('POST')"
  const webhook = { name: 'bench', condition, url: `http://127.0.0.1:${target.port}/` }
  const { _id } = await world.owner.json<{ _id: string }>('POST', '/webhooks', webhook)
  const atFirst = await send(world, WARM_UP_SECONDS)
  await untilArrived(target.latencies, atFirst)
  const processes = world.cluster.processes.map(({ label, pid }) => ({ label, pid: pid() }))
  const before = await contextSwitchesOf(processes)
  const taken = await send(world, SECONDS)
  await untilArrived(target.latencies, atFirst + taken)
  const switches = (await contextSwitchesOf(processes)) - before
  await world.owner.text('DELETE', `/webhooks/${_id}`)
  target.close()
  const latencies = target.latencies.slice(atFirst)
  const name = `event to target at ${REQUESTS_PER_SECOND}/s`
  return [
    { name: `${name}, p50`, value: quantile(latencies, 0.5), unit: 'ms', bar: '< 100' },
    { name: `${name}, p99`, value: quantile(latencies, 0.99), unit: 'ms', bar: '< 500' },
    { name: `${name}, writes refused`, value: SECONDS * REQUESTS_PER_SECOND - taken, unit: '', bar: '0' },
    { name: `${name}, context switches of Sluice an event`, value: switches / taken, unit: '', bar: '≤ 30' },
  ]
}

/** @returns how many writes were taken */
async function send(world: ClusterWorld, seconds: number): Promise<number> {
  const key = await world.issue()
  const headers = { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' }
  const gateways = world.cluster.gateways.map(({ url }) => new Pool(url, { connections: CONNECTIONS }))
  const wanted = seconds * REQUESTS_PER_SECOND
  const pending: Promise<boolean>[] = []
  const startedAt = performance.now()
  for await (const _ of every(TICK_MS)) {
    const due = Math.min(wanted, Math.floor(((performance.now() - startedAt) / 1000) * REQUESTS_PER_SECOND))
    while (pending.length < due) {
      const body = JSON.stringify({ origin: 'SFO', destination: 'LIT', sentAt: Date.now() })
      const gateway = gateways[pending.length % gateways.length]
      pending.push(isTaken(gateway?.request({ method: 'POST', path: '/routes', headers, body })))
    }
    if (due === wanted) break
  }
  const outcomes = await Promise.all(pending)
  await Promise.all(gateways.map(gateway => gateway.close()))
  return outcomes.filter(isTrue => isTrue).length
}

async function isTaken(asked: Promise<Dispatcher.ResponseData> | undefined): Promise<boolean> {
  try {
    const answer = await asked
    await answer?.body.dump()
    return answer?.statusCode === 201
  } catch {
    return false
  }
}

/** What has not come by then is missing from the figures, which says enough. */
async function untilArrived(latencies: readonly number[], count: number): Promise<void> {
  const end = performance.now() + ARRIVE_WITHIN_MS
  for await (const _ of every(50)) if (latencies.length >= count || performance.now() > end) return
}
