import type { StoredCollection } from '../catalog.ts'
import { bytesOf, type Database, numberOf, type SqliteRow } from '../database.ts'
import type { KeyRange, ScanPlan } from './plan.ts'

export type ScanCandidate = { id: number; body: Uint8Array }

const FIRST_PAGE = 64
const PAGE = 512

/** Pages grow, so that a query with a limit reads few rows that it does not need. */
const nextPage = (size: number): number => Math.min(Math.max(size * 2, FIRST_PAGE), PAGE)

const toCandidate = (row: SqliteRow): ScanCandidate => ({ id: numberOf(row, 'id'), body: bytesOf(row, 'body') })

type ScanSource = { database: Database; collection: StoredCollection }

/** All documents behind a number, in the order they came. */
export function* candidatesAfter(
  { database, collection }: ScanSource,
  after: number,
  firstPage = FIRST_PAGE,
): Generator<ScanCandidate[], void> {
  const sql = `SELECT id, body FROM ${collection.documents} WHERE id > ? ORDER BY id LIMIT ?`
  let last = after
  for (let size = Math.min(firstPage, PAGE); ; size = nextPage(size)) {
    const page = database.all(sql, last, size).map(toCandidate)
    if (page.length > 0) yield page
    if (page.length < size) return
    last = page.at(-1)?.id ?? last
  }
}

type ScanWalk = ScanSource & { firstPage?: number; index: number; descending: boolean }

/** The page of keys beyond the last one seen; documents with the same key are told apart by their number. */
function pageSql({ collection, index, descending }: ScanWalk): string {
  const order = descending ? 'DESC' : 'ASC'
  const beyond = descending ? '<' : '>'
  if (index === 0) {
    return `SELECT key, id, body FROM ${collection.documents}
      WHERE key >= ? AND key < ? AND (key, id) ${beyond} (?, ?) ORDER BY key ${order} LIMIT ?`
  }
  return `SELECT e.key AS key, e.doc AS id, d.body AS body FROM ${collection.entries} e
    CROSS JOIN ${collection.documents} d ON d.id = e.doc
    WHERE e.idx = ${index} AND e.key >= ? AND e.key < ? AND (e.key, e.doc) ${beyond} (?, ?)
    ORDER BY e.key ${order}, e.doc ${order} LIMIT ?`
}

function* rangePages(walk: ScanWalk, { from, to }: KeyRange): Generator<ScanCandidate[], void> {
  const sql = pageSql(walk)
  let last: { key: Uint8Array; id: number } = walk.descending ? { key: to, id: 0 } : { key: from, id: -1 }
  for (let size = Math.min(walk.firstPage ?? FIRST_PAGE, PAGE); ; size = nextPage(size)) {
    const rows = walk.database.all(sql, from, to, last.key, last.id, size)
    if (rows.length > 0) yield rows.map(toCandidate)
    if (rows.length < size) return
    const row = rows.at(-1)
    last = { key: bytesOf(row, 'key'), id: numberOf(row, 'id') }
  }
}

/** Documents that were not met before; with an array one document stands at several keys. */
function unseen(page: ScanCandidate[], seen: Set<number>): ScanCandidate[] {
  return page.filter(({ id }) => {
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}

/**
 * The documents to look at, page by page. Each page is a finished statement, so nothing holds an old snapshot between
 * two pages and other work may run.
 */
export function* candidates(
  database: Database,
  collection: StoredCollection,
  plan: ScanPlan,
): Generator<ScanCandidate[], void> {
  if (plan.kind === 'all') {
    yield* candidatesAfter({ database, collection }, 0, plan.firstPage)
    return
  }
  const walk = { database, collection, firstPage: plan.firstPage, index: plan.index, descending: plan.descending }
  const seen = plan.multikey || plan.ranges.length > 1 ? new Set<number>() : undefined
  for (const range of plan.ranges) {
    for (const page of rangePages(walk, range)) yield seen ? unseen(page, seen) : page
  }
}

export function candidatesById(
  database: Database,
  collection: StoredCollection,
  ids: Iterable<number>,
): ScanCandidate[] {
  const sql = `SELECT id, body FROM ${collection.documents} WHERE id = ?`
  return [...ids].flatMap(id => database.all(sql, id).map(toCandidate))
}
