import { pageOf, textOf } from '../webhooks/webhook-search.ts'

export const COLLECTION_TABS = ['documents', 'indexes', 'schema', 'aggregations'] as const
export type CollectionTab = (typeof COLLECTION_TABS)[number]

/** A collection, as addresses of pages have it. `db`: left out where it is the default database. */
export type CollectionPlace = { db?: string; collection: string }

/** The address says by this which collections are listed. */
export type DataSearch = { db?: string; q?: string; page?: number }

/** The address says by this which documents are listed. The three texts are sent as they are typed. */
export type DocumentQuery = { filter?: string; sort?: string; keys?: string; page?: number }
export type DocumentsSearch = CollectionPlace & DocumentQuery & { tab?: CollectionTab; view?: 'json' }

/** The document of a page, by its `_id` as canonical Extended JSON; without one it is new. `from`: begins as a copy of that one. */
export type DocumentSearch = CollectionPlace & { id?: unknown; from?: unknown }

type RawDataSearch = Readonly<Record<string, unknown>>

/** No store has a longer name. */
const LONGEST_NAME = 255
/** The API takes no longer one. */
const LONGEST_TEXT = 16 * 1024

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** A name that reads like a number, typed into the address, is a name all the same. */
const nameIn = (value: unknown): string => (isPlain(value) ? String(value).slice(0, LONGEST_NAME) : '')

/** JSON that somebody has typed into the address is read by the router: it becomes a text again. */
function jsonIn(value: unknown): string | undefined {
  const text = isPlain(value) ? String(value) : typeof value === 'object' && value !== null ? JSON.stringify(value) : ''
  return text === '' ? undefined : text.slice(0, LONGEST_TEXT)
}

function placeIn({ db, collection }: RawDataSearch): CollectionPlace {
  const database = nameIn(db)
  return { ...(database && { db: database }), collection: nameIn(collection) }
}

export function readDataSearch(raw: RawDataSearch): DataSearch {
  const db = nameIn(raw.db)
  const q = textOf(raw.q)
  const page = pageOf(raw.page)
  return { ...(db && { db }), ...(q && { q }), ...(page && { page }) }
}

export function readDocumentsSearch(raw: RawDataSearch): DocumentsSearch {
  const tab = COLLECTION_TABS.find(each => each === raw.tab)
  const texts = (['filter', 'sort', 'keys'] as const).flatMap(name => {
    const text = jsonIn(raw[name])
    return text === undefined ? [] : [[name, text] as const]
  })
  const page = pageOf(raw.page)
  return {
    ...placeIn(raw),
    ...Object.fromEntries(texts),
    ...(page && { page }),
    ...(tab && tab !== 'documents' && { tab }),
    ...(raw.view === 'json' && { view: raw.view }),
  }
}

export const readDocumentSearch = (raw: RawDataSearch): DocumentSearch => ({
  ...placeIn(raw),
  ...(raw.id !== undefined && { id: raw.id }),
  ...(raw.from !== undefined && { from: raw.from }),
})
