import { makeTopic, type World, withClients } from './bench-world.ts'
import { PORT_CANDIDATES, type PortCandidate } from './candidates.ts'
import { digits, median, spread, type Table } from './figures.ts'
import type { Client } from './start-client.ts'
import { startClient } from './start-client.ts'

const SIZES = [
  { batch: 1, batches: 1_500 },
  { batch: 50, batches: 150 },
  { batch: 500, batches: 40 },
]
const ROUNDS = 5

type Size = (typeof SIZES)[number]
/** Of one round. `cpuUs`: of the client's process for each event. */
type Sample = { cpuUs: number; perSecond: number }
type Measure = (candidate: PortCandidate, size: Size) => Promise<Sample>

/** The CPU that sending costs the sender's process for each event of 1 kB. */
export function measureSending(world: World): Promise<Table> {
  return withClients(world, PORT_CANDIDATES, async client => {
    const topic = await makeTopic(world)
    const measure: Measure = async (candidate, size) => {
      const { cpuUs, wallMs } = await client(candidate).ask({ kind: 'send', topic, ...size })
      return toSample(size, cpuUs, wallMs)
    }
    return compare('produce, batch of', measure)
  })
}

/** The CPU that reading costs the reader's process for each event of 1 kB, while they come batch by batch. */
export async function measureReading(world: World): Promise<Table> {
  const sender = await startClient('kafkajs', world.broker.address, world.loadCores)
  try {
    return await withClients(world, PORT_CANDIDATES, async client => {
      const topics = new Map<PortCandidate, string>()
      for (const candidate of PORT_CANDIDATES) {
        const topic = await makeTopic(world)
        topics.set(candidate, topic)
        await client(candidate).ask({ kind: 'join', topic, group: 'bench' })
      }
      const measure: Measure = (candidate, size) =>
        readRound({ reader: client(candidate), sender, topic: topics.get(candidate) ?? '' }, size)
      return compare('consume, arriving in batches of', measure)
    })
  } finally {
    await sender.end()
  }
}

type Reading = { reader: Client; sender: Client; topic: string }

async function readRound({ reader, sender, topic }: Reading, size: Size): Promise<Sample> {
  const reading = reader.ask({ kind: 'read', events: size.batch * size.batches })
  await sender.ask({ kind: 'send', topic, ...size })
  const { cpuUs, wallMs } = await reading
  return toSample(size, cpuUs, wallMs)
}

function toSample({ batch, batches }: Size, cpuUs: number, wallMs: number): Sample {
  const events = batch * batches
  return { cpuUs: cpuUs / events, perSecond: events / (wallMs / 1_000) }
}

/** In turns, after one round that does not count; medians, as the machine has its moods. */
async function compare(title: string, measure: Measure): Promise<Table> {
  const rows: string[][] = []
  for (const size of SIZES) {
    const rounds: Round[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      rounds.push({ kafkajs: await measure('kafkajs', size), platformatic: await measure('platformatic', size) })
    }
    rows.push(toRow(size, rounds.slice(1)))
  }
  const columns = ['kafkajs, µs of CPU', '@platformatic/kafka', 'ratio', 'events a second', '@platformatic/kafka']
  return { title: 'CPU of the client for each event of 1 kB', columns: [title, ...columns], rows }
}

type Round = Record<PortCandidate, Sample>

function toRow({ batch }: Size, rounds: readonly Round[]): string[] {
  const cpu = (candidate: PortCandidate) => rounds.map(round => round[candidate].cpuUs)
  const rate = (candidate: PortCandidate) => digits(median(rounds.map(round => round[candidate].perSecond)))
  // Of the two that stood side by side.
  const ratio = median(rounds.map(({ kafkajs, platformatic }) => kafkajs.cpuUs / platformatic.cpuUs)).toFixed(1)
  return [
    String(batch),
    spread(cpu('kafkajs')),
    spread(cpu('platformatic')),
    ratio,
    rate('kafkajs'),
    rate('platformatic'),
  ]
}
