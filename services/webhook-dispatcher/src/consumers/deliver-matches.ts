import type { RecordedExchange } from '@sluice/contracts'
import { traceparentOf } from '@sluice/service-kit'
import { isStored } from '../claimant/lease.ts'
import type { ClaimedExecution } from '../delivery/claims/claims.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { settled } from '../delivery/settled.ts'
import { isAside, type RestingState } from '../domain/delivery-life.ts'
import { type ExecutionRow, isEnded, toEventRow, toExecutionRow } from '../domain/execution/execution.ts'
import type { WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { JudgedVersions } from '../ports/live-webhooks.ts'
import type { OpenedExecution } from '../ports/log-store.ts'
import {
  type ConsumerDependencies,
  countEvent,
  type EventHandling,
  type EventMeans,
  handledEvent,
} from './event-handling.ts'
import { mayBeginAhead, mayBeToldAhead, type RowWrite } from './open-beside.ts'

/** Stores an event with its matches, and brings each on. @returns whether it has done its part for all; until then it comes again */
export async function deliverMatches(
  exchange: RecordedExchange,
  { matched, unreadable }: JudgedVersions,
  { handling, holding }: EventMeans,
): Promise<boolean> {
  const { changes, log, claims, openings, waitingDeliveries, span } = handling
  const { event } = exchange
  await changes.confirmTime()
  const trace = span && { traceparent: traceparentOf(span) }
  const rows = matched.map(version => ({
    ...claims.named(toExecutionRow(exchange, version, claims.claimFor(version.webhook))),
    ...trace,
  }))
  const write = () => log.open(toEventRow(exchange, [...matched, ...unreadable]), rows)
  const isAhead = unreadable.length === 0 && matched.some(mayBeginAhead) && mayBeToldAhead(event)
  const hold = isAhead && openings.areTimely() ? holding?.takeHold() : undefined
  if (hold) {
    const opening = openings.open({ rows, hold, write })
    return deliverBeside({ exchange, matched, rows }, opening, handling)
  }
  const opened = await write()
  // A repeat was counted as the event that it is.
  if (!handling.repeat) countEvent(handling, handledEvent(event, matched.length))
  // What may be a match is judged by the event as it is stored by now.
  const ends = await settled([
    ...matched.map((version, index) => deliverMatch({ version, exchange, opened: opened[index] }, handling)),
    ...unreadable.map(version =>
      waitingDeliveries.addUnjudged({ ...toExecutionRow(exchange, version), ...trace }, version, event.chain),
    ),
  ])
  return ends.every(end => IS_DONE[end])
}

type OpeningMatches = { exchange: RecordedExchange; matched: readonly WebhookVersion[]; rows: readonly ExecutionRow[] }

/** Delivers while the executions are on their way into the store. */
async function deliverBeside(
  { exchange, matched, rows }: OpeningMatches,
  opening: RowWrite,
  handling: EventHandling,
): Promise<boolean> {
  const { isWritten, areStored, isSure } = opening
  const writing = isWritten.then((is): RestingState => {
    if (is) countEvent(handling, handledEvent(exchange.event, matched.length))
    return is ? 'ended' : 'left'
  })
  const works = rows.map(async (row, index): Promise<RestingState> => {
    const [version, isStored] = [matched[index], areStored[index]]
    if (!version || !isStored) return 'left'
    if (!mayBeginAhead(version) && !(await isStored)) return 'left'
    const claimed = handling.claims.opening(row, version.webhook, { isStored, isSure })
    return leaving(row, await deliverClaimed(claimed, { version, exchange }, handling), handling)
  })
  // What is tried again must not meet a write of the same event.
  const ends = await settled([writing, ...works])
  return ends.every(end => IS_DONE[end])
}

/** Whether an event has done its part for a match; until it has for all, it comes again. */
const IS_DONE: Readonly<Record<RestingState, boolean>> = { ended: true, waiting: true, free: false, left: false }

type Match = {
  version: WebhookVersion
  exchange: RecordedExchange
  opened: OpenedExecution | undefined
}

async function deliverMatch({ opened, ...match }: Match, dependencies: ConsumerDependencies): Promise<RestingState> {
  if (!opened) return 'ended'
  return leaving(opened.row, await deliverOpened({ ...match, opened }, dependencies), dependencies)
}

/** Not where it throws, or could not be given back: then its claim is found again when the event comes again. */
function leaving({ _id }: ExecutionRow, end: RestingState, { claims }: Pick<ConsumerDependencies, 'claims'>) {
  if (end !== 'free') claims.leave(_id)
  return end
}

async function deliverOpened(
  { opened, ...match }: Match & { opened: OpenedExecution },
  dependencies: ConsumerDependencies,
): Promise<RestingState> {
  const { claims, waitingDeliveries } = dependencies
  if (isEnded(opened.row.status)) return 'ended'
  if (!opened.isNew && (await waitingDeliveries.has(opened.row._id))) return 'waiting'
  const claimed = await claims.enter(opened, match.version.webhook)
  return claimed ? deliverClaimed(claimed, match, dependencies) : 'left'
}

async function deliverClaimed(
  claimed: ClaimedExecution,
  { version, exchange }: Omit<Match, 'opened'>,
  { claims, deliveries, waitingDeliveries }: ConsumerDependencies,
): Promise<RestingState> {
  const delivery = toDelivery(claimed, version, {
    chain: exchange.event.chain,
    waitForRetry: waitingDeliveries.waitForRetry,
  })
  const end = await deliveries.deliver(delivery, exchange)
  if (!(await isStored(claimed.lease))) return 'left'
  if (isAside(end)) return waitingDeliveries.add(delivery, exchange, end)
  if (end === 'free') await claims.release(claimed)
  return end
}

function toDelivery(
  claimed: ClaimedExecution,
  { webhook, from: versionFrom }: WebhookVersion,
  means: Pick<Delivery, 'chain' | 'waitForRetry'>,
): Delivery {
  const { attempts = [] } = claimed.row
  return { ...claimed, ...means, webhook, versionFrom, attempts, isUncertain: claimed.attempt > 1 }
}
