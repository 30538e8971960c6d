import type { RunningConsumer } from '@sluice/bus'
import type { WebhookRecord } from '@sluice/contracts'
import {
  chainKeys,
  currentKeys,
  httpService,
  type ListenAddress,
  type Part,
  type Platform,
  withKnownQuery,
} from '@sluice/service-kit'
import { documentClaimantStore } from './adapters/document-claimant-store.ts'
import { documentMailAllowance } from './adapters/document-mail-allowance.ts'
import { documentQuarantine } from './adapters/document-quarantine.ts'
import { createWaitingIndexes, documentWaitingStore } from './adapters/document-waiting-store.ts'
import { createWatchIndexes, documentWatchStore } from './adapters/document-watch-store.ts'
import { createWebhookIndexes, documentWebhookStore } from './adapters/document-webhook-store.ts'
import { liveMailServers } from './adapters/live-mail-servers.ts'
import { liveWebhooks } from './adapters/live-webhooks.ts'
import { documentLogStore } from './adapters/log/document-log-store.ts'
import { eventBudget } from './adapters/log/event-budget.ts'
import { readReadyTemplates } from './adapters/ready-templates.ts'
import { createRetention } from './adapters/retention.ts'
import { routes } from './app.ts'
import { type ClaimantName, createClaimant, type NamedClaimant } from './claimant/create-claimant.ts'
import { exchangeCompletedHandler } from './consumers/exchange-completed.ts'
import { startConsumer } from './consumers/start-consumer.ts'
import { createAdmission } from './delivery/admission.ts'
import { createBreakers } from './delivery/breakers.ts'
import type { Channel } from './delivery/channel.ts'
import { createClaimRounds } from './delivery/claims/claim-rounds.ts'
import { createClaims } from './delivery/claims/claims.ts'
import { createDeliveries } from './delivery/deliveries.ts'
import { createDeliveryMeters, observeConsumer } from './delivery/delivery-meters.ts'
import { type HttpChannelDependencies, httpChannel } from './delivery/http/http-channel.ts'
import { createUndiciSender } from './delivery/http/undici-sender.ts'
import { type MailChannelDependencies, mailChannel } from './delivery/mail/mail-channel.ts'
import { createNodemailerMailer } from './delivery/mail/nodemailer-mailer.ts'
import { createParking, type ParkingDependencies } from './delivery/parking.ts'
import { createPersist } from './delivery/persist.ts'
import { createRedeliveries } from './delivery/redeliveries.ts'
import { createTargetSlots } from './delivery/target-slots.ts'
import { createTemplateCache } from './delivery/template-cache.ts'
import { createTests } from './delivery/tests.ts'
import { type OpenBlock, openBlock } from './domain/target/public-address.ts'
import { chainHeaders, ownPath } from './domain/webhook/own-target.ts'
import { createNameResolver, type ResolveAll } from './names/name-resolver.ts'
import type { LiveWebhooks, MailAllowance, MailServers, Sender, WaitingDelivery, WaitingStore } from './ports.ts'
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
  /** By what name it claims deliveries, so that after a crash it goes on at once with what its former life has left. */
  claimant: ClaimantName
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
  /** In the place of the system's names. */
  resolve?: ResolveAll | undefined
}

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
  const { live, log, mailServers, quarantine, budget, watches, claimant } = stores
  const surroundings = { ...stores, logger, open, now, confirmTime: changes.confirmTime }
  const delivery = createDelivery(platform, settings, surroundings)
  const retention = createRetention({ ...surroundings, days })
  const tails = createTails({ logger })
  const tailLease = createTailLease({ watches, now, logger })
  let consumer: RunningConsumer | undefined

  return httpService({
    name: 'webhook-dispatcher',
    platform,
    address: settings.address,
    routes: withKnownQuery(
      routes({
        ...surroundings,
        ...delivery,
        tails,
        tailLease,
        serviceId,
        retentionDays: days,
        readyTemplates: readReadyTemplates(),
      }),
    ),
    async open() {
      const service = readSmtpSetting(settings.smtp)
      checkRetentionDays(days)
      await createWebhookIndexes(store, db)
      await createWaitingIndexes(store, db)
      await createWatchIndexes(store, db)
      await live.follow()
      await mailServers.follow(service)
      await budget.start()
      await claimant.start()
      retention.start()
      delivery.rounds.start()
      const handler = exchangeCompletedHandler({ changes, live, log, logger, isOwn, ...delivery })
      consumer = startConsumer(bus, handler, { quarantine, meters: delivery.meters, logger, claimant })
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
      await claimant.stop()
      await budget.stop()
    },
  })
}

type StoreOptions = { settings: WebhookDispatcherSettings; now: () => Date; logger: Platform['logger'] }

/** Where everything is kept, and what is followed of it. */
function createStores({ store, changes, db }: Platform, { settings, now, logger }: StoreOptions) {
  const budget = eventBudget({ store, db, maxBytes: settings.eventStoreMaxBytes, now, logger })
  const claimant = createNamedClaimant({ store, changes, db }, { settings, now, logger })
  return {
    budget,
    claimant,
    live: liveWebhooks({ store, changes, db, logger }),
    webhooks: documentWebhookStore({ store, changes, db }),
    log: documentLogStore({ store, db, budget }),
    waiting: documentWaitingStore({ store, changes, db, claimant: claimant.id }),
    quarantine: documentQuarantine({ store, db }),
    watches: documentWatchStore({ store, changes, db }),
    mailServers: liveMailServers({ store, changes, db, logger }),
    allowance: documentMailAllowance({ store, db, limit: settings.emailDailyAllowance, now }),
  }
}

/** Ends by its former id what its former life has claimed. */
function createNamedClaimant(
  { store, changes, db }: Pick<Platform, 'store' | 'changes' | 'db'>,
  { settings, now, logger }: StoreOptions,
): NamedClaimant {
  const claimants = documentClaimantStore({ store, db })
  const claimedBefore = documentWaitingStore({ store, changes, db, claimant: () => settings.claimant.name })
  const { confirmTime } = changes
  return createClaimant({ ...settings.claimant, claimants, waiting: claimedBefore, now, confirmTime, logger })
}

function wakeAfterParking(waiting: WaitingStore, wake: () => void): WaitingStore {
  const park = async (delivery: WaitingDelivery) => {
    const isParked = await waiting.park(delivery)
    wake()
    return isParked
  }
  return { ...waiting, park }
}

type Surroundings = Pick<ParkingDependencies, 'webhooks' | 'log' | 'waiting'> & {
  logger: Platform['logger']
  live: LiveWebhooks
  claimant: NamedClaimant
  mailServers: MailServers
  allowance: MailAllowance
  open: readonly OpenBlock[]
  now: () => Date
  confirmTime: () => Promise<void>
}

/** What brings executions to their end, in memory and from the store. */
function createDelivery(
  { internalSecrets }: Platform,
  { publicUrl, resolve = createNameResolver() }: WebhookDispatcherSettings,
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
  const waiting = wakeAfterParking(surroundings.waiting, () => rounds.wake())
  const means = { ...surroundings, waiting, templateOf: createTemplateCache(), persist, ending: ending.signal }
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
    claims: createClaims(surroundings),
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
  const http = httpChannel(dependencies)
  const mail = mailChannel(dependencies)
  return (webhook: WebhookRecord): Channel => {
    switch (webhook.type) {
      case 'http':
        return http(webhook)
      case 'email':
        return mail(webhook)
    }
  }
}
