import type { EventPage, EventSummary } from '@sluice/contracts'
import { toEventSummary } from '../domain/execution/event-summary.ts'
import type { EventRow } from '../domain/execution/execution.ts'
import { firstIdAt } from '../domain/execution/execution-id.ts'
import type { LogStore } from '../ports/log-store.ts'
import { isAtOrBelow, isWithin, type StatusCodes } from './log-query.ts'
import { type EventScan, scanEvents } from './scan-events.ts'

/** What one page may take; it is short then, with `next` set. */
const MAX_EVENTS = 20_000
const MAX_MS = 3_000

export type EventQuery = {
  /** Epoch ms: `from` <= time of the event < `to`. */
  from: number
  to: number
  /** The path of the request is this one, or one below it. */
  path?: string | undefined
  method?: string | undefined
  status?: StatusCodes | undefined
  user?: string | undefined
  /** The name of the program, with its version or without. */
  client?: string | undefined
  /** Events before this id only. */
  before?: string | undefined
  limit: number
  /** Events that the page looks at; it may be short then, with `next` set. Default 20,000. */
  mostEvents?: number
}

/** One page of events, newest first. */
export async function listEvents(
  query: EventQuery,
  log: Pick<LogStore, 'eventMatches' | 'events'>,
): Promise<EventPage> {
  const { limit, mostEvents = MAX_EVENTS } = query
  const isWanted = createEventTest(query)
  const deadline = performance.now() + MAX_MS
  const items: EventSummary[] = []
  let looked = 0
  for await (const rows of scanEvents(toScan(query), log)) {
    looked += rows.length
    const room = limit - items.length
    items.push(...rows.filter(isWanted).slice(0, room).map(toEventSummary))
    const last = items.length === limit ? items.at(-1) : rows.at(-1)
    const isEnough = items.length === limit || looked >= mostEvents || performance.now() > deadline
    if (isEnough && last) return { items, next: last._id }
  }
  return { items, next: null }
}

function toScan({ from, to, before }: EventQuery): EventScan {
  const end = firstIdAt(to)
  const below = before !== undefined && before < end ? before : end
  return { from: firstIdAt(from), below, hasBodies: false }
}

/** Tests an event by the parameters that are given. */
function createEventTest({ path, method, status, user, client }: EventQuery): (row: EventRow) => boolean {
  const tests: ((event: EventRow['event']) => boolean)[] = []
  if (path !== undefined) tests.push(({ request }) => isAtOrBelow(request.path, path))
  if (method !== undefined) tests.push(({ request }) => request.method === method)
  if (status !== undefined) tests.push(({ response }) => isWithin(response?.statusCode, status))
  if (user !== undefined) tests.push(({ principal }) => principal.id === user)
  if (client !== undefined) tests.push(event => isProgram(event.client, client))
  return ({ event }) => tests.every(test => test(event))
}

const isProgram = (client: string | undefined, asked: string): boolean =>
  client === asked || client?.startsWith(`${asked}/`) === true
