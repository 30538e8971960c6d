import { setTimeout as wait } from 'node:timers/promises'
import { type Bus, BusUnavailableError, TopicSettingsError } from '@sluice/bus'
import { openKafkaBus } from '@sluice/bus/kafka'
import { topics } from '@sluice/contracts'
import { type Logger, OperatorError } from '@sluice/service-kit'
import type { Signals } from '@sluice/signals'
import { createRedisSignals } from '@sluice/signals/redis'
import type { Store } from '@sluice/store'
import { openMongoStore, StoreOpenError } from '@sluice/store/mongodb'
import { BackendsError } from './backends-error.ts'
import type { CurrentConfig } from './config.ts'
import { kafkaSecurity } from './kafka-security.ts'

export type Backends = { store: Store; bus: Bus; signals: Signals }

/** A start that can't succeed says so within 15 s: this is what is left of them beside the start of the process. */
const OPEN_WITHIN_MS = 12_000
const REDIS_WITHIN_MS = 5_000
const LOOK_AGAIN_MS = 20

type Opening = { current: CurrentConfig; logger: Logger; clientId: string }

/**
 * Connects to all three at once, and makes the topics that are not there.
 * @throws BackendsError with what is wrong with each of them; nothing stays open then
 */
export async function openBackends(opening: Opening): Promise<Backends> {
  const [store, bus, signals] = await Promise.allSettled([
    openStore(opening),
    openClusterBus(opening),
    openSignals(opening),
  ])
  if (store.status === 'fulfilled' && bus.status === 'fulfilled' && signals.status === 'fulfilled')
    return { store: store.value, bus: bus.value, signals: signals.value }
  const outcomes = [store, bus, signals]
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.close()
  throw new BackendsError(
    outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [wordsFor(outcome.reason)] : [])),
  )
}

/** What the operator is told. @throws what is a fault of ours, as it is */
function wordsFor(reason: unknown): string {
  const isExpected = [StoreOpenError, TopicSettingsError, OperatorError].some(kind => reason instanceof kind)
  if (isExpected && reason instanceof Error) return reason.message
  throw reason
}

function openStore({ current, logger }: Opening): Promise<Store> {
  const config = current()
  const onWarning = (message: string) => logger.warn({ part: 'store', message }, 'store.warned')
  return openMongoStore({ uri: config.MONGODB_URI.reveal(), prefix: config.CLUSTER_PREFIX, onWarning })
}

/** @throws BackendsError */
export const openClusterBus = (opening: Opening): Promise<Bus> =>
  within(openBus(opening), `Kafka at ${opening.current().KAFKA_BROKERS.join(', ')}`)

async function openBus({ current, logger, clientId }: Opening): Promise<Bus> {
  const config = current()
  const bus = await openKafkaBus({
    brokers: config.KAFKA_BROKERS,
    ...kafkaSecurity(current),
    clientId,
    prefix: config.CLUSTER_PREFIX,
    onLog: ({ level, message }) => logger[level]({ part: 'bus', message }, 'kafka.said'),
  })
  try {
    await bus.createTopics(topics)
    return bus
  } catch (error) {
    await bus.close()
    if (!(error instanceof BusUnavailableError)) throw error
    throw new BackendsError([
      `${error.message}. Check that it runs, that it can be reached from here, KAFKA_BROKERS, and KAFKA_TLS and KAFKA_SASL_… where it wants TLS or a user.`,
    ])
  }
}

async function openSignals({ current, logger }: Opening): Promise<Signals> {
  const config = current()
  const state = { reason: 'it did not answer', isOpening: true }
  const url = config.REDIS_URL.reveal()
  const signals = createRedisSignals({
    url,
    prefix: config.CLUSTER_PREFIX,
    onListenerError: error => logger.error({ part: 'signals', err: error }, 'signal.failed'),
    onConnectionError(error) {
      state.reason = textOf(error)
      if (!state.isOpening) logger.warn({ part: 'signals', reason: state.reason }, 'redis.lost')
    },
  })
  const end = performance.now() + REDIS_WITHIN_MS
  while (!signals.isConnected() && performance.now() < end) await wait(LOOK_AGAIN_MS)
  state.isOpening = false
  if (signals.isConnected()) return signals
  await signals.close()
  throw new BackendsError([
    `Redis at ${new URL(url).host} can't be used: ${state.reason}. Check that it runs, that it can be reached from here, and the user and password in REDIS_URL.`,
  ])
}

async function within<T extends { close(): Promise<void> }>(opening: Promise<T>, what: string): Promise<T> {
  const ended = new AbortController()
  const limit = wait(OPEN_WITHIN_MS, undefined, { signal: ended.signal }).then(() => {
    // Whatever still comes is of no use any more.
    opening.then(opened => opened.close()).catch(() => undefined)
    throw new BackendsError([`${what} did not answer within ${OPEN_WITHIN_MS / 1000} s. Check that it can be reached.`])
  })
  try {
    return await Promise.race([opening, limit])
  } finally {
    ended.abort()
    limit.catch(() => undefined)
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
