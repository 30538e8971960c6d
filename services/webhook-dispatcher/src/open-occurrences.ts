import type { ChangeLog } from '@sluice/change-log'
import type { RecordedExchange } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import { createDisableFailing } from './occurrences/disable-failing.ts'
import { createMailContacts } from './occurrences/mail-contacts.ts'
import { createOccurrenceRounds } from './occurrences/rounds.ts'
import { createTeller } from './occurrences/teller.ts'
import { createServiceWatch } from './occurrences/watch-service.ts'
import { createWebhookWatch } from './occurrences/watch-webhooks.ts'
import type { DispatcherStores } from './open-stores.ts'
import type { Mailer } from './ports/mailer.ts'

type OpenOccurrencesDependencies = {
  stores: DispatcherStores
  changes: ChangeLog
  serviceId: string
  now: () => Date
  /** How long a webhook has to fail before that is told. */
  toldAfterMs: number
  /** Matches, logs and delivers an occurrence. */
  handle(told: RecordedExchange): Promise<boolean>
  mailer: Mailer
  /** What events and executions may take in the store. */
  maxBytes: number
  logger: Logger
  everyMs?: number | undefined
}

const LONGEST_MS = 60_000
const SHORTEST_MS = 1_000

/** A fifth of what has to pass before something is told. */
const everyMsOf = (toldAfterMs: number): number => Math.min(LONGEST_MS, Math.max(SHORTEST_MS, toldAfterMs / 5))

/** Opens what tells of Sluice itself. */
export function openOccurrences(dependencies: OpenOccurrencesDependencies) {
  const {
    stores,
    changes,
    serviceId,
    now,
    toldAfterMs,
    handle,
    mailer,
    maxBytes,
    logger,
    everyMs = everyMsOf(toldAfterMs),
  } = dependencies
  const { live, webhooks, log, counts, waiting, occurrences, mailServers } = stores
  const { allowance, contactAllowance, keyNews } = stores
  const disableFailing = createDisableFailing({ counts, webhooks, now })
  const watch = createWebhookWatch({
    live,
    counts,
    waiting,
    log,
    occurrences,
    now,
    afterMs: toldAfterMs,
    disableFailing,
  })
  const service = createServiceWatch({
    allowance,
    usedBytes: stores.usedBytes,
    maxBytes,
    keys: keyNews,
    occurrences,
    now,
  })
  const mailContacts = createMailContacts({ mailer, mailServers, allowance: contactAllowance, now, logger })
  const teller = createTeller({ changes, live, webhooks, occurrences, serviceId, now, handle, mailContacts })
  return createOccurrenceRounds({
    steps: [watch.look, service.look, teller.tellAll],
    takeTurn(ms) {
      const at = now().getTime()
      // A little less than a round, so that who has had it last is not too early for the next one.
      return occurrences.takeTurn({ now: at, until: at + 0.9 * ms })
    },
    everyMs,
    logger,
  })
}
