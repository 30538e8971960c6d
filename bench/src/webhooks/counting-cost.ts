import { setTimeout as wait } from 'node:timers/promises'
import { pin } from '../cluster-processes.ts'
import { type Figure, figureOfRounds, median } from '../figure.ts'
import { type BenchTarget, startBenchTarget } from './targets.ts'
import { type BenchWebhookWorld, openWebhookWorld } from './webhook-world.ts'

const EVENTS = 2_000
/** Each has a round with counting and one without, one after the other. */
const CYCLES = 6
/** After so many of them there is one of events that match nothing. */
const CYCLES_PER_UNMATCHED = 3
/** The code of a delivery is fast after some thousands, in each of two processes. */
const WARM_UP_ROUNDS = 1
/** Longer than counts wait for the store, so that their writes fall into the round that they are of. */
const FLUSH_MS = 5_500
const SPREAD = 50
/** The longest that there is: a delivery that failed would never come. */
const TIMEOUT_MS = 30_000
/** How often each delivery is counted. What that adds is divided by it, and so is the noise of rounds. */
const TIMES = 20
const BAR = '≤ 3'
const SWITCHED = `--import ${new URL('counting-switch.js', import.meta.url).href}`

/** What the store holds is not what was counted, so that what was measured is not what it says. */
class WrongCountsError extends Error {
  override name = 'WrongCountsError'
}

/**
 * What counting adds to the CPU of a delivery. The same two dispatchers count and do not count in turn, as two processes of
 * the same program differ by more than what is looked for; and they count each delivery many times over, as two rounds of
 * one process do, too.
 */
export async function measureCountingCost(cores: string): Promise<Figure[]> {
  const world = await openWebhookWorld({}, { NODE_OPTIONS: SWITCHED, COUNTED_TIMES: String(TIMES) })
  try {
    if (cores !== '') for (const { pid } of world.cluster.dispatchers) pin(pid(), cores)
    const target = await startBenchTarget()
    const [one = '', ...others] = Array.from({ length: SPREAD }, (_, number) => `/counted-${number}`)
    const figures = [
      ...(await measureFor(world, target, [one])),
      ...(await measureFor(world, target, [one, ...others])),
    ]
    await target.close()
    return figures
  } finally {
    await world.stop()
  }
}

type CostRounds = { plain: number[]; counted: number[]; unmatched: number[] }

async function measureFor(world: BenchWebhookWorld, target: BenchTarget, paths: readonly string[]): Promise<Figure[]> {
  const ids: string[] = []
  for (const path of paths) ids.push(await world.addWebhook({ path, url: target.url, timeout_ms: TIMEOUT_MS }))
  const rounds = createRounds(world, target, paths)
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await rounds.run('counted')
  const costs: CostRounds = { plain: [], counted: [], unmatched: [] }
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const inTurn = cycle % 2 === 0 ? (['plain', 'counted'] as const) : (['counted', 'plain'] as const)
    for (const kind of inTurn) costs[kind].push(await rounds.run(kind))
    if (cycle % CYCLES_PER_UNMATCHED === 0) costs.unmatched.push(await rounds.run('unmatched'))
  }
  rounds.countAgain()
  await world.removeWebhooks(ids)
  const stored = await countStored(world, ids)
  if (stored !== rounds.counted()) throw new WrongCountsError(`The store has ${stored} of ${rounds.counted()}.`)
  return figuresOf(costs, paths.length === 1 ? 'one webhook' : `${paths.length} webhooks in turn`)
}

/** Runs rounds, each with counting or without. `run` resolves with the µs of CPU of an event. */
function createRounds(world: BenchWebhookWorld, target: BenchTarget, paths: readonly string[]) {
  let isOn = true
  let counted = 0
  let wanted = target.requests()
  function set(on: boolean): void {
    if (on !== isOn) for (const { pid } of world.cluster.dispatchers) process.kill(pid(), 'SIGUSR2')
    isOn = on
  }
  return {
    counted: () => counted,
    countAgain: () => set(true),
    async run(kind: keyof CostRounds): Promise<number> {
      set(kind === 'counted')
      if (kind === 'counted') counted += TIMES * EVENTS
      if (kind !== 'unmatched') wanted += EVENTS
      const sent = Array.from({ length: EVENTS }, (_, at) => paths[at % paths.length] ?? '')
      const before = await world.cpuMicros()
      const isDone = () => target.requests() >= wanted
      await world.workOff(kind === 'unmatched' ? sent.map(() => '/unmatched') : sent, isDone)
      await wait(FLUSH_MS)
      return ((await world.cpuMicros()) - before) / EVENTS
    },
  }
}

async function countStored({ store }: BenchWebhookWorld, ids: readonly string[]): Promise<number> {
  const hours = await store.collection({ db: 'sluice', collection: 'webhookHours' }).find({})
  const own = hours.filter(({ _id }) => ids.some(id => String(_id).endsWith(`.${id}`)))
  return own.reduce((sum, { success }) => sum + Number(success ?? 0), 0)
}

function figuresOf({ plain, counted, unmatched }: CostRounds, of: string): Figure[] {
  const delivery = median(plain) - median(unmatched)
  const shareOf = (micros: number) => (100 * micros) / delivery
  const added = counted.map((cost, cycle) => (cost - (plain[cycle] ?? Number.NaN)) / TIMES)
  const apart = plain.slice(1).map((cost, cycle) => Math.abs(cost - (plain[cycle] ?? Number.NaN)))
  return [
    { name: `CPU of a delivery of ${of}, not counted`, value: delivery, unit: 'µs', bar: '' },
    figureOfRounds(added.map(shareOf), { name: `counting adds to a delivery of ${of}`, unit: '%', bar: BAR }),
    { name: `counting adds to a delivery of ${of}, in CPU`, value: median(added), unit: 'µs', bar: '' },
    { name: `rounds of ${of} without counting, one from the next`, value: shareOf(median(apart)), unit: '%', bar: '' },
  ]
}
