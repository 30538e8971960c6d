import type { CollectionPlace, DocumentQuery } from '../../domain/data/data-search.ts'
import { documentsIn, type ListedDocument, OWN_FIELDS } from '../../domain/data/document-text.ts'
import { printedText } from '../../domain/data/extended-text.ts'
import { typedDocumentPath } from '../../domain/document-path.ts'
import { type ApiReply, call, callFor } from '../call.ts'
import { collectionPath } from './collections.ts'

/** A document as it is edited: its JSON with every type, and its version. */
export type ReadDocument = {
  text: string
  etag: string | undefined
  /** The permission of the reader hides some of its fields. */
  isNarrowed: boolean
}
/** What became of many documents; `errors` lists the first of those that are as they were. */
export type ManyWritten = {
  matched: number
  modified: number
  deleted: number
  errors?: readonly { _id: unknown; code: string; message: string }[]
}
export type InsertResult = {
  inserted: number
  modified: number
  errors?: readonly { index: number; code: string; message: string }[]
}

export const DOCUMENTS_A_PAGE = 25

type FindParameters = Readonly<Record<string, string | number | undefined>>

/** The parameters of a query that say something. */
function queryText(parameters: FindParameters): string {
  const said = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return said.length === 0 ? '' : `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`
}

/** The path of a document with a further parameter. */
async function at(place: CollectionPlace, id: unknown, more: FindParameters = {}): Promise<string> {
  const path = await collectionPath(place, `/${typedDocumentPath(id)}`)
  const query = queryText(more)
  return path.includes('?') ? path + query.replace('?', '&') : path + query
}

/** Fields that a permission hides make another variant of a version. */
const isVariant = (etag: string | undefined): boolean => etag?.includes('.') === true

const CANONICAL = { jsonMode: 'canonical' }

const conditionOf = (etag: string | undefined): Readonly<Record<string, string>> =>
  etag === undefined ? {} : { 'if-match': etag }

const readOf = ({ value, etag }: ApiReply<string>): ReadDocument => ({
  text: printedText(value, OWN_FIELDS),
  etag,
  isNarrowed: isVariant(etag),
})

type WrittenText = { method: 'PUT' | 'PATCH'; bodyText: string; etag: string | undefined }

/** The key of all that was read of a collection's documents. */
export const documentsKey = ({ db = '', collection }: CollectionPlace) => ['documents', db, collection]

/** The calls about documents. What is sent is the text that was typed, with every digit. */
export const documentsApi = {
  /** @param pageSize at most 1,000 */
  async list(
    place: CollectionPlace,
    { filter, sort, keys, page }: DocumentQuery,
    { pageSize = DOCUMENTS_A_PAGE, signal }: { pageSize?: number; signal?: AbortSignal } = {},
  ): Promise<ListedDocument[]> {
    const query = queryText({ filter, sort, keys, page, pagesize: pageSize, ...CANONICAL })
    const path = await collectionPath(place, query)
    return documentsIn(await callFor<string>({ method: 'GET', path, parseAs: 'text', signal }))
  },
  async count(place: CollectionPlace, filter: string | undefined): Promise<number> {
    const path = await collectionPath(place, `/_size${queryText({ filter })}`)
    return (await callFor<{ _size: number }>({ method: 'GET', path }))._size
  },
  async show(place: CollectionPlace, id: unknown): Promise<ReadDocument> {
    return readOf(await call<string>({ method: 'GET', path: await at(place, id, CANONICAL), parseAs: 'text' }))
  },
  /** Whether the permission of the reader hides fields of a collection, as the version of one of its documents says. */
  async isNarrowed(place: CollectionPlace, id: unknown): Promise<boolean> {
    const { etag } = await call({ method: 'GET', path: await at(place, id, { keys: '{"_id":1}' }) })
    return isVariant(etag)
  },
  /** @returns the `_id` of the new document */
  async create(place: CollectionPlace, bodyText: string): Promise<unknown> {
    const path = await collectionPath(place, queryText(CANONICAL))
    const stored = await callFor<{ _id: unknown }>({ method: 'POST', path, bodyText })
    return stored._id
  },
  /** @param write its `etag` is of the version that was read; where it is another one by now, 412 */
  async change(place: CollectionPlace, id: unknown, { method, bodyText, etag }: WrittenText): Promise<ReadDocument> {
    const path = await at(place, id, CANONICAL)
    return readOf(await call<string>({ method, path, bodyText, headers: conditionOf(etag), parseAs: 'text' }))
  },
  async remove(place: CollectionPlace, id: unknown, etag?: string): Promise<void> {
    await call({ method: 'DELETE', path: await at(place, id), headers: conditionOf(etag) })
  },
  async changeMany(place: CollectionPlace, filter: string, bodyText: string): Promise<ManyWritten> {
    return callFor<ManyWritten>({
      method: 'PATCH',
      path: await collectionPath(place, `/*${queryText({ filter })}`),
      bodyText,
    })
  },
  async removeMany(place: CollectionPlace, filter: string): Promise<ManyWritten> {
    return callFor<ManyWritten>({ method: 'DELETE', path: await collectionPath(place, `/*${queryText({ filter })}`) })
  },
  /** Stores a list of documents. @param options.replaces those with an `_id` that is there already */
  async insertMany(
    place: CollectionPlace,
    texts: readonly string[],
    { replaces, signal }: { replaces: boolean; signal: AbortSignal },
  ): Promise<InsertResult> {
    const path = await collectionPath(place, queryText({ wm: replaces ? 'upsert' : undefined }))
    return callFor<InsertResult>({ method: 'POST', path, bodyText: `[${texts.join(',\n')}]`, signal })
  },
  /** Runs a stored aggregation. @param avars values of its variables, as JSON */
  async aggregate(place: CollectionPlace, name: string, avars: string | undefined): Promise<ListedDocument[]> {
    const below = `/_aggrs/${encodeURIComponent(name)}${queryText({ avars, ...CANONICAL })}`
    const path = await collectionPath(place, below)
    return documentsIn(await callFor<string>({ method: 'GET', path, parseAs: 'text' }))
  },
}
