import type { Bus } from '@sluice/bus'
import type { ChangeLog } from '@sluice/change-log'
import type { Signals } from '@sluice/signals'
import type { Store } from '@sluice/store'
import type { Logger } from '../telemetry/logger.ts'
import type { InternalSecrets } from '../trust/current-keys.ts'

/** What every service stands on. Only a composition root knows which adapters these are. */
export type Platform = {
  store: Store
  bus: Bus
  signals: Signals
  changes: ChangeLog
  /** Name of the default database. */
  db: string
  tier: 'shared' | 'dedicated'
  serviceId: string
  internalSecrets: InternalSecrets
  /** How long a process that is asked to stop still takes requests (ms), until balancers have noticed. */
  drainMs: number
  logger: Logger
}
