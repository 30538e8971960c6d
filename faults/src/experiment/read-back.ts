import { z } from 'zod'
import type { AskAsOwner } from '../cluster/owner-client.ts'
import type { LogRow, Span } from '../oracle/observations.ts'

const page = z.object({
  items: z.array(
    z.object({
      _id: z.string(),
      webhookId: z.string(),
      eventId: z.string(),
      status: z.enum(['success', 'failed', 'skipped', 'pending']),
      summary: z.string(),
    }),
  ),
  next: z.string().nullable(),
})
const documents = z.array(z.object({ _id: z.string() }))
const PAGE_SIZE = 1000
const LOG_PAGE_SIZE = 200
/** So much of a log at a time, as the server that stands in for MongoDB reads all of a range for each page of it. */
const SLICE_MS = 10_000
/** Each opens connections of the dispatchers to the store, which X would take for what the fault has opened. */
const LOGS_AT_ONCE = 3

/** In the paths of all of the driver's requests, and of few others. */
const DRIVEN = '/orders'

/** `ofAll`: also what the first webhook's log says of the requests that are not the driver's. */
type Extent = { span: Span; ofAll: boolean }

/** The whole logs of these webhooks about the events of that time. */
export async function readLogs(
  owner: AskAsOwner,
  webhooks: readonly { id: string }[],
  { span, ofAll }: Extent,
): Promise<LogRow[]> {
  const isWhole = (index: number) => ofAll && index === 0
  const logs = webhooks.map(({ id }, index) => ({ id, ...span, text: isWhole(index) ? '' : DRIVEN }))
  const read: LogRow[][] = []
  for (let first = 0; first < logs.length; first += LOGS_AT_ONCE) {
    const some = logs.slice(first, first + LOGS_AT_ONCE)
    read.push(...(await Promise.all(some.map(({ id, ...wanted }) => readLog(owner, id, wanted)))))
  }
  return read.flat()
}

/** `status`: entries that have it alone; `skipped` ones are many, and derived while they are read. */
type WantedEntries = Span & { text: string; status?: LogRow['status'] }

type ShownRow = LogRow & { summary: string }

/** The log of one webhook about the events of that time whose method, path or status has the text; all where it is blank. */
export async function readLog(owner: AskAsOwner, webhookId: string, wanted: WantedEntries): Promise<ShownRow[]> {
  const slices: ShownRow[][] = []
  for (let { from } = wanted; from < wanted.to; from += SLICE_MS) {
    const to = Math.min(from + SLICE_MS, wanted.to)
    slices.push(await readSlice(owner, webhookId, { ...wanted, from, to }))
  }
  return slices.flat()
}

async function readSlice(
  owner: AskAsOwner,
  webhookId: string,
  { from, to, text, status }: WantedEntries,
): Promise<ShownRow[]> {
  const rows: ShownRow[] = []
  const ofStatus = status ? `&status=${status}` : ''
  const wanted = `limit=${LOG_PAGE_SIZE}&from=${from}&to=${to}${text && `&q=${encodeURIComponent(text)}`}${ofStatus}`
  let cursor: string | null = ''
  while (cursor !== null) {
    const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const read = page.parse(await owner('GET', `/webhooks/${webhookId}/logs?${wanted}${after}`))
    rows.push(...read.items.map(({ _id, ...row }) => ({ entryId: _id, ...row })))
    cursor = read.next
  }
  return rows
}

/** The ids of all documents that the driver's requests may have written. */
export async function readStored(owner: AskAsOwner): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let number = 1; ; number += 1) {
    const keys = encodeURIComponent('{"_id":1}')
    const read = documents.parse(await owner('GET', `/orders?keys=${keys}&pagesize=${PAGE_SIZE}&page=${number}`))
    for (const { _id } of read) ids.add(_id)
    if (read.length < PAGE_SIZE) return ids
  }
}
