import { type Refusal, refuse } from '@sluice/contracts'
import { didYouMean } from '@sluice/predicate'

/** What a request may say in its query. */
export type KnownParameters = {
  /** The parameters that this request reads. */
  read: ReadonlySet<string>
  /** The parameters that some request of this service reads. */
  ofOthers: ReadonlySet<string>
  /** Whether nothing else may stand there. */
  isStrict: boolean
}

/** Every request may say in which form it wants its answer. */
const OF_ALL: ReadonlySet<string> = new Set(['jsonMode', 'rep'])
const REPEATABLE: ReadonlySet<string> = new Set(['filter', 'sort', 'keys'])
/** Shorter names are near to too many others. */
const MIN_SUGGESTED = 4

/** What the reference implementation reads and Sluice does not: without it, another answer is given or another write made. */
const NOT_SERVED: Readonly<Record<string, string>> = {
  hal: 'Answers are plain JSON documents, never HAL. Leave it out.',
  shardkey: 'It is not supported. Name the document by its id, or by ?filter=.',
  sid: 'There are no sessions of several requests. Leave it out; the request is carried out at once.',
  txn: 'There are no transactions of several requests. Leave it out; the request is carried out at once.',
  sort_by: 'Send sort.',
  writeMode: 'Send wm.',
  writeConcern: 'It can not be chosen: every write is as safe as the store makes it. Leave it out.',
  readConcern: 'It can not be chosen: no read sees what may be lost again. Leave it out.',
  readPreference: 'It can not be chosen: every read sees the last write. Leave it out.',
}

/**
 * Judges the names in a query, so that nothing that was meant is ignored in silence. Other names than these pass, unless the
 * request is strict: permissions may read them.
 */
export function checkParameters(query: URLSearchParams, known: KnownParameters): Refusal | undefined {
  for (const name of new Set(query.keys())) {
    const fault = findFault(name, query, known)
    if (fault !== undefined) return bad(name, fault)
  }
  return undefined
}

function findFault(name: string, query: URLSearchParams, known: KnownParameters): string | undefined {
  const isRead = known.read.has(name) || OF_ALL.has(name)
  if (!isRead) return findUnreadFault(name, known)
  if (!REPEATABLE.has(name) && query.getAll(name).length > 1) return 'Send it once.'
  return name === 'rep' ? findFormFault(query.get(name) ?? '') : undefined
}

function findFormFault(rep: string): string | undefined {
  if (/^(?:s|standard)$/i.test(rep)) return undefined
  return 'Answers have the standard representation: lists are arrays of documents. Send s or standard, or leave it out.'
}

function findUnreadFault(name: string, { read, ofOthers, isStrict }: KnownParameters): string | undefined {
  if (Object.hasOwn(NOT_SERVED, name)) return NOT_SERVED[name]
  if (ofOthers.has(name)) return 'It does nothing in this request. Leave it out.'
  const near = nearest(name, [...read, ...OF_ALL])
  if (near !== undefined) return `There is no such parameter${near}`
  return isStrict ? 'This request has no such parameter. Leave it out.' : undefined
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const sameLetters = known.find(each => each.toLowerCase() === name.toLowerCase())
  if (sameLetters !== undefined) return `. Did you mean "${sameLetters}"?`
  const suggestion = didYouMean(
    name,
    known.filter(each => each.length >= MIN_SUGGESTED),
  )
  return suggestion === '.' || name.length < MIN_SUGGESTED - 1 ? undefined : suggestion
}

const bad = (path: string, message: string): Refusal => refuse('BAD_QUERY', `${path}: ${message}`, [{ path, message }])
