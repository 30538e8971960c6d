import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bus } from '@sluice/bus'
import { openSqliteBus } from '@sluice/bus/sqlite'
import { type ChangeLog, createChangeLog } from '@sluice/change-log'
import { topics } from '@sluice/contracts'
import { createLogger, type Platform, secret } from '@sluice/service-kit'
import type { Signals } from '@sluice/signals'
import { createInProcessSignals } from '@sluice/signals/in-process'
import type { Store } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { temporaryDirectory } from './temporary-directory.ts'

export type TestPlatform = Platform & {
  store: Store
  bus: Bus
  signals: Signals
  changes: ChangeLog
  directory: string
  close(): Promise<void>
}

/**
 * Everything a service stands on, on real embedded adapters; the change log is started.
 * Logs everything into its directory, which is left as it is: `npm test` searches it for secrets in the end.
 * @param options.directory where it lives, to be opened again later; default: a folder of its own
 * @param options.store in the place of the embedded one; closed at the end
 * @param options.pollMs how often its change log polls, in ms; it hears no notices of other platforms
 * @param options.bus in the place of the embedded one; closed at the end
 */
export async function openTestPlatform(
  options: { tier?: Platform['tier']; directory?: string; store?: Store; bus?: Bus; pollMs?: number } = {},
): Promise<TestPlatform> {
  const { tier = 'shared', pollMs } = options
  const directory = options.directory ?? (await temporaryDirectory())
  const store = options.store ?? (await openSqliteStore({ path: join(directory, 'store.sqlite') }))
  const bus = options.bus ?? (await openSqliteBus({ path: join(directory, 'bus.sqlite') }))
  await bus.createTopics(topics)
  const signals = createInProcessSignals()
  const changes = createChangeLog({ store, signals, db: 'sluice', ...(pollMs === undefined ? {} : { pollMs }) })
  await changes.start()
  const destination = { write: (line: string) => appendFileSync(join(directory, 'test.log'), line) }
  const close = async () => {
    await changes.stop()
    await signals.close()
    await bus.close()
    await store.close()
  }
  const secrets = [secret('a secret of the tests, long enough to be one')]
  return {
    store,
    bus,
    signals,
    changes,
    directory,
    close,
    db: 'sluice',
    tier,
    serviceId: 'test',
    drainMs: 0,
    internalSecrets: () => secrets,
    logger: createLogger({ service: 'test', level: 'debug', destination }),
  }
}
