import { setTimeout as wait } from 'node:timers/promises'
import { openClusterWorld } from '../cluster/open-cluster-world.ts'
import type { Figure } from '../figure.ts'
import { countAtBackends } from './count-at-backends.ts'
import { type CommandCounts, type CountingWay, HEARTBEAT, startRedisWay, startStoreWay } from './counting-way.ts'

/** What was begun by the start and by the small world has ended then. */
const SETTLE_MS = 20_000
const COUNTED_MS = 30_000
const MAX_PER_SECOND = 2
const BAR = `≤ ${MAX_PER_SECOND}`

type CountingWays = { label: string; store: CountingWay; redis: CountingWay }
type ProcessCounts = { label: string; store: CommandCounts; redis: CommandCounts }

/**
 * What each process of a cluster asks of the store and of Redis while nobody asks anything of it. The heartbeats of the
 * store's driver, by which its loss is noticed, stand apart; what the two backends have counted themselves holds them.
 */
export async function measureAtRest(): Promise<Figure[]> {
  const ways: CountingWays[] = []
  const world = await openClusterWorld({}, async (label, { MONGODB_URI = '', REDIS_URL = '' }) => {
    const [store, redis] = await Promise.all([startStoreWay(MONGODB_URI), startRedisWay(REDIS_URL)])
    ways.push({ label, store, redis })
    return { MONGODB_URI: store.url, REDIS_URL: redis.url }
  })
  try {
    await wait(SETTLE_MS)
    const backendsBefore = await countAtBackends(world)
    const before = ways.map(read)
    const startedAt = performance.now()
    await wait(COUNTED_MS)
    const after = ways.map(read)
    const seconds = (performance.now() - startedAt) / 1_000
    const backendsAfter = await countAtBackends(world)
    const rates = after.map((counts, index) => ratesOf(counts, before[index], seconds))
    const atBackends = ratesOf({ label: 'by their own count', ...backendsAfter }, backendsBefore, seconds)
    return [...judge(rates), figureOf(atBackends, '')]
  } finally {
    await world.stop()
    for (const { store, redis } of ways) for (const way of [store, redis]) way.close()
  }
}

const read = ({ label, store, redis }: CountingWays): ProcessCounts => ({
  label,
  store: store.counted(),
  redis: redis.counted(),
})

/** Counts how often each command was sent, a second. */
function ratesOf(
  after: ProcessCounts,
  before: Omit<ProcessCounts, 'label'> | undefined,
  seconds: number,
): ProcessCounts {
  const rates = (now: CommandCounts, then: CommandCounts | undefined) =>
    new Map([...now].map(([name, count]) => [name, (count - (then?.get(name) ?? 0)) / seconds]))
  return { label: after.label, store: rates(after.store, before?.store), redis: rates(after.redis, before?.redis) }
}

function judge(rates: readonly ProcessCounts[]): Figure[] {
  const own = rates.map(withoutHeartbeats)
  const over = own.filter(process => totalOf(process) > MAX_PER_SECOND).length
  return [
    ...own.map(process => figureOf(process, BAR)),
    { name: `mean of ${own.length} processes`, value: meanOf(own.map(totalOf)), unit: '/s', bar: BAR },
    { name: 'processes over the bar', value: over, unit: '', bar: '0' },
    { name: "mean with the driver's heartbeats", value: meanOf(rates.map(totalOf)), unit: '/s', bar: '' },
  ]
}

const figureOf = (rates: ProcessCounts, bar: string): Figure => ({
  name: `commands of ${rates.label}`,
  detail: `store ${listed(rates.store)}; Redis ${listed(rates.redis)}`,
  value: totalOf(rates),
  unit: '/s',
  bar,
})

const withoutHeartbeats = (rates: ProcessCounts): ProcessCounts => ({
  ...rates,
  store: new Map([...rates.store].filter(([name]) => name !== HEARTBEAT)),
})

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const totalOf = ({ store, redis }: ProcessCounts): number => sumOf(store) + sumOf(redis)

const sumOf = (rates: CommandCounts): number => [...rates.values()].reduce((sum, rate) => sum + rate, 0)

/** The most frequent first. */
function listed(rates: CommandCounts): string {
  const sent = [...rates].filter(([, rate]) => rate > 0).toSorted(([, one], [, other]) => other - one)
  return sent.map(([name, rate]) => `${name} ${rate.toFixed(2)}`).join(', ') || 'nothing'
}
