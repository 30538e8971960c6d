import { setInterval as every, setTimeout as wait } from 'node:timers/promises'
import { profileMissed } from '../cpu/profile-missed.ts'
import { type Figure, figureOfRounds, formatNumber, median, quantile } from '../figure.ts'
import { startTarget } from '../standalone.ts'
import { sendAtOnce, sendPaced, TARGET_HEADER, TARGETS } from './send-writes.ts'
import { openWrittenCluster, openWrittenProcess, type WrittenSluice } from './written-sluice.ts'

const DRAINED = 5_000
const ROUNDS = 3
const RATES = [50, 200] as const
const SECONDS = 20
const WARM_UP_SECONDS = 5
const ARRIVED_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 10
/** Within it the results of the last deliveries are in the store. */
const SETTLED_MS = 1_000
/** More than a webhook has by itself: what is measured is not to be held back. */
const MOST_PER_MINUTE = 60_000

type SluiceBars = { name: string; bars: { cpu: string; perSecond: string } }
type UsedByEach = ReadonlyMap<string, number>
/** How many a second were done, and the seconds of a core that each group used for 1,000 of them. */
type Drain = { perSecond: number; used: UsedByEach }
type Targets = { latencies: readonly number[][]; close(): void }

/**
 * Writes that are delivered once each, to four targets in turn: from when a write was due to its arrival at even rates, and
 * what 5,000 that are sent as fast as they are taken use of a core; then the same writes while nobody wants to hear of them.
 */
export async function measureWrites(): Promise<Figure[]> {
  const cluster = { name: 'cluster', bars: { cpu: '≤ 1.5', perSecond: '≥ 1,200' } }
  const process = { name: 'one process', bars: { cpu: '≤ 0.6', perSecond: '' } }
  return [
    ...(await measureSluice(cluster, await openWrittenCluster())),
    ...(await measureSluice(process, await openWrittenProcess())),
  ]
}

async function measureSluice(place: SluiceBars, sluice: WrittenSluice): Promise<Figure[]> {
  try {
    const targets = await startTargets(sluice)
    const figures: Figure[] = []
    for (const perSecond of RATES) figures.push(...(await measurePaced(place, { sluice, targets, perSecond })))
    figures.push(...(await measureDrains(place, sluice, targets)))
    await targets.forget()
    figures.push(...(await measureUnheard(place, sluice)))
    targets.close()
    return figures
  } finally {
    await sluice.stop()
  }
}

async function startTargets({ owner }: WrittenSluice) {
  const targets = await Promise.all(Array.from({ length: TARGETS }, startTarget))
  const ids = targets.map(async ({ port }, at) => {
    const condition = `path('/routes') and method('POST') and equals(%{i,${TARGET_HEADER}}, '${at}')`
    const webhook = { name: `writes-${at}`, condition, url: `http://127.0.0.1:${port}/`, maxPerMinute: MOST_PER_MINUTE }
    return (await owner.json<{ _id: string }>('POST', '/webhooks', webhook))._id
  })
  const known = await Promise.all(ids)
  return {
    latencies: targets.map(({ latencies }) => latencies),
    async forget() {
      for (const id of known) await owner.text('DELETE', `/webhooks/${id}`)
    },
    close() {
      for (const target of targets) target.close()
    },
  }
}

const countArrived = ({ latencies }: Targets): number => latencies.reduce((sum, { length }) => sum + length, 0)

async function untilArrived(targets: Targets, count: number): Promise<void> {
  const end = performance.now() + ARRIVED_WITHIN_MS
  for await (const _ of every(LOOK_EVERY_MS)) {
    if (countArrived(targets) >= count) return
    if (performance.now() > end) throw new MissingDeliveriesError(`Only ${countArrived(targets)} of ${count} came.`)
  }
}

class MissingDeliveriesError extends Error {
  override name = 'MissingDeliveriesError'
}

async function measurePaced(
  { name }: SluiceBars,
  { sluice, targets, perSecond }: { sluice: WrittenSluice; targets: Targets; perSecond: number },
): Promise<Figure[]> {
  const send = async (seconds: number) => {
    const before = targets.latencies.map(({ length }) => length)
    const wanted = countArrived(targets) + perSecond * seconds
    await sendPaced(sluice, { perSecond, count: perSecond * seconds })
    await untilArrived(targets, wanted)
    return targets.latencies.flatMap((latencies, at) => latencies.slice(before[at]))
  }
  await send(WARM_UP_SECONDS)
  const startedAt = performance.now()
  const { result: latencies, usedMs } = await whileUsing(sluice, () => send(SECONDS))
  const tookMs = performance.now() - startedAt
  const used = new Map([...usedMs].map(([group, ms]) => [group, (100 * ms) / tookMs]))
  const isBarred = perSecond === 200
  const about = `${name}: write to target at ${perSecond}/s`
  return [
    { name: `${about}, p50`, value: quantile(latencies, 0.5), unit: 'ms', bar: isBarred ? '≤ 20' : '' },
    { name: `${about}, p99`, value: quantile(latencies, 0.99), unit: 'ms', bar: isBarred ? '≤ 60' : '' },
    costFigure([used], { name: `${about}, CPU`, unit: '% of a core', bar: '' }),
  ]
}

async function measureDrains({ name, bars }: SluiceBars, sluice: WrittenSluice, targets: Targets): Promise<Figure[]> {
  const run = () => {
    const wanted = countArrived(targets) + DRAINED
    return drain(sluice, () => untilArrived(targets, wanted))
  }
  await run()
  const rounds: Drain[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await run())
  const sent = DRAINED * (1 + ROUNDS) + RATES.reduce((sum, rate) => sum + rate * (WARM_UP_SECONDS + SECONDS), 0)
  const cpu = `${name}: CPU of 1,000 writes with a delivery`
  const figures = [
    costFigure(usedIn(rounds), { name: cpu, unit: 's', bar: bars.cpu }),
    figureOfRounds(
      rounds.map(({ perSecond }) => perSecond),
      { name: `${name}: writes with a delivery, first sent to last arrived`, unit: 'a second', bar: bars.perSecond },
    ),
    // Whoever came twice has come by now.
    { name: `${name}: deliveries that came twice`, value: countArrived(targets) - sent, unit: '', bar: '0' },
  ]
  return profileMissed(figures, [{ name: cpu, processes: sluice.processes.filter(isWorking), serve: run }])
}

/** Whether a process has something to do with a write. */
const isWorking = ({ label }: { label: string }): boolean => !/^(?:mcp|keys|graphql-apps)/.test(label)

/** What everybody has used together, with what each has of it. */
function costFigure(rounds: readonly UsedByEach[], figure: Pick<Figure, 'name' | 'unit' | 'bar'>): Figure {
  const sums = rounds.map(used => [...used.values()].reduce((sum, each) => sum + each, 0))
  const names = [...(rounds[0]?.keys() ?? [])]
  const shares = names.map(name => `${name} ${formatNumber(median(rounds.map(used => used.get(name) ?? 0)))}`)
  const [only = Number.NaN] = sums
  const measured = sums.length > 1 ? figureOfRounds(sums, figure) : { ...figure, value: only }
  return { ...measured, ...(names.length > 1 && { detail: shares.join(', ') }) }
}

async function measureUnheard({ name }: SluiceBars, sluice: WrittenSluice): Promise<Figure[]> {
  const rounds: Drain[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await drain(sluice, async () => {}))
  return [costFigure(usedIn(rounds), { name: `${name}: CPU of 1,000 writes that nobody hears of`, unit: 's', bar: '' })]
}

const usedIn = (rounds: readonly Drain[]): UsedByEach[] => rounds.map(({ used }) => used)

async function drain(sluice: WrittenSluice, untilDone: () => Promise<void>): Promise<Drain> {
  const { result: tookMs, usedMs } = await whileUsing(sluice, async () => {
    const startedAt = performance.now()
    await sendAtOnce(sluice, DRAINED)
    await untilDone()
    const ms = performance.now() - startedAt
    await wait(SETTLED_MS)
    return ms
  })
  const used = new Map([...usedMs].map(([group, ms]) => [group, ms / DRAINED]))
  return { perSecond: (1_000 * DRAINED) / tookMs, used }
}

/** @returns what `work` gives, and the ms of a core that each group has used meanwhile */
async function whileUsing<T>({ groups }: Pick<WrittenSluice, 'groups'>, work: () => Promise<T>) {
  const read = () => Promise.all(groups.map(group => group.usedMs()))
  const before = await read()
  const result = await work()
  const after = await read()
  const usedMs = new Map(groups.map(({ name }, at) => [name, (after[at] ?? Number.NaN) - (before[at] ?? Number.NaN)]))
  return { result, usedMs }
}
