import type { ExecutionStatus, LogEntry } from '@sluice/contracts'

/** The entries of a log that are wanted, whosever it is. */
export type EntryQuery = {
  /** Default: all. */
  statuses?: readonly ExecutionStatus[] | undefined
  /** Epoch ms: `from` <= time of the event < `to`. */
  from: number
  to: number
  /** The time (epoch ms) before which only entries that have failed are kept. */
  failedOnlyBefore: number
  /** The path of the triggering request: this one, or one below it. */
  path?: string | undefined
  /** The status of the target's answer: from the first to the last of these. */
  statusCode?: StatusCodes | undefined
  /** The target of the last request: scheme, host and port, or `mail`. */
  target?: string | undefined
  /** Literal text that the summary, or method and path of the request, contain. */
  text?: string | undefined
  /** Entries of events before this id only. */
  before?: string | undefined
  /** Most entries of a page. */
  limit: number
  /** Rows that the page looks at; it may be short then, with `next` set. Default 20,000. */
  mostRows?: number
}

/** The entries of a webhook's log that are wanted. */
export type LogQuery = EntryQuery & {
  webhookId: string
  /** Of what was skipped, only what the webhook or the plugin being switched off was the reason of. */
  missedOnly?: boolean | undefined
}

export type StatusCodes = { first: number; last: number }

/**
 * An entry with what of it can be searched. `place`: the id by which a cursor names it; entries of one place are never
 * parted by a page.
 */
export type FoundEntry = {
  place: string
  entry: LogEntry
  request: { method: string; path: string }
  statusCode: number | undefined
  target?: string | undefined
}

/** Whether entries that are no rows can be among the wanted. */
export const wantsSkipped = ({ statuses, statusCode, target }: LogQuery): boolean =>
  (statuses === undefined || statuses.includes('skipped')) && statusCode === undefined && target === undefined

export function isWanted(found: FoundEntry, query: EntryQuery): boolean {
  const { entry, request } = found
  const isKept = entry.timestamp.$date >= query.failedOnlyBefore || entry.status === 'failed'
  return (
    isKept &&
    (query.statuses === undefined || query.statuses.includes(entry.status)) &&
    (query.path === undefined || isAtOrBelow(request.path, query.path)) &&
    isSent(found, query) &&
    (query.text === undefined || holdsText(query.text, [entry.summary, `${request.method} ${request.path}`]))
  )
}

const isSent = (found: FoundEntry, { statusCode, target }: EntryQuery): boolean =>
  (statusCode === undefined || isWithin(found.statusCode, statusCode)) &&
  (target === undefined || found.target === target)

export const isAtOrBelow = (path: string, at: string): boolean =>
  path === at || path.startsWith(at.endsWith('/') ? at : `${at}/`)

export const isWithin = (code: number | undefined, { first, last }: StatusCodes): boolean =>
  code !== undefined && first <= code && code <= last

const holdsText = (text: string, fields: readonly string[]): boolean =>
  fields.some(field => field.toLowerCase().includes(text.toLowerCase()))
