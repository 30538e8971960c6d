import { setTimeout as wait } from 'node:timers/promises'
import { type Bus, runConsumer } from '@sluice/bus'
import type { Start } from './orders.ts'
import { startPlainKafkajs } from './plain/plain-kafkajs.ts'
import { startPlainPlatformatic } from './plain/plain-platformatic.ts'

const STOP_WITHIN_MS = 5_000
const SHORTEST_MS = 500
const LONGEST_MS = 3_000
/** A prime, so that neighbours take unlike times. */
const STRIDE = 7_919

const handlingMs = (key: string) => SHORTEST_MS + ((Number(key) * STRIDE) % (LONGEST_MS - SHORTEST_MS + 1))

type Of = { topic: string; group: string }

/** Handles everything for half a second to three, as a target would take, and notes what it begins. */
function createHandling() {
  const starts: Start[] = []
  const begin = async (key: string, value: Uint8Array, mayBeRepeated: boolean) => {
    const at = Date.now()
    starts.push({ key, at, delayMs: at - Number(Buffer.from(value).toString()), mayBeRepeated })
    await wait(handlingMs(key))
  }
  return { starts, begin }
}

/** @returns how to end it: with all that it has begun */
export async function handleByPort(bus: Bus, { topic, group }: Of): Promise<() => Promise<Start[]>> {
  const { starts, begin } = createHandling()
  const consumer = await runConsumer({
    ...{ bus, topic, group },
    async handler({ key, value }, { mayBeRepeated }) {
      await begin(key, value, mayBeRepeated)
      return { kind: 'done' }
    },
    onDead: async () => {},
  })
  return async () => {
    await consumer.stop(STOP_WITHIN_MS)
    return starts
  }
}

const PLAIN = { 'kafkajs-plain': startPlainKafkajs, 'platformatic-plain': startPlainPlatformatic }
export type PlainCandidate = keyof typeof PLAIN

export async function handlePlainly(
  candidate: PlainCandidate,
  broker: string,
  of: Of,
): Promise<() => Promise<Start[]>> {
  const { starts, begin } = createHandling()
  const handle = (key: string, value: Buffer) => begin(key, value, false)
  const consumer = await PLAIN[candidate]({ broker, ...of, handle })
  return async () => {
    await consumer.stop()
    return starts
  }
}
