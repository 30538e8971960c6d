import { type Figure, figureOfRounds, median } from '../figure.ts'
import { type BusWorld, makeTopic, withClients } from './bench-world.ts'
import { PORT_CANDIDATES, type PortCandidate } from './candidates.ts'
import type { BusClient } from './start-client.ts'
import { startClient } from './start-client.ts'

const SIZES = [
  { batch: 1, batches: 1_500 },
  { batch: 50, batches: 150 },
  { batch: 500, batches: 40 },
]
const ROUNDS = 5

type Size = (typeof SIZES)[number]
/** The figures of one round. `cpuUs` is the CPU time of the client's process for each event. */
type RoundSample = { cpuUs: number; perSecond: number }
type Measure = (candidate: PortCandidate, size: Size) => Promise<RoundSample>

/** The CPU that sending costs the sender's process for each event of 1 kB. */
export function measureSending(world: BusWorld): Promise<Figure[]> {
  return withClients(world, PORT_CANDIDATES, async client => {
    const topic = await makeTopic(world)
    const measure: Measure = async (candidate, size) => {
      const { cpuUs, wallMs } = await client(candidate).ask({ kind: 'send', topic, ...size })
      return toSample(size, cpuUs, wallMs)
    }
    return compare('produce, batches of', measure)
  })
}

/** The CPU that reading costs the reader's process for each event of 1 kB, while they come batch by batch. */
export async function measureReading(world: BusWorld): Promise<Figure[]> {
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

type ReadingRound = { reader: BusClient; sender: BusClient; topic: string }

async function readRound({ reader, sender, topic }: ReadingRound, size: Size): Promise<RoundSample> {
  const reading = reader.ask({ kind: 'read', events: size.batch * size.batches })
  await sender.ask({ kind: 'send', topic, ...size })
  const { cpuUs, wallMs } = await reading
  return toSample(size, cpuUs, wallMs)
}

function toSample({ batch, batches }: Size, cpuUs: number, wallMs: number): RoundSample {
  const events = batch * batches
  return { cpuUs: cpuUs / events, perSecond: events / (wallMs / 1_000) }
}

/** In turns, after one round that does not count; medians, as the machine has its moods. */
async function compare(title: string, measure: Measure): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const size of SIZES) {
    const rounds: Round[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      rounds.push({ kafkajs: await measure('kafkajs', size), platformatic: await measure('platformatic', size) })
    }
    figures.push(...figuresOf(`${title} ${size.batch}`, rounds.slice(1)))
  }
  return figures
}

type Round = Record<PortCandidate, RoundSample>

/** The ratio is that of the two that stood side by side. */
function figuresOf(name: string, rounds: readonly Round[]): Figure[] {
  const of = (candidate: PortCandidate): Figure[] => [
    figureOfRounds(
      rounds.map(round => round[candidate].cpuUs),
      { name: `${name}: CPU of the client for an event of 1 kB, ${candidate}`, unit: 'µs', bar: '' },
    ),
    figureOfRounds(
      rounds.map(round => round[candidate].perSecond),
      { name: `${name}: events a second, ${candidate}`, unit: '', bar: '' },
    ),
  ]
  const ratios = rounds.map(({ kafkajs, platformatic }) => kafkajs.cpuUs / platformatic.cpuUs)
  return [
    ...PORT_CANDIDATES.flatMap(of),
    { name: `${name}: CPU, kafkajs against platformatic`, value: median(ratios), unit: 'times', bar: '' },
  ]
}
