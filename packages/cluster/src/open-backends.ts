import { type Bus, TopicSettingsError } from '@sluice/bus'
import { openKafkaBus } from '@sluice/bus/kafka'
import { type Logger, OperatorError } from '@sluice/service-kit'
import type { Signals } from '@sluice/signals'
import { createRedisSignals } from '@sluice/signals/redis'
import type { Store } from '@sluice/store'
import { openMongoStore, StoreOpenError } from '@sluice/store/mongodb'
import { BackendsError } from './backends-error.ts'
import { createDependency, type Dependency, type DependencyDescription } from './dependency.ts'
import { kafkaSecurity } from './kafka-security.ts'
import type { CurrentConfig } from './settings.ts'
import { sparseKafkaLog } from './sparse-kafka-log.ts'

/** `redis`: whether the signals work. */
export type ClusterBackends = { store: Store; bus: Bus; signals: Signals; redis: Dependency }

type BackendOpening = { current: CurrentConfig; logger: Logger; clientId: string }

/**
 * Connects to MongoDB, without which there is nothing to be done. Kafka and Redis are connected to in the background, and
 * for as long as it takes.
 * @throws BackendsError with what is wrong with MongoDB, and with the settings of each; nothing stays open then
 */
export async function openBackends(opening: BackendOpening): Promise<ClusterBackends> {
  const [store, bus] = await Promise.allSettled([openStore(opening), openClusterBus(opening)])
  if (store.status === 'fulfilled' && bus.status === 'fulfilled')
    return { store: store.value, bus: bus.value, ...openSignals(opening) }
  const outcomes = [store, bus]
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

function openStore({ current, logger }: BackendOpening): Promise<Store> {
  const config = current()
  const onWarning = (message: string) => logger.warn({ part: 'store', message }, 'store.warned')
  return openMongoStore({ uri: config.MONGODB_URI.reveal(), prefix: config.CLUSTER_PREFIX, onWarning })
}

/** Asks nothing of a broker yet. @throws OperatorError for settings that can't work */
export const openClusterBus = async ({ current, logger, clientId }: BackendOpening): Promise<Bus> => {
  const config = current()
  return openKafkaBus({
    brokers: config.KAFKA_BROKERS,
    ...kafkaSecurity(current),
    clientId,
    prefix: config.CLUSTER_PREFIX,
    onLog: sparseKafkaLog(logger),
  })
}

const CONNECTION = 'connection'

function openSignals({ current, logger }: BackendOpening): { signals: Signals; redis: Dependency } {
  const config = current()
  const url = config.REDIS_URL.reveal()
  const place = `Redis at ${new URL(url).host}`
  const redis = createDependency(describeRedis(place), CONNECTION, { logger: logger.child({ part: 'signals' }) })
  const signals = createRedisSignals({
    url,
    prefix: config.CLUSTER_PREFIX,
    onListenerError: error => logger.error({ part: 'signals', err: error }, 'signal.failed'),
    onConnectionError: error => redis.failed(CONNECTION, `${place}: ${textOf(error)}`),
    onConnected: () => redis.worked(CONNECTION),
  })
  return { signals, redis }
}

const describeRedis = (place: string): DependencyDescription => ({
  name: 'redis',
  place,
  effect: 'Changes of keys, users and permissions take 2 to 4 seconds to arrive.',
  advice: `Check that ${place} runs, that it can be reached from here, and REDIS_URL.`,
  credentials: `${place} runs, and does not let us in: check the user and the password in REDIS_URL.`,
})

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
