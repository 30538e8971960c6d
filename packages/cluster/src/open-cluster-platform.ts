import { type ChangeLogWarning, createChangeLog } from '@sluice/change-log'
import {
  changeLogReadiness,
  type Degradation,
  type Logger,
  observeChanges,
  observeDependencies,
  type Platform,
  type ProcessPart,
  type Readiness,
  traceStore,
} from '@sluice/service-kit'
import { createDependency, type DependencyDescription } from './dependency.ts'
import { openBackends } from './open-backends.ts'
import type { CurrentConfig } from './settings.ts'
import { FIRST_USE, type WatchedBus, watchBus } from './watch-bus.ts'

/** How long balancers may take to see that a process is not ready any more. */
const DRAIN_MS = 3_000

export type ClusterPlatform = {
  platform: Platform
  /** Starts the change log; closes everything. Comes before the parts that stand on it. */
  part: ProcessPart
  readiness: Readiness
  /** What the process does without for a while: notices (polls take 2 to 4 s), and the bus (events wait in the spool). */
  degradation(): readonly Degradation[]
}

type ClusterMember = {
  logger: Logger
  clientId: string
  /** Without it, Kafka is not asked anything, and not missed. */
  usesBus: boolean
}

/** The real adapters behind the platform of a process. @throws BackendsError */
export async function openClusterPlatform(current: CurrentConfig, member: ClusterMember): Promise<ClusterPlatform> {
  const config = current()
  const { logger, usesBus } = member
  const { store, signals, redis, ...opened } = await openBackends({ current, ...member })
  const place = `Kafka at ${config.KAFKA_BROKERS.join(', ')}`
  const kafka = createDependency(describeKafka(place), FIRST_USE, { logger: logger.child({ part: 'bus' }) })
  const watched = watchBus(opened.bus, kafka)
  const { bus } = watched
  const touch = keepInTouch(watched, usesBus)
  const onWarning = (warning: ChangeLogWarning) => logger.warn({ part: 'change-log', ...warning }, 'changes.warned')
  const changes = createChangeLog({ store, signals, db: config.DEFAULT_DATABASE, onWarning })
  observeChanges(changes)
  const optional = { redis: redis.degradation, ...(usesBus ? { kafka: watched.degradation } : {}) }
  observeDependencies(changes, optional)
  const close = async () => {
    await touch.stop()
    await changes.stop()
    await signals.close()
    await bus.close()
    await store.close()
  }
  return {
    platform: {
      store: config.OTEL_EXPORTER_OTLP_ENDPOINT ? traceStore(store) : store,
      bus,
      signals,
      changes,
      logger,
      db: config.DEFAULT_DATABASE,
      tier: config.TIER,
      serviceId: config.SERVICE_ID,
      internalSecrets: () => current().INTERNAL_SECRETS,
      drainMs: DRAIN_MS,
    },
    part: {
      name: 'platform',
      async start() {
        touch.start()
        await changes.start()
      },
      stop: close,
    },
    readiness: changeLogReadiness(changes),
    degradation: () => Object.values(optional).flatMap(degradation => degradation() ?? []),
  }
}

/** The asking as something that is started, and stopped at once. */
function keepInTouch(watched: WatchedBus, usesBus: boolean) {
  const ending = new AbortController()
  let running: Promise<void> | undefined
  return {
    start() {
      if (usesBus) running = watched.keepInTouch(ending.signal)
    },
    async stop() {
      ending.abort()
      await running
    },
  }
}

const describeKafka = (place: string): DependencyDescription => ({
  name: 'kafka',
  place,
  effect: "Events wait in the gateways' spools and in Kafka; deliveries come later.",
  advice: `Check that ${place} runs, that it can be reached from here, KAFKA_BROKERS, and KAFKA_TLS and KAFKA_SASL_… where it wants TLS or a user.`,
  credentials: `${place} runs, and does not let us in: check KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD and what that user may do.`,
})
