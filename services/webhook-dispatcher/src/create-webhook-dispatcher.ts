import type { RunningConsumer } from '@sluice/bus'
import {
  chainKeys,
  currentKeys,
  httpService,
  type Logger,
  type Platform,
  type ProcessPart,
  type ServiceAddress,
  withKnownQuery,
} from '@sluice/service-kit'
import { createOccurrenceIndexes } from './adapters/document-occurrence-store.ts'
import { createWaitingIndexes } from './adapters/document-waiting-store.ts'
import { createWatchIndexes } from './adapters/document-watch-store.ts'
import { createWebhookIndexes } from './adapters/document-webhook-store.ts'
import { readReadyTemplates } from './adapters/ready-templates.ts'
import { createRetention } from './adapters/retention.ts'
import { routes } from './app.ts'
import type { ClaimantName } from './claimant/create-claimant.ts'
import { exchangeCompletedHandler, occurrenceHandler } from './consumers/exchange-completed.ts'
import { createGroupShare, type GroupShare } from './consumers/group-share.ts'
import { startConsumer } from './consumers/start-consumer.ts'
import { createCounting } from './counts/counting.ts'
import { observeConsumer } from './delivery/delivery-meters.ts'
import { createPersist, type Persist } from './delivery/persist.ts'
import type { Redeliveries } from './delivery/redeliveries.ts'
import { type OpenBlock, openBlock } from './domain/target/public-address.ts'
import { chainHeaders, ownPath } from './domain/webhook/own-target.ts'
import type { NameResolver } from './names/name-resolver.ts'
import { type Channels, openChannels } from './open-channels.ts'
import { type DeliveryPauses, openDelivery } from './open-delivery.ts'
import { openOccurrences } from './open-occurrences.ts'
import { type DispatcherStores, openStores } from './open-stores.ts'
import {
  checkRetentionDays,
  type DispatcherSettings,
  type RetentionDays,
  readProxySetting,
  readRetentionDays,
  readSmtpSetting,
} from './settings.ts'
import { createTailLease } from './tail/tail-lease.ts'
import { createTails } from './tail/tails.ts'

type WebhookDispatcherSettings = DispatcherSettings & {
  address: ServiceAddress
  /** The address that clients use: deliveries to it carry the signed chain, by which loops are cut. */
  publicUrl: () => string | undefined
  /**
   * The name under which this dispatcher claims deliveries, so that after a crash it goes on at once with what its
   * former life has left.
   */
  claimant: ClaimantName
  /** How often it looks for what is to be told of Sluice itself; by default a fifth of `toldAfterMs`, a minute at most. */
  occurrencesEveryMs?: number | undefined
  /** In the place of the system's names. */
  names?: NameResolver | undefined
  /** Left out, all are as they are by default. */
  pauses?: DeliveryPauses | undefined
}

/** The webhook dispatcher: administration behind the gateway, and the consumer that matches, delivers and logs. */
export function createWebhookDispatcher(platform: Platform, settings: WebhookDispatcherSettings): ProcessPart {
  const { changes, serviceId } = platform
  const { publicUrl, names, pauses = {} } = settings
  const logger = platform.logger.child({ part: 'webhook-dispatcher' })
  const open = settings.allowCidrs.map(openBlock)
  const now = () => new Date(changes.storeTime())
  const retentionDays = readRetentionDays(settings)
  const isOwn = (url: string) => ownPath(url, publicUrl()) !== undefined
  const stopping = new AbortController()
  const ending = stopping.signal

  const stores = openStores(platform, { settings, now, logger })
  const { live, mailServers, claimant, budget } = stores
  const counting = createCounting({ counts: stores.counts, logger })
  const persist = createPersist({ ending, logger })
  const signed = chainHeaders(publicUrl, currentKeys(platform.internalSecrets, chainKeys))
  const proxy = readProxySetting(settings.proxy)
  const channels = openChannels({ stores, open, proxy, names, chainHeaders: signed, persist, now, ending })
  const share = createGroupShare()
  const work = { counting, persist, clock: { now, confirmTime: changes.confirmTime }, ending, share: share.now }
  const delivery = openDelivery({ stores, ...channels, ...work, isOwn, pauses, logger })
  const { redeliveries, rounds, slots } = delivery
  const admin = openAdministration({ stores, channels, redeliveries, open, now, serviceId, retentionDays, logger })
  const retention = createRetention({ ...stores, days: retentionDays, now, logger })
  const handling = openHandling(platform, { settings, stores, delivery, channels, work, isOwn, logger })

  return httpService({
    name: 'webhook-dispatcher',
    platform,
    address: settings.address,
    routes: admin.routes,
    async open() {
      const service = readSmtpSetting(settings.smtp)
      checkRetentionDays(retentionDays)
      await createIndexes(platform, stores)
      await live.follow()
      await mailServers.follow(service)
      await budget.start()
      await claimant.start()
      retention.start()
      rounds.start()
      counting.start()
      handling.start(share)
    },
    endStreams: admin.endStreams,
    async close(deadlineMs) {
      admin.stop()
      retention.stop()
      // What waits for a slot is left for the next start; what was sent is logged.
      slots.close()
      const [unfinished] = await Promise.all([handling.stop(deadlineMs), rounds.stop(deadlineMs)])
      if (unfinished) logger.warn({ unfinished }, 'events.left-for-next-start')
      // What is still being sent is broken off.
      stopping.abort()
      await channels.close()
      await counting.stop()
      await claimant.stop()
      await budget.stop()
    },
  })
}

type HandlingDependencies = {
  settings: WebhookDispatcherSettings
  stores: DispatcherStores
  delivery: ReturnType<typeof openDelivery>
  channels: Channels
  work: { counting: ReturnType<typeof createCounting>; persist: Persist; clock: { now: () => Date } }
  isOwn(url: string): boolean
  logger: Logger
}

/** Opens what events are handled by: those that the bus brings, and those that tell of Sluice itself. */
function openHandling({ changes, bus, serviceId }: Platform, dependencies: HandlingDependencies) {
  const { settings, stores, delivery, channels, work, isOwn, logger } = dependencies
  const { mailer } = channels
  const { counting, persist, clock } = work
  const { live, log, quarantine, claimant } = stores
  const { claims, deliveries, waitingDeliveries, meters } = delivery
  const judging = {
    changes,
    live,
    log,
    claims,
    deliveries,
    waitingDeliveries,
    meters,
    counting,
    persist,
    logger,
    isOwn,
  }
  const handler = exchangeCompletedHandler(judging)
  const occurrences = openOccurrences({
    stores,
    changes,
    serviceId,
    now: clock.now,
    toldAfterMs: settings.toldAfterMs,
    handle: occurrenceHandler(judging),
    mailer,
    maxBytes: settings.eventStoreMaxBytes,
    logger,
    everyMs: settings.occurrencesEveryMs,
  })
  let consumer: RunningConsumer | undefined

  return {
    start(share: GroupShare): void {
      consumer = startConsumer(bus, handler, { quarantine, meters, logger, claimant, share })
      observeConsumer(consumer)
      occurrences.start()
    },
    /** @returns how many events are left unfinished */
    async stop(deadlineMs: number): Promise<number | undefined> {
      const [unfinished] = await Promise.all([consumer?.stop(deadlineMs), occurrences.stop()])
      return unfinished
    },
  }
}

type AdministrationDependencies = {
  stores: DispatcherStores
  channels: Channels
  redeliveries: Redeliveries
  open: readonly OpenBlock[]
  now: () => Date
  serviceId: string
  retentionDays: RetentionDays
  logger: Logger
}

/** Opens what the gateway forwards requests to: the routes, and the streams among them. */
function openAdministration({
  stores,
  channels,
  redeliveries,
  open,
  now,
  serviceId,
  retentionDays,
  logger,
}: AdministrationDependencies) {
  const { webhooks, repeats, live, log, counts, waiting, watches, mailServers, allowance } = stores
  const { mailer, tests } = channels
  const tails = createTails({ now, logger })
  const tailLease = createTailLease({ watches, now, logger })
  const table = routes({
    webhooks,
    repeats,
    live,
    log,
    counts,
    waiting,
    watches,
    mailServers,
    allowance,
    mailer,
    tests,
    redeliveries,
    tails,
    tailLease,
    open,
    now,
    serviceId,
    retentionDays,
    readyTemplates: readReadyTemplates(),
  })
  return { routes: withKnownQuery(table), endStreams: () => tails.endAll(), stop: () => tailLease.stop() }
}

async function createIndexes({ store, db }: Platform, { repeats }: DispatcherStores): Promise<void> {
  await repeats.open()
  await createWebhookIndexes(store, db)
  await createWaitingIndexes(store, db)
  await createWatchIndexes(store, db)
  await createOccurrenceIndexes(store, db)
}
