import type { Handler } from '@sluice/bus'
import type { ChangeLog } from '@sluice/change-log'
import { decodeExchange, type RecordedExchange } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import type { Deliveries, DeliveryEnd } from '../delivery/deliveries.ts'
import type { DeliveryMeters } from '../delivery/delivery-meters.ts'
import type { Parking } from '../delivery/parking.ts'
import { toExchange } from '../domain/exchange-view.ts'
import { isEnded, toEventRow, toExecutionRow } from '../domain/execution.ts'
import { matchWebhooks } from '../domain/match-webhooks.ts'
import type { WebhookVersion } from '../domain/webhook-version.ts'
import type { LiveWebhooks, LogStore, OpenedExecution } from '../ports.ts'

export type ConsumerDependencies = {
  changes: ChangeLog
  live: LiveWebhooks
  log: LogStore
  deliveries: Deliveries
  parking: Parking
  meters: DeliveryMeters
  logger: Logger
  /** Whether a URL leads to this service itself. */
  isOwn(url: string): boolean
}

const NEWER_EVENT_PAUSE_MS = 10_000
const STOPPED_PAUSE_MS = 1_000

/**
 * One event: judged by the webhooks of its stamp, stored once with what it matched, every match delivered or parked. An
 * event that comes again finds its executions as they are, and only what has not ended is delivered.
 */
export function exchangeCompletedHandler(dependencies: ConsumerDependencies): Handler {
  const { logger } = dependencies
  return async record => {
    const decoded = decodeExchange(record.value)
    switch (decoded.kind) {
      case 'undecodable':
        return { kind: 'dead', reason: decoded.reason }
      case 'newer': {
        const { schemaVersion } = decoded
        logger.error({ schemaVersion, offset: String(record.offset) }, 'event.newer-than-this-dispatcher')
        return { kind: 'retry', afterMs: NEWER_EVENT_PAUSE_MS }
      }
      case 'event': {
        const isComplete = await handleExchange(decoded.exchange, dependencies)
        return isComplete ? { kind: 'done' } : { kind: 'retry', afterMs: STOPPED_PAUSE_MS }
      }
    }
  }
}

async function handleExchange(exchange: RecordedExchange, dependencies: ConsumerDependencies): Promise<boolean> {
  const { changes, live, log, meters, isOwn } = dependencies
  const { event } = exchange
  await changes.catchUp({ webhooks: event.webhooksSequence })
  const snapshot = await live.snapshotAt(event.webhooksSequence)
  const matched = matchWebhooks(snapshot, toExchange(exchange), { chain: event.chain, isOwn })
  const rows = matched.map(version => toExecutionRow(exchange, version))
  const opened = await log.open(toEventRow(exchange, matched), rows)
  meters.handled(matched.length, changes.storeTime() - event.at - event.durationMs)
  const ends = await Promise.all(
    matched.map((version, index) => deliverMatch({ version, exchange, opened: opened[index] }, dependencies)),
  )
  return !ends.includes('stopped')
}

type Match = { version: WebhookVersion; exchange: RecordedExchange; opened: OpenedExecution | undefined }

async function deliverMatch(match: Match, { deliveries, parking }: ConsumerDependencies): Promise<DeliveryEnd> {
  const { version, exchange, opened } = match
  if (!opened || isEnded(opened.row.status)) return 'ended'
  const { row, isNew } = opened
  if (!isNew && (await parking.isParked(row._id))) return 'ended'
  const attempt = isNew ? row.attempt : row.attempt + 1
  const { chain } = exchange.event
  const delivery = { row, webhook: version.webhook, versionFrom: version.from, attempt, chain }
  const end = await deliveries.deliver(delivery, exchange)
  return end === 'full' ? parking.park(delivery, exchange) : end
}
