import { openSqliteBus } from '@sluice/bus/sqlite'
import { type ChangeLogWarning, createChangeLog } from '@sluice/change-log'
import { topics } from '@sluice/contracts'
import { type Logger, type Platform, traceStore } from '@sluice/service-kit'
import { createInProcessSignals } from '@sluice/signals/in-process'
import { openSqliteStore } from '@sluice/store/sqlite'
import { type DataDirectory, internalSecrets } from './data-directory.ts'
import type { StandaloneLive } from './settings.ts'

export type OpenPlatform = { platform: Platform; close(): Promise<void> }

/** The embedded adapters on one data directory: nothing else on the machine is needed. */
export async function openPlatform(
  live: StandaloneLive,
  directory: DataDirectory,
  logger: Logger,
): Promise<OpenPlatform> {
  const config = live.current()
  const store = await openSqliteStore({ path: directory.file('store.sqlite') })
  const bus = await openSqliteBus({ path: directory.file('bus.sqlite') })
  await bus.createTopics(topics)
  const signals = createInProcessSignals()
  const onWarning = (warning: ChangeLogWarning) => logger.warn({ part: 'change-log', ...warning }, 'changes.warned')
  const changes = createChangeLog({ store, signals, db: config.DEFAULT_DATABASE, onWarning })
  const own = config.INTERNAL_SECRETS ?? (await internalSecrets(directory))
  const platform: Platform = {
    store: config.OTEL_EXPORTER_OTLP_ENDPOINT ? traceStore(store) : store,
    bus,
    signals,
    changes,
    logger,
    db: config.DEFAULT_DATABASE,
    tier: config.TIER,
    serviceId: config.SERVICE_ID,
    drainMs: 0,
    internalSecrets: () => live.current().INTERNAL_SECRETS ?? own,
  }
  const close = async () => {
    await changes.stop()
    await signals.close()
    await bus.close()
    await store.close()
  }
  return { platform, close }
}
