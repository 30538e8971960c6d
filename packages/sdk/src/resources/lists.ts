import type { CallOptions } from '../http/call.ts'
import { createPages, numberedPage, type Pages, pageNumber, totalOf } from '../pages.ts'

type NumberedQuery = { page: number; pagesize?: number }

/** A list by numbered pages. @param read one page with the headers of its answer */
export const numberedList = <Item>(
  pagesize: number | undefined,
  read: (query: NumberedQuery) => Promise<{ data: Item[]; headers: Headers }>,
): Pages<Item> =>
  createPages(async at => {
    const { data, headers } = await read({ page: pageNumber(at), ...(pagesize !== undefined && { pagesize }) })
    return numberedPage(data, { at, pagesize, total: totalOf(headers) })
  })

/** A list by cursors. @param read one page */
export const cursorList = <Item>(
  read: (query: { cursor?: string }) => Promise<{ items: Item[]; next: string | null }>,
): Pages<Item> =>
  createPages(async at => {
    const { items, next } = await read(typeof at === 'string' ? { cursor: at } : {})
    return { items, next: next ?? undefined }
  })

/** Splits what may be said to every call from the query of a list. */
export function splitOptions<Options extends CallOptions>({ signal, timeoutMs, ...query }: Options) {
  return { query, call: { signal, timeoutMs } }
}
