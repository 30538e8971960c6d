import { join } from 'node:path'
import { openSqliteBus } from '@sluice/bus/sqlite'
import { createChangeLog } from '@sluice/change-log'
import { topics } from '@sluice/contracts'
import { createLogger, secret } from '@sluice/service-kit'
import { createInProcessSignals } from '@sluice/signals/in-process'
import { openSqliteStore } from '@sluice/store/sqlite'
import { GOLDEN_AT, GOLDEN_DB, GOLDEN_SECRET, type GoldenScene } from '@sluice/testkit/golden'

export type OpenScene = { scene: GoldenScene; busFile: string; close(): Promise<void> }

/** The embedded adapters on a folder, with a store whose time stands still. */
export async function openGoldenScene(directory: string): Promise<OpenScene> {
  const at = new Date(GOLDEN_AT)
  const busFile = join(directory, 'bus.sqlite')
  const opened = await openSqliteStore({ path: join(directory, 'store.sqlite') })
  const store = { ...opened, now: async () => at }
  const bus = await openSqliteBus({ path: busFile })
  await bus.createTopics(topics)
  const signals = createInProcessSignals()
  const clock = { monotonicMs: () => 0, wallMs: () => GOLDEN_AT }
  const changes = createChangeLog({ store, signals, db: GOLDEN_DB, clock })
  await changes.start()
  const scene: GoldenScene = {
    at,
    store,
    bus,
    signals,
    changes,
    db: GOLDEN_DB,
    tier: 'shared',
    serviceId: 'golden',
    drainMs: 0,
    internalSecrets: () => [secret(GOLDEN_SECRET)],
    logger: createLogger({ service: 'golden', level: 'fatal' }),
  }
  const close = async () => {
    await changes.stop()
    await signals.close()
    await bus.close()
    await store.close()
  }
  return { scene, busFile, close }
}
