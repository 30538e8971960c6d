import type { ExecutionStatus, LogEntry } from '@sluice/contracts'

/** The entries of a webhook's log that are wanted. */
export type LogQuery = {
  webhookId: string
  status?: ExecutionStatus | undefined
  /** Epoch ms: `from` <= time of the event < `to`. */
  from: number
  to: number
  /** The time (epoch ms) before which only entries that have failed are kept. */
  failedOnlyBefore: number
  /** The path of the triggering request: this one, or one below it. */
  path?: string | undefined
  /** The status of the target's answer: from the first to the last of these. */
  statusCode?: StatusCodes | undefined
  /** Literal text that the summary, or method and path of the request, contain. */
  text?: string | undefined
  /** Entries of events before this id only. */
  before?: string | undefined
  /** Most entries of a page. */
  limit: number
  /** Rows that the page looks at; it may be short then, with `next` set. Default 20,000. */
  mostRows?: number
}

export type StatusCodes = { first: number; last: number }

/** An entry with what of it can be searched. */
export type FoundEntry = { entry: LogEntry; request: { method: string; path: string }; statusCode: number | undefined }

/** Whether entries that are no rows can be among the wanted. */
export const wantsSkipped = ({ status, statusCode }: LogQuery): boolean =>
  (status === undefined || status === 'skipped') && statusCode === undefined

export function isWanted({ entry, request, statusCode }: FoundEntry, query: LogQuery): boolean {
  const isKept = entry.timestamp.$date >= query.failedOnlyBefore || entry.status === 'failed'
  return (
    isKept &&
    (query.status === undefined || entry.status === query.status) &&
    (query.path === undefined || isAtOrBelow(request.path, query.path)) &&
    (query.statusCode === undefined || isWithin(statusCode, query.statusCode)) &&
    (query.text === undefined || holdsText(query.text, [entry.summary, `${request.method} ${request.path}`]))
  )
}

const isAtOrBelow = (path: string, at: string): boolean =>
  path === at || path.startsWith(at.endsWith('/') ? at : `${at}/`)

const isWithin = (code: number | undefined, { first, last }: StatusCodes): boolean =>
  code !== undefined && first <= code && code <= last

const holdsText = (text: string, fields: readonly string[]): boolean =>
  fields.some(field => field.toLowerCase().includes(text.toLowerCase()))
