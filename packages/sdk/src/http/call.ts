import { SluiceUsageError } from '../errors.ts'

/** Options that every call takes. */
export type CallOptions = {
  signal?: AbortSignal | undefined
  /** The time of the whole call: all attempts, the pauses between them, and the body of the answer. */
  timeoutMs?: number | undefined
}

/**
 * When a call may be sent again: `by-method` as its method allows; `refused-only` where it was surely turned away before
 * any work; `idempotent` after any failure, as a second time changes nothing; `keyed` likewise, as an Idempotency-Key goes
 * with it, where the server takes one.
 */
export type RepeatRule = 'by-method' | 'refused-only' | 'idempotent' | 'keyed' | 'never'

export type Call = {
  method: string
  /** Method and path pattern. */
  operation: string
  /** Path and query, percent-encoded, below the client's address. */
  path: string
  headers?: Readonly<Record<string, string>> | undefined
  body?: string | undefined
  repeat?: RepeatRule | undefined
  /**
   * Set where the call asks what became of a change whose answer was lost: the rest of the time limit of that change.
   * Without an answer, what became of the change stays unknown.
   */
  readBackWithinMs?: number | undefined
  /** The route was named by the caller, and not by the description. */
  isOwnRoute?: boolean | undefined
} & CallOptions

/** The whole answer to a call, whatever its status. */
export type Reply = {
  status: number
  headers: Headers
  text: string
  /** An attempt may have worked although no success was answered: its answer was lost, or said that something broke. */
  isAfterLostAnswer: boolean
  /** The rest of the time limit of the call. */
  remainingMs: number
}

/** What calls are sent by. */
export type CallSender = { send(call: Call): Promise<Reply> }

/** A reply as far as its refusal depends on it. */
export type ReplyText = Omit<Reply, 'remainingMs'>

export const pathWithoutQuery = (path: string): string => path.split('?', 1)[0] ?? path

export const isReading = ({ method }: Pick<Call, 'method'>): boolean => method === 'GET' || method === 'HEAD'

/** Method and path as messages show them. */
export const targetOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string =>
  `${method} ${pathWithoutQuery(path)}`

/** @returns `?a=1&b=2`, or nothing; a list is repeated, what is undefined is left out */
export function queryText(query: PathQuery): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter(one => one !== undefined)
      .map(one => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

export type PathQuery = Readonly<Record<string, QueryValue>>

export type QueryValue = string | number | boolean | undefined | readonly (string | number)[]

/** One segment of a path, percent-encoded. @throws SluiceUsageError where it would lead somewhere else */
export function pathSegment(text: string, name: string): string {
  const isUnfit = typeof text !== 'string' || text === '' || text === '.' || text === '..' || !text.isWellFormed()
  if (isUnfit) {
    throw new SluiceUsageError(`${name} has to be a text that a path can carry: not empty, "." or "..".`)
  }
  return encodeURIComponent(text)
}
