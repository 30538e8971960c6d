import { SluiceUsageError } from '../errors.ts'
import type { CallOptions, PathQuery } from '../http/call.ts'
import {
  createPages,
  type ItemPage,
  numberedPage,
  type PagePosition,
  type Pages,
  pageNumber,
  totalOf,
} from '../pages.ts'
import type { CollectionCalls } from './collection-calls.ts'
import type { DocumentFilter, DocumentKeys, DocumentSort } from './document-types.ts'
import { toWireText } from './wire-values.ts'

export type FindDocumentsOptions<T> = CallOptions & {
  filter?: DocumentFilter<T> | undefined
  sort?: DocumentSort<T> | readonly DocumentSort<T>[] | undefined
  keys?: DocumentKeys<T> | undefined
  /** 0 to 1,000; 100 by default. */
  pagesize?: number | undefined
  /** Pages get `total`; `estimated` is cheaper. */
  count?: boolean | 'estimated' | undefined
  /** The index to be used: its name or its keys. */
  hint?: string | undefined
}

/**
 * `stable`: sorted by `_id` and continued behind the last one, so that nothing is read twice or missed while the
 * collection changes. It has no other sort, and the ids are of one type.
 */
export type StableFindDocumentsOptions<T> = Omit<FindDocumentsOptions<T>, 'sort'> & { stable: true; sort?: never }

type AnyFindOptions<T> = (FindDocumentsOptions<T> & { stable?: false }) | StableFindDocumentsOptions<T>

const USUAL_SIZE = 100

export function findDocuments<T, Found>(calls: CollectionCalls, options: AnyFindOptions<T>): Pages<Found> {
  return createPages(options.stable ? at => readBehind(calls, options, at) : at => readNumbered(calls, options, at))
}

async function readNumbered<T, Found>(
  calls: CollectionCalls,
  options: FindDocumentsOptions<T>,
  at: PagePosition | undefined,
) {
  const query = { ...queryOf(options), page: at === undefined ? undefined : pageNumber(at) }
  const { items, total } = await readItems<Found>(calls, query, options)
  return numberedPage(items, {
    at,
    pagesize: options.pagesize,
    total: options.count === 'estimated' ? undefined : total,
  })
}

/** @param at the last `_id` of the page before, as a text */
async function readBehind<T, Found>(
  calls: CollectionCalls,
  options: StableFindDocumentsOptions<T>,
  at: PagePosition | undefined,
): Promise<ItemPage<Found>> {
  const behind = at === undefined ? [] : [`{"_id":{"$gt":${checkedPosition(at)}}}`]
  const query = queryOf({ ...options, sort: undefined })
  const filter = [...(query.filter ?? []), ...behind]
  const { items, total } = await readItems<Found>(calls, { ...query, filter, sort: ['_id'] }, options)
  const isLast = items.length < (options.pagesize ?? USUAL_SIZE) || items.length === 0
  // Behind a position, the count is of what is left.
  const isFirst = at === undefined
  return { items, total: isFirst ? total : undefined, next: isLast ? undefined : idText(items.at(-1)) }
}

/** It stands in a filter as it is: numbers that JavaScript does not have would be lost. @throws SluiceUsageError */
function checkedPosition(at: PagePosition): PagePosition {
  try {
    JSON.parse(String(at))
    return at
  } catch {
    throw new SluiceUsageError('at has to be the next of a page before.')
  }
}

function idText(item: unknown): string {
  if (typeof item === 'object' && item !== null && '_id' in item) return toWireText(item._id)
  throw new SluiceUsageError('A stable find needs the _id of each document among its keys.')
}

async function readItems<Found>(calls: CollectionCalls, query: PathQuery, { signal, timeoutMs }: CallOptions) {
  const call = calls.call('GET /{collection}', '', { query, signal, timeoutMs })
  const reply = await calls.ask(call)
  return { items: calls.parse<Found[]>(call, reply), total: totalOf(reply.headers) }
}

function queryOf<T>({ filter, sort, keys, pagesize, count, hint }: FindDocumentsOptions<T>) {
  const sorts = sort === undefined ? [] : Array.isArray(sort) ? sort : [sort]
  return {
    filter: filter === undefined ? undefined : [toWireText(filter)],
    sort: sorts.map(one => (typeof one === 'string' ? one : JSON.stringify(one))),
    keys: keys === undefined ? undefined : JSON.stringify(keys),
    pagesize,
    count: count === true ? '' : count === false ? undefined : count,
    hint,
  }
}
