import { type ChangeLogWarning, createChangeLog } from '@sluice/change-log'
import {
  changeLogReadiness,
  type Logger,
  observeChanges,
  type Part,
  type Platform,
  type Readiness,
  traceStore,
} from '@sluice/service-kit'
import type { CurrentConfig } from './config.ts'
import { openBackends } from './open-backends.ts'
import { watchBus } from './watch-bus.ts'

/** How long balancers may take to see that a process is not ready any more. */
const DRAIN_MS = 3_000

export type ClusterPlatform = {
  platform: Platform
  /** Starts the change log; closes everything. Comes before the parts that stand on it. */
  part: Part
  readiness: Readiness
  /** What the cluster does without for a while: notices (polls take 2 to 4 s), and the bus (events wait in the spool). */
  degradation: Readiness
}

/** The real adapters behind the platform of a process. @throws BackendsError */
export async function openClusterPlatform(
  current: CurrentConfig,
  { logger, clientId }: { logger: Logger; clientId: string },
): Promise<ClusterPlatform> {
  const config = current()
  const { store, signals, ...opened } = await openBackends({ current, logger, clientId })
  const { bus, degradation } = watchBus(opened.bus)
  const onWarning = (warning: ChangeLogWarning) => logger.warn({ part: 'change-log', ...warning }, 'changes.warned')
  const changes = createChangeLog({ store, signals, db: config.DEFAULT_DATABASE, onWarning })
  observeChanges(changes)
  const close = async () => {
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
    part: { name: 'platform', start: () => changes.start(), stop: close },
    readiness: changeLogReadiness(changes),
    degradation: () => [...(signals.isConnected() ? [] : [REDIS_IS_AWAY]), ...degradation()],
  }
}

const REDIS_IS_AWAY = 'Redis does not answer. Changes of keys, users and permissions take 2 to 4 seconds to arrive.'
