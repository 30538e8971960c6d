import { type Refusal, refuse } from '@sluice/contracts'

const DEFAULT_PAGE_SIZE = 100
const MAX_PAGE_SIZE = 1_000
const MAX_SKIP = 2 ** 31 - 1

export type RequestedPage = { kind: 'page'; page: number; skip: number; limit: number }

/** Reads `?page=` and `?pagesize=`. */
export function readPage(query: URLSearchParams): RequestedPage | Refusal {
  const page = readWhole(query.get('page') ?? '1')
  const limit = readWhole(query.get('pagesize') ?? String(DEFAULT_PAGE_SIZE))
  if (limit === undefined || limit > MAX_PAGE_SIZE) return bad('pagesize', `pagesize is 0 to ${MAX_PAGE_SIZE}.`)
  if (page === undefined || page < 1) return bad('page', 'page is a whole number; the first one is 1.')
  const skip = (page - 1) * limit
  return skip <= MAX_SKIP ? { kind: 'page', page, skip, limit } : bad('page', 'There is no page as far out as this.')
}

const readWhole = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

const bad = (path: string, message: string): Refusal => refuse('BAD_QUERY', message, [{ path, message }])
