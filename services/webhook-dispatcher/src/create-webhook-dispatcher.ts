import { type Handler, type RunningConsumer, runConsumer } from '@sluice/bus'
import { exchangeCompleted, type WebhookRecord } from '@sluice/contracts'
import {
  chainKeys,
  createSparseLog,
  currentKeys,
  httpService,
  type ListenAddress,
  type Part,
  type Platform,
} from '@sluice/service-kit'
import { documentLogStore } from './adapters/document-log-store.ts'
import { documentMailAllowance } from './adapters/document-mail-allowance.ts'
import { documentQuarantine } from './adapters/document-quarantine.ts'
import { createWaitingIndexes, documentWaitingStore } from './adapters/document-waiting-store.ts'
import { createWatchIndexes, documentWatchStore } from './adapters/document-watch-store.ts'
import { createWebhookIndexes, documentWebhookStore } from './adapters/document-webhook-store.ts'
import { eventBudget } from './adapters/event-budget.ts'
import { liveMailServers } from './adapters/live-mail-servers.ts'
import { liveWebhooks } from './adapters/live-webhooks.ts'
import { readReadyTemplates } from './adapters/ready-templates.ts'
import { createRetention } from './adapters/retention.ts'
import { routes } from './app.ts'
import { exchangeCompletedHandler } from './consumers/exchange-completed.ts'
import { createAdmission } from './delivery/admission.ts'
import { createBreakers } from './delivery/breakers.ts'
import type { Channel } from './delivery/channel.ts'
import { createClaimRounds } from './delivery/claim-rounds.ts'
import { createClaims } from './delivery/claims.ts'
import { createDeliveries } from './delivery/deliveries.ts'
import { createDeliveryMeters, type DeliveryMeters, observeConsumer } from './delivery/delivery-meters.ts'
import type { ResolveAll } from './delivery/guarded-lookup.ts'
import { type HttpChannelDependencies, httpChannel } from './delivery/http-channel.ts'
import { type MailChannelDependencies, mailChannel } from './delivery/mail-channel.ts'
import { createNodemailerMailer } from './delivery/nodemailer-mailer.ts'
import { createParking, type ParkingDependencies } from './delivery/parking.ts'
import { createPersist } from './delivery/persist.ts'
import { createRedeliveries } from './delivery/redeliveries.ts'
import { createTargetSlots } from './delivery/target-slots.ts'
import { createTemplateCache } from './delivery/template-cache.ts'
import { createTests } from './delivery/tests.ts'
import { createUndiciSender } from './delivery/undici-sender.ts'
import { chainHeaders, ownPath } from './domain/own-target.ts'
import { type OpenBlock, openBlock } from './domain/public-address.ts'
import type { LiveWebhooks, MailAllowance, MailServers, Sender } from './ports.ts'
import { checkRetentionDays, readRetentionDays } from './retention-setting.ts'
import { readSmtpSetting, type SmtpSetting } from './smtp-setting.ts'
import { createTailLease } from './tail/tail-lease.ts'
import { createTails } from './tail/tails.ts'

type WebhookDispatcherSettings = {
  address: ListenAddress
  /** Blocks that are not public and may be called all the same: `cidr` or `cidr:port`. */
  allowCidrs: readonly string[]
  /** The address that clients use: deliveries to it carry the signed chain, by which loops are cut. */
  publicUrl: () => string | undefined
  /**
   * By what name it claims deliveries: no other that may be alive bears it. One that bears the name of its former life
   * goes on at once with what that has left.
   */
  claimant: string
  /** Days that events, executions and old versions of webhooks are kept. */
  retentionDays: number
  /** Days that executions which have failed are kept, with their events; as long as the others when it is not said. */
  failedRetentionDays: number | undefined
  /** What events and executions may take in the store; near it, events that no webhook matched are given up. */
  eventStoreMaxBytes: number
  /** The service's own mail server. */
  smtp: SmtpSetting
  /** Recipients a UTC day that it may be used for. */
  emailDailyAllowance: number
  /** Instead of the system's resolver. */
  resolve?: ResolveAll | undefined
}

const GROUP = 'webhook-dispatcher'
/** Measured with events of 1 kB that match one webhook (`bench capacity`). */
const HELD_FOR_EVENT_BYTES = 12 * 1024
const SLOTS = { total: 1000, perTarget: 16, waitingPerTarget: 5000, maxWaitMs: 5_000 }
const MAX_TARGETS = 1024

/** The webhook dispatcher: administration behind the gateway, and the consumer that matches, delivers and logs. */
export function createWebhookDispatcher(platform: Platform, settings: WebhookDispatcherSettings): Part {
  const { store, changes, bus, db, serviceId } = platform
  const logger = platform.logger.child({ part: 'webhook-dispatcher' })
  const open = settings.allowCidrs.map(openBlock)
  const now = () => new Date(changes.storeTime())
  const days = readRetentionDays(settings)
  const isOwn = (url: string) => ownPath(url, settings.publicUrl()) !== undefined

  const stores = createStores(platform, { settings, now, logger })
  const { live, log, mailServers, quarantine, budget, watches } = stores
  const surroundings = { ...stores, logger, open, now }
  const delivery = createDelivery(platform, settings, surroundings)
  const retention = createRetention({ ...surroundings, days })
  const tails = createTails({ logger })
  const tailLease = createTailLease({ watches, now, logger })
  let consumer: RunningConsumer | undefined

  return httpService({
    name: 'webhook-dispatcher',
    platform,
    address: settings.address,
    routes: routes({
      ...surroundings,
      ...delivery,
      tails,
      tailLease,
      serviceId,
      retentionDays: days,
      readyTemplates: readReadyTemplates(),
    }),
    async open() {
      const service = readSmtpSetting(settings.smtp)
      checkRetentionDays(days)
      await createWebhookIndexes(store, db)
      await createWaitingIndexes(store, db)
      await createWatchIndexes(store, db)
      await live.follow()
      await mailServers.follow(service)
      await budget.start()
      retention.start()
      delivery.rounds.start()
      const handler = exchangeCompletedHandler({ changes, live, log, logger, isOwn, ...delivery })
      consumer = await startConsumer(bus, handler, { quarantine, meters: delivery.meters, logger })
      observeConsumer(consumer)
    },
    endStreams: () => tails.endAll(),
    async close(deadlineMs) {
      tailLease.stop()
      retention.stop()
      // What waits for a slot is left for the next start; what was sent is logged.
      delivery.slots.close()
      const [unfinished] = await Promise.all([consumer?.stop(deadlineMs), delivery.rounds.stop(deadlineMs)])
      if (unfinished) logger.warn({ unfinished }, 'events.left-for-next-start')
      await delivery.end()
      await budget.stop()
    },
  })
}

type StoreOptions = { settings: WebhookDispatcherSettings; now: () => Date; logger: Platform['logger'] }

/** Where everything is kept, and what is followed of it. */
function createStores({ store, changes, db }: Platform, { settings, now, logger }: StoreOptions) {
  const budget = eventBudget({ store, db, maxBytes: settings.eventStoreMaxBytes, now, logger })
  return {
    budget,
    live: liveWebhooks({ store, changes, db, logger }),
    webhooks: documentWebhookStore({ store, changes, db }),
    log: documentLogStore({ store, db, budget }),
    waiting: documentWaitingStore({ store, changes, db }),
    quarantine: documentQuarantine({ store, db }),
    watches: documentWatchStore({ store, changes, db }),
    mailServers: liveMailServers({ store, changes, db, logger }),
    allowance: documentMailAllowance({ store, db, limit: settings.emailDailyAllowance, now }),
  }
}

type Surroundings = Pick<ParkingDependencies, 'webhooks' | 'log' | 'waiting'> & {
  logger: Platform['logger']
  live: LiveWebhooks
  mailServers: MailServers
  allowance: MailAllowance
  open: readonly OpenBlock[]
  now: () => Date
}

/** What brings executions to their end, in memory and from the store. */
function createDelivery(
  { internalSecrets }: Platform,
  { publicUrl, claimant, resolve }: WebhookDispatcherSettings,
  surroundings: Surroundings,
) {
  const { open, logger, live } = surroundings
  const ending = new AbortController()
  const sender = createUndiciSender({ open, perTarget: SLOTS.perTarget, maxTargets: MAX_TARGETS, resolve })
  const mailer = createNodemailerMailer({ open, resolve })
  const slots = createTargetSlots(SLOTS)
  const meters = createDeliveryMeters(slots)
  const breakers = createBreakers({ logger, opened: meters.breakerOpened })
  meters.observeBreakers(breakers.open)
  const chainKeysNow = currentKeys(internalSecrets, chainKeys)
  const persist = createPersist({ ending: ending.signal, logger })
  const means = { ...surroundings, templateOf: createTemplateCache(), persist, ending: ending.signal }
  const channelsWith = (by: Sender) =>
    createChannels({ ...means, sender: by, mailer, chainHeaders: chainHeaders(publicUrl, chainKeysNow) })
  const channelOf = channelsWith(sender)
  const admission = createAdmission({ live, breakers, logger })
  const shared = { ...means, slots, meters, channelOf, admission }
  const deliveries = createDeliveries(shared)
  const parking = createParking({ ...shared, deliveries })
  const rounds = createClaimRounds({ ...shared, parking })
  meters.observeLanes(rounds.lanes)
  return {
    slots,
    mailer,
    meters,
    claims: createClaims({ ...surroundings, claimant }),
    deliveries,
    parking,
    redeliveries: createRedeliveries(shared),
    rounds,
    tests: createTests({ channelsWith, open, resolve }),
    /** What is still being sent is broken off. */
    async end() {
      ending.abort()
      mailer.close()
      await sender.close()
    },
  }
}

function createChannels(dependencies: HttpChannelDependencies & MailChannelDependencies) {
  const [http, mail] = [httpChannel(dependencies), mailChannel(dependencies)]
  return (webhook: WebhookRecord): Channel => {
    switch (webhook.type) {
      case 'http':
        return http(webhook)
      case 'email':
        return mail(webhook)
    }
  }
}

type ConsumerReports = {
  quarantine: ReturnType<typeof documentQuarantine>
  meters: DeliveryMeters
  logger: Platform['logger']
}

function startConsumer(bus: Platform['bus'], handler: Handler, { quarantine, meters, logger }: ConsumerReports) {
  const failed = createSparseLog(fields => logger.error(fields, 'event.failed'))
  return runConsumer({
    bus,
    topic: exchangeCompleted.name,
    group: GROUP,
    handler,
    limits: { heldForEachBytes: HELD_FOR_EVENT_BYTES },
    async onDead(record, reason) {
      await quarantine.put(record, reason)
      meters.quarantined()
      logger.error({ partition: record.partition, offset: String(record.offset), reason }, 'event.quarantined')
    },
    onAssigned: (_, partitions) => reportLost(partitions, { meters, logger }),
    onHandlerError(error) {
      meters.eventFailed()
      failed({ err: error })
    },
    onFlow: (partition, isPaused) => logger.info({ partition, isPaused }, 'partition.flow'),
    onCommitError: error => logger.warn({ err: error }, 'offsets.not-committed'),
  })
}

type Standing = { partition: number; lost: bigint }

function reportLost(partitions: readonly Standing[], { meters, logger }: Omit<ConsumerReports, 'quarantine'>): void {
  for (const { partition, lost } of partitions) {
    if (lost === 0n) continue
    meters.eventsLost(Number(lost))
    logger.error({ partition, lost: String(lost) }, 'events.lost')
  }
}
