import { setTimeout as wait } from 'node:timers/promises'
import type { Bus } from '@sluice/bus'
import { openKafkaBus } from '@sluice/bus/kafka'
import { makeTopic, type World } from './bench-world.ts'
import { PORT_CANDIDATES } from './candidates.ts'
import { quantile, seconds, type Table } from './figures.ts'
import type { PlainCandidate } from './handling.ts'
import type { Start } from './orders.ts'
import { type Client, startClient } from './start-client.ts'

const PLAIN_CANDIDATES: readonly PlainCandidate[] = ['kafkajs-plain', 'platformatic-plain']
const MEMBERS = 3
const TICK_MS = 50
const PER_TICK = 10
/** One member alone, a second one joins, a third one; then the second one leaves. */
const PHASE_MS = 4_000
const AFTER_LEAVING_MS = 8_000
const HANDLED_AFTER_MS = 4_000

/** What members that come and go do to events that take 0.5 to 3 s each, at 200 a second. */
export async function measureRebalance(world: World): Promise<Table> {
  const rows: string[][] = []
  for (const pair of [PORT_CANDIDATES, PLAIN_CANDIDATES]) {
    rows.push(...(await Promise.all(pair.map(candidate => comeAndGo(world, candidate)))))
  }
  const columns = ['', 'events', 'never begun', 'begun twice', 'in one process', 'unmarked', 'p50', 'p99', 'longest']
  return { title: 'Two members join, one leaves: starts, and time from send to start', columns, rows }
}

async function comeAndGo(world: World, candidate: string): Promise<string[]> {
  const topic = await makeTopic(world)
  const members: Client[] = []
  const bus = await openKafkaBus({ brokers: [world.broker.address], clientId: 'bench-load' })
  try {
    for (let index = 0; index < MEMBERS; index++) {
      members.push(await startClient(candidate, world.broker.address, world.clientCores))
    }
    return toRow(candidate, await run(members, bus, topic))
  } finally {
    for (const member of members) await member.end()
    await bus.close()
  }
}

type Ran = { sent: number; starts: readonly (readonly Start[])[] }

async function run(members: readonly Client[], bus: Bus, topic: string): Promise<Ran> {
  const [first, second, third] = members
  const join = (member: Client | undefined) => member?.ask({ kind: 'handle', topic, group: 'bench' })
  const finish = async (member: Client | undefined) => (await member?.ask({ kind: 'finish' }))?.starts ?? []

  await join(first)
  const load = startLoad(bus, topic)
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

function toRow(candidate: string, { sent, starts }: Ran): string[] {
  const all = starts.flat().toSorted((a, b) => a.at - b.at)
  const byKey = Map.groupBy(all, ({ key }) => key)
  const twice = [...byKey.values()].filter(({ length }) => length > 1)
  const inOne = starts.reduce((sum, { length }, index) => sum + length - distinct(starts[index] ?? []), 0)
  const unmarked = twice.filter(([, ...later]) => later.some(({ mayBeRepeated }) => !mayBeRepeated)).length
  const delays = [...byKey.values()].flatMap(([first]) => (first ? [first.delayMs] : []))
  const counts = [sent, sent - byKey.size, twice.length, inOne, unmarked].map(String)
  return [
    candidate,
    ...counts,
    ...[0.5, 0.99].map(share => `${quantile(delays, share)} ms`),
    seconds(Math.max(...delays)),
  ]
}

const distinct = (starts: readonly Start[]) => new Set(starts.map(({ key }) => key)).size
