import type { ShownExchange, WatchRecord, WebhookSuggestion } from '@sluice/contracts'
import {
  clientOf,
  joinHeaders,
  readBody,
  throughOf,
  turnedAwayOf,
  type ViewedBody,
} from '../domain/exchange/exchange-view.ts'
import { type EventRow, fromEventRow } from '../domain/execution/execution.ts'
import { firstIdAt } from '../domain/execution/execution-id.ts'
import { showAnswer } from '../domain/execution/log-entry.ts'
import { isWatchingPath } from '../domain/execution/watching-path.ts'
import { type SeenExchange, suggestWebhooks } from '../domain/template/suggest-webhooks.ts'
import type { LogStore } from '../ports/log-store.ts'
import { scanEvents } from './scan-events.ts'

const MAX_SHOWN = 500
const MAX_COUNTED = 2000
/** The most characters of bodies that one answer shows. */
const MAX_TEXT = 4 * 1024 * 1024

type RecordedEvents = { total: number; events: ShownExchange[]; suggestions: WebhookSuggestion[] }
type EventSource = Pick<LogStore, 'eventMatches' | 'events'>

/** What a recording holds so far, newest first: all events of its time. Bodies are read as far as they are shown. */
export async function readRecording({ from, until }: WatchRecord, log: EventSource): Promise<RecordedEvents> {
  const range = { from: firstIdAt(from.getTime()), below: firstIdAt(until.getTime()) }
  const gathered = createGathering()
  let below = range.below
  for await (const rows of scanEvents({ ...range, hasBodies: true }, log)) {
    gathered.add(rows)
    below = rows.at(-1)?._id ?? below
    if (gathered.isFull()) break
  }
  if (gathered.isFull()) {
    for await (const rows of scanEvents({ from: range.from, below, hasBodies: false }, log)) {
      gathered.add(rows)
      if (gathered.total() >= MAX_COUNTED) break
    }
  }
  return gathered.result()
}

function createGathering() {
  const events: ShownExchange[] = []
  const seen: SeenExchange[] = []
  let room = MAX_TEXT

  function addOne(row: EventRow): void {
    const length = row.requestBody.text.length + row.responseBody.text.length
    const shown = length <= room ? row : withoutTexts(row)
    room = Math.max(0, room - length)
    seen.push(toSeen(shown))
    if (events.length < MAX_SHOWN) events.push(toShown(shown))
  }

  return {
    add(rows: readonly EventRow[]): void {
      for (const row of rows) {
        if (seen.length < MAX_COUNTED && !isWatchingPath(row.event.request.path)) addOne(row)
      }
    },
    /** Whether bodies are of use no more. */
    isFull: () => room === 0 || events.length >= MAX_SHOWN,
    total: () => seen.length,
    result: (): RecordedEvents => ({ total: seen.length, events, suggestions: suggestWebhooks(seen) }),
  }
}

const withoutTexts = (row: EventRow): EventRow => ({
  ...row,
  requestBody: { ...row.requestBody, text: '', truncated: true },
  responseBody: { ...row.responseBody, text: '', truncated: true },
})

function toSeen(row: EventRow): SeenExchange {
  const { event, requestBody, responseBody } = fromEventRow(row)
  const { request, response } = event
  return {
    method: request.method,
    path: request.path,
    requestBody: jsonOf(readBody(request, requestBody)),
    responseBody: response ? jsonOf(readBody(response, responseBody)) : undefined,
  }
}

const jsonOf = (read: ViewedBody): unknown => (read.kind === 'json' ? read.value : undefined)

function toShown({ _id, event, requestBody, responseBody, matched }: EventRow): ShownExchange {
  const { at, durationMs, request, response, principal } = event
  const { method, path, query, headers } = request
  return {
    _id,
    timestamp: { $date: at },
    durationMs,
    matched,
    via: principal.via,
    ...clientOf(event),
    incomingRequest: { method, path, query, headers: joinHeaders(headers), body: requestBody },
    incomingResponse: response && showAnswer({ ...response, body: responseBody }),
    ...turnedAwayOf(event),
    ...throughOf(event),
  }
}
