import { setTimeout as wait } from 'node:timers/promises'
import { type Bus, runConsumer } from '@sluice/bus'
import type { ClientStart } from './orders.ts'

const STOP_WITHIN_MS = 5_000
const SHORTEST_MS = 500
const LONGEST_MS = 3_000
/** A prime, so that neighbours take unlike times. */
const STRIDE = 7_919

const handlingMs = (key: string) => SHORTEST_MS + ((Number(key) * STRIDE) % (LONGEST_MS - SHORTEST_MS + 1))

type HandledGroup = { topic: string; group: string }

/** Handles everything for half a second to three, as a target would take, and notes what it begins. */
function createHandling() {
  const starts: ClientStart[] = []
  const begin = async (key: string, value: Uint8Array) => {
    const at = Date.now()
    starts.push({ key, at, delayMs: at - Number(Buffer.from(value).toString()) })
    await wait(handlingMs(key))
  }
  return { starts, begin }
}

/** @returns how to end it: with all that it has begun */
export async function handleByPort(bus: Bus, { topic, group }: HandledGroup): Promise<() => Promise<ClientStart[]>> {
  const { starts, begin } = createHandling()
  const consumer = await runConsumer({
    bus,
    topic,
    group,
    async handler({ key, value }) {
      await begin(key, value)
      return { kind: 'done' }
    },
    onDead: async () => {},
  })
  return async () => {
    await consumer.stop(STOP_WITHIN_MS)
    return starts
  }
}

const PLAIN = {
  'kafkajs-plain': async () => (await import('./plain/plain-kafkajs.ts')).startPlainKafkajs,
  'platformatic-plain': async () => (await import('./plain/plain-platformatic.ts')).startPlainPlatformatic,
}
export type PlainCandidate = keyof typeof PLAIN

export async function handlePlainly(
  candidate: PlainCandidate,
  broker: string,
  of: HandledGroup,
): Promise<() => Promise<ClientStart[]>> {
  const { starts, begin } = createHandling()
  const start = await PLAIN[candidate]()
  const consumer = await start({ broker, ...of, handle: begin })
  return async () => {
    await consumer.stop()
    return starts
  }
}
