import { setTimeout as wait } from 'node:timers/promises'
import { type Figure, quantile } from '../figure.ts'
import { type BenchTarget, startBenchTarget } from './targets.ts'
import type { BenchWebhookWorld } from './webhook-world.ts'

const TARGETS = 5
const PER_SECOND = 200
const SECONDS = 30
const TICK_MS = 50
const SETTLE_MS = 10_000

type HangingFigures = { p99: number; arrived: number }

/** Four healthy targets beside one that never answers, against the same four beside a fifth that does. */
export async function measureHangingTarget(world: BenchWebhookWorld): Promise<Figure[]> {
  const alone = await runWith(world, false)
  const beside = await runWith(world, true)
  return [
    { name: 'p99 of four targets beside a healthy fifth', value: alone.p99, unit: 'ms', bar: '' },
    { name: 'p99 of four targets beside one that hangs', value: beside.p99, unit: 'ms', bar: '' },
    {
      name: 'p99 of four targets: beside one that hangs, against beside a healthy one',
      value: beside.p99 / alone.p99,
      unit: 'times',
      bar: '≤ 1.5',
    },
    {
      name: 'deliveries of four targets: beside one that hangs, against beside a healthy one',
      value: beside.arrived / alone.arrived,
      unit: 'times',
      bar: '≥ 0.9',
    },
  ]
}

async function runWith(world: BenchWebhookWorld, hangs: boolean): Promise<HangingFigures> {
  const others = await Promise.all(Array.from({ length: TARGETS - 1 }, () => startBenchTarget()))
  const targets = [await startBenchTarget({ hangs }), ...others]
  const ids = await Promise.all(targets.map(({ url }, at) => world.addWebhook({ path: pathOf(at), url })))
  const sentAt = await sendSteadily(world)
  const seen = judge(others, sentAt)
  await world.removeWebhooks(ids)
  await wait(SETTLE_MS)
  await Promise.all(targets.map(target => target.close()))
  return seen
}

const pathOf = (at: number) => `/isolation-${at}`

/** @returns when the events of each path were sent, in their order */
async function sendSteadily(world: BenchWebhookWorld): Promise<Map<string, number[]>> {
  const sentAt = new Map<string, number[]>()
  const startedAt = performance.now()
  for (let sent = 0; sent < SECONDS * PER_SECOND; ) {
    await wait(TICK_MS)
    const due = Math.min(SECONDS * PER_SECOND, Math.floor(((performance.now() - startedAt) / 1000) * PER_SECOND))
    const paths = Array.from({ length: due - sent }, (_, at) => pathOf((sent + at) % TARGETS))
    for (const path of paths) sentAt.set(path, [...(sentAt.get(path) ?? []), Date.now()])
    await world.send(paths)
    sent = due
  }
  return sentAt
}

/** Events of one path are all alike: the n-th to arrive is taken for the n-th that was sent. */
function judge(others: readonly BenchTarget[], sentAt: ReadonlyMap<string, number[]>): HangingFigures {
  const delays = others.flatMap(target =>
    target.arrivals().map(({ path, at }, order) => at - (sentAt.get(path)?.[order] ?? Number.NaN)),
  )
  return { p99: quantile(delays, 0.99), arrived: delays.length }
}
