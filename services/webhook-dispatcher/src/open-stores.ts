import { createRepeats, createSparseLog, type Logger, meterOf, type Platform } from '@sluice/service-kit'
import { documentCountStore } from './adapters/counts/document-count-store.ts'
import { documentClaimantStore } from './adapters/document-claimant-store.ts'
import { documentKeyNews } from './adapters/document-key-news.ts'
import { documentMailAllowance } from './adapters/document-mail-allowance.ts'
import { documentOccurrenceStore } from './adapters/document-occurrence-store.ts'
import { documentQuarantine } from './adapters/document-quarantine.ts'
import { documentWaitingStore } from './adapters/document-waiting-store.ts'
import { documentWatchStore } from './adapters/document-watch-store.ts'
import { documentWebhookStore } from './adapters/document-webhook-store.ts'
import { liveMailServers } from './adapters/live-mail-servers.ts'
import { liveWebhooks } from './adapters/live-webhooks.ts'
import { documentLogStore } from './adapters/log/document-log-store.ts'
import { eventBudget } from './adapters/log/event-budget.ts'
import { storeUsage } from './adapters/log/store-usage.ts'
import { type ClaimantName, createClaimant, type NamedClaimant } from './claimant/create-claimant.ts'
import type { DispatcherSettings } from './settings.ts'

type OpenStoresOptions = {
  settings: Pick<DispatcherSettings, 'eventStoreMaxBytes' | 'emailDailyAllowance' | 'contactDailyAllowance'> & {
    claimant: ClaimantName
  }
  /** The store's clock. */
  now: () => Date
  logger: Platform['logger']
}

export type DispatcherStores = ReturnType<typeof openStores>

/** Opens what everything is kept in, and what is followed of it. */
export function openStores(platform: Platform, { settings, now, logger }: OpenStoresOptions) {
  const { store, changes, db } = platform
  const budget = eventBudget({ store, db, maxBytes: settings.eventStoreMaxBytes, now, logger })
  const usage = storeUsage({ store, db })
  const claimant = openClaimant(platform, { settings, now, logger })
  return {
    budget,
    claimant,
    live: liveWebhooks({ store, changes, db, logger }),
    webhooks: documentWebhookStore({ store, changes, db }),
    repeats: createRepeats(platform),
    log: documentLogStore({ store, db, budget }),
    counts: documentCountStore({ store, db }),
    waiting: documentWaitingStore({ store, changes, db, claimant: claimant.id, tell: tellUnreadable(logger) }),
    quarantine: documentQuarantine({ store, db }),
    occurrences: documentOccurrenceStore({ store, db }),
    keyNews: documentKeyNews({ store, db }),
    /** What events and executions take, in bytes, about. */
    usedBytes: async () => (await usage.add(new Map())).total,
    watches: documentWatchStore({ store, changes, db }),
    mailServers: liveMailServers({ store, changes, db, logger }),
    allowance: documentMailAllowance({ store, db, limit: settings.emailDailyAllowance, now }),
    contactAllowance: documentMailAllowance({
      store,
      db,
      limit: settings.contactDailyAllowance,
      now,
      of: 'contacts',
    }),
  }
}

/** Tells the operator of deliveries that wait and can't be read here. */
function tellUnreadable(logger: Logger): (unreadable: object) => void {
  const count = meterOf('webhook-dispatcher').createCounter('webhook_deliveries_unreadable', {
    description: 'Deliveries that wait and that this dispatcher can not read; it leaves them to others.',
  })
  count.add(0)
  const tell = createSparseLog(fields => logger.error(fields, 'waiting-delivery.unreadable'))
  return unreadable => {
    count.add(1)
    tell({ ...unreadable })
  }
}

/** The claimant ends, under its former id, what its former life has claimed. */
function openClaimant({ store, changes, db }: Platform, { settings, now, logger }: OpenStoresOptions): NamedClaimant {
  const { name, isSole } = settings.claimant
  const claimants = documentClaimantStore({ store, db })
  const claimedBefore = documentWaitingStore({ store, changes, db, claimant: () => name })
  const { confirmTime } = changes
  return createClaimant({ name, isSole, claimants, waiting: claimedBefore, now, confirmTime, logger })
}
