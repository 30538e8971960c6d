import { type Handler, type RunningConsumer, runConsumer } from '@sluice/bus'
import { exchangeCompleted, type WebhookRecord } from '@sluice/contracts'
import {
  chainKeys,
  createSparseLog,
  httpService,
  type ListenAddress,
  type Part,
  type Platform,
} from '@sluice/service-kit'
import { documentLogStore } from './adapters/document-log-store.ts'
import { documentMailAllowance } from './adapters/document-mail-allowance.ts'
import { documentQuarantine } from './adapters/document-quarantine.ts'
import { createWaitingIndexes, documentWaitingStore } from './adapters/document-waiting-store.ts'
import { createWebhookIndexes, documentWebhookStore } from './adapters/document-webhook-store.ts'
import { liveMailServers } from './adapters/live-mail-servers.ts'
import { liveWebhooks } from './adapters/live-webhooks.ts'
import { createRetention } from './adapters/retention.ts'
import { routes } from './app.ts'
import { exchangeCompletedHandler } from './consumers/exchange-completed.ts'
import type { Channel } from './delivery/channel.ts'
import { createClaims } from './delivery/claims.ts'
import { createDeliveries } from './delivery/deliveries.ts'
import { createDeliveryMeters, type DeliveryMeters } from './delivery/delivery-meters.ts'
import { type HttpChannelDependencies, httpChannel } from './delivery/http-channel.ts'
import { type MailChannelDependencies, mailChannel } from './delivery/mail-channel.ts'
import { createNodemailerMailer } from './delivery/nodemailer-mailer.ts'
import { createParking, type ParkingDependencies } from './delivery/parking.ts'
import { createPersist } from './delivery/persist.ts'
import { createTargetSlots } from './delivery/target-slots.ts'
import { createTemplateCache } from './delivery/template-cache.ts'
import { createUndiciSender } from './delivery/undici-sender.ts'
import { chainHeaders, ownPath } from './domain/own-target.ts'
import { type OpenBlock, openBlock } from './domain/public-address.ts'
import type { LiveWebhooks, MailAllowance, MailServers } from './ports.ts'
import { readSmtpSetting, type SmtpSetting } from './smtp-setting.ts'

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
  /** The service's own mail server. */
  smtp: SmtpSetting
  /** Recipients a UTC day that it may be used for. */
  emailDailyAllowance: number
}

const GROUP = 'webhook-dispatcher'
const SLOTS = { total: 1000, perTarget: 16, waitingPerTarget: 5000, maxWaitMs: 5_000 }
const MAX_TARGETS = 1024

/** The webhook dispatcher: administration behind the gateway, and the consumer that matches, delivers and logs. */
export function createWebhookDispatcher(platform: Platform, settings: WebhookDispatcherSettings): Part {
  const { store, changes, bus, db } = platform
  const logger = platform.logger.child({ part: 'webhook-dispatcher' })
  const open = settings.allowCidrs.map(openBlock)
  const now = () => new Date(changes.storeTime())
  const isOwn = (url: string) => ownPath(url, settings.publicUrl()) !== undefined

  const live = liveWebhooks({ store, changes, db, logger })
  const webhooks = documentWebhookStore({ store, changes, db })
  const log = documentLogStore({ store, db })
  const waiting = documentWaitingStore({ store, changes, db })
  const quarantine = documentQuarantine({ store, db })
  const mailServers = liveMailServers({ store, changes, db, logger })
  const allowance = documentMailAllowance({ store, db, limit: settings.emailDailyAllowance, now })
  const surroundings = { live, webhooks, log, waiting, mailServers, allowance, logger, open, now }
  const delivery = createDelivery(platform, settings, surroundings)
  const retention = createRetention({ log, webhooks, quarantine, retentionDays: settings.retentionDays, now, logger })
  let consumer: RunningConsumer | undefined

  return httpService({
    name: 'webhook-dispatcher',
    platform,
    address: settings.address,
    routes: routes({ ...surroundings, mailer: delivery.mailer, retentionDays: settings.retentionDays }),
    async open() {
      const service = readSmtpSetting(settings.smtp)
      await createWebhookIndexes(store, db)
      await createWaitingIndexes(store, db)
      await live.follow()
      await mailServers.follow(service)
      retention.start()
      delivery.parking.start()
      const handler = exchangeCompletedHandler({ changes, live, log, logger, isOwn, ...delivery })
      consumer = await startConsumer(bus, handler, { quarantine, meters: delivery.meters, logger })
    },
    async close(deadlineMs) {
      retention.stop()
      // What waits for a slot is left for the next start; what was sent is logged.
      delivery.slots.close()
      const [unfinished] = await Promise.all([consumer?.stop(deadlineMs), delivery.parking.stop(deadlineMs)])
      if (unfinished) logger.warn({ unfinished }, 'events.left-for-next-start')
      await delivery.end()
    },
  })
}

type Surroundings = Pick<ParkingDependencies, 'webhooks' | 'log' | 'waiting' | 'logger'> & {
  live: LiveWebhooks
  mailServers: MailServers
  allowance: MailAllowance
  open: readonly OpenBlock[]
  now: () => Date
}

/** What brings executions to their end, in memory and from the store. */
function createDelivery(
  { internalSecrets }: Platform,
  { publicUrl, claimant }: WebhookDispatcherSettings,
  surroundings: Surroundings,
) {
  const { open, logger } = surroundings
  const ending = new AbortController()
  const sender = createUndiciSender({ open, perTarget: SLOTS.perTarget, maxTargets: MAX_TARGETS })
  const mailer = createNodemailerMailer({ open })
  const slots = createTargetSlots(SLOTS)
  const meters = createDeliveryMeters(slots)
  const [chainKey] = chainKeys(internalSecrets)
  const persist = createPersist({ ending: ending.signal, logger })
  const means = { ...surroundings, templateOf: createTemplateCache(), persist, ending: ending.signal }
  const channelOf = createChannels({ ...means, sender, mailer, chainHeaders: chainHeaders(publicUrl, chainKey) })
  const shared = { ...means, slots, meters, channelOf }
  const deliveries = createDeliveries(shared)
  return {
    slots,
    mailer,
    meters,
    claims: createClaims({ ...surroundings, claimant }),
    deliveries,
    parking: createParking({ ...shared, deliveries }),
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
    async onDead(record, reason) {
      await quarantine.put(record, reason)
      meters.quarantined()
      logger.error({ partition: record.partition, offset: String(record.offset), reason }, 'event.quarantined')
    },
    onAssigned: (_, partitions) => reportLost(partitions, logger),
    onHandlerError: error => failed({ err: error }),
    onFlow: (partition, isPaused) => logger.info({ partition, isPaused }, 'partition.flow'),
    onCommitError: error => logger.warn({ err: error }, 'offsets.not-committed'),
  })
}

function reportLost(partitions: readonly { partition: number; lost: bigint }[], logger: Platform['logger']): void {
  for (const { partition, lost } of partitions) {
    if (lost > 0n) logger.error({ partition, lost: String(lost) }, 'events.lost')
  }
}
