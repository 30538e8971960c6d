import type { EventSummary } from '@sluice/contracts'
import { clientOf, repeatOf, throughOf, turnedAwayOf } from '../exchange/exchange-view.ts'
import type { EventRow } from './execution.ts'

/** An exchange without its headers and bodies, as tails and lists show it. */
export function toEventSummary({ _id, event, matched }: EventRow): EventSummary {
  const { at, durationMs, request, response, principal } = event
  const { method, path, query } = request
  return {
    _id,
    timestamp: { $date: at },
    durationMs,
    method,
    path,
    query,
    statusCode: response?.statusCode ?? null,
    user: principal.id,
    via: principal.via,
    ...clientOf(event),
    matched,
    ...turnedAwayOf(event),
    ...throughOf(event),
    ...repeatOf(event),
  }
}
