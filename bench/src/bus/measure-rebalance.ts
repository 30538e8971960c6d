import { setTimeout as wait } from 'node:timers/promises'
import type { Bus } from '@sluice/bus'
import { openKafkaBus } from '@sluice/bus/kafka'
import { type Figure, quantile } from '../figure.ts'
import { type BusWorld, makeTopic } from './bench-world.ts'
import { PORT_CANDIDATES } from './candidates.ts'
import type { PlainCandidate } from './handling.ts'
import type { ClientStart } from './orders.ts'
import { type BusClient, startClient } from './start-client.ts'

const PLAIN_CANDIDATES: readonly PlainCandidate[] = ['kafkajs-plain', 'platformatic-plain']
const MEMBERS = 3
const TICK_MS = 50
const PER_TICK = 10
/** One member alone, a second one joins, a third one; then the second one leaves. */
const PHASE_MS = 4_000
const AFTER_LEAVING_MS = 8_000
const HANDLED_AFTER_MS = 4_000

/** What members that come and go do to events that take 0.5 to 3 s each, at 200 a second. */
export async function measureRebalance(world: BusWorld): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const pair of [PORT_CANDIDATES, PLAIN_CANDIDATES]) {
    figures.push(...(await Promise.all(pair.map(candidate => comeAndGo(world, candidate)))).flat())
  }
  return figures
}

async function comeAndGo(world: BusWorld, candidate: string): Promise<Figure[]> {
  const topic = await makeTopic(world)
  const members: BusClient[] = []
  const bus = await openKafkaBus({ brokers: [world.broker.address], clientId: 'bench-load' })
  try {
    for (let index = 0; index < MEMBERS; index++) {
      members.push(await startClient(candidate, world.broker.address, world.clientCores))
    }
    return figuresOf(candidate, await run({ members, bus, of: { topic, group: candidate } }))
  } finally {
    for (const member of members) await member.end()
    await bus.close()
  }
}

type Ran = { sent: number; starts: readonly (readonly ClientStart[])[] }

type Cast = { members: readonly BusClient[]; bus: Bus; of: { topic: string; group: string } }

async function run({ members, bus, of }: Cast): Promise<Ran> {
  const [first, second, third] = members
  const join = (member: BusClient | undefined) => member?.ask({ kind: 'handle', ...of })
  const finish = async (member: BusClient | undefined) => (await member?.ask({ kind: 'finish' }))?.starts ?? []

  await join(first)
  const load = startLoad(bus, of.topic)
  await wait(PHASE_MS)
  await join(second)
  await wait(PHASE_MS)
  await join(third)
  await wait(PHASE_MS)
  const left = await finish(second)
  await wait(AFTER_LEAVING_MS)
  const sent = await load.stop()
  await wait(HANDLED_AFTER_MS)
  return { sent, starts: [left, ...(await Promise.all([finish(first), finish(third)]))] }
}

/** Events with rising numbers as keys, and the time of their sending as value. */
function startLoad(bus: Bus, topic: string) {
  const sends: Promise<void>[] = []
  let count = 0
  const timer = setInterval(() => {
    const value = Buffer.from(String(Date.now()))
    const records = Array.from({ length: PER_TICK }, () => ({ key: String(count++), value, headers: {} }))
    sends.push(bus.send(topic, records))
  }, TICK_MS)
  return {
    async stop(): Promise<number> {
      clearInterval(timer)
      await Promise.all(sends)
      return count
    },
  }
}

/** Counts of events, and the time from send to start. */
function figuresOf(candidate: string, { sent, starts }: Ran): Figure[] {
  const all = starts.flat().toSorted((a, b) => a.at - b.at)
  const byKey = Map.groupBy(all, ({ key }) => key)
  const twice = [...byKey.values()].filter(({ length }) => length > 1)
  const inOne = starts.reduce((sum, { length }, index) => sum + length - distinct(starts[index] ?? []), 0)
  const delays = [...byKey.values()].flatMap(([first]) => (first ? [first.delayMs] : []))
  const figure = (what: string, value: number, unit = ''): Figure => ({
    name: `two members join, one leaves: ${what}, ${candidate}`,
    value,
    unit,
    bar: '',
  })
  return [
    figure('events', sent),
    figure('never begun', sent - byKey.size),
    figure('begun twice', twice.length),
    figure('begun twice in one process', inOne),
    figure('send to start, p50', quantile(delays, 0.5), 'ms'),
    figure('send to start, p99', quantile(delays, 0.99), 'ms'),
    figure('send to start, longest', Math.max(...delays), 'ms'),
  ]
}

const distinct = (starts: readonly ClientStart[]) => new Set(starts.map(({ key }) => key)).size
