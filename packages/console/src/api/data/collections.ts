import type { CollectionPlace } from '../../domain/data/data-search.ts'
import { printedText } from '../../domain/data/extended-text.ts'
import { call, callFor } from '../call.ts'
import { serviceFacts } from '../service-facts.ts'

/** A collection as the list has it. The counts are about right. */
export type CountedCollection = {
  _id: string
  description?: string
  hasSchema: boolean
  aggrs: readonly string[]
  documents: number
  indexes: number
}
export type ListedIndex = {
  _id: string
  keys: Readonly<Record<string, 1 | -1>>
  ops: Readonly<Record<string, unknown>>
}
/** The properties of a collection, whose JSON is as it came. */
export type MetaFacts = {
  /** All of it, on several lines, with every type. */
  text: string
  etag: string | undefined
}

/** More than anybody reads through; beyond it the list says how many there are. */
const ALL = 1_000

/** The path of a collection by the tier, or of what is below it. @param below from its slash on */
export async function collectionPath({ db, collection }: CollectionPlace, below = ''): Promise<string> {
  const { tier, defaultDatabase } = await serviceFacts()
  const root = tier === 'dedicated' ? `/${encodeURIComponent(db ?? defaultDatabase)}` : ''
  return `${root}/${encodeURIComponent(collection)}${below}`
}

const conditionOf = (etag: string | undefined): Readonly<Record<string, string>> =>
  etag === undefined ? {} : { 'if-match': etag }

const indexPath = (place: CollectionPlace, name: string) =>
  collectionPath(place, `/_indexes/${encodeURIComponent(name)}`)

/** The calls about collections themselves. */
export const collectionsApi = {
  /** The databases of the dedicated tier; where there is one, nobody is asked. */
  async databases(): Promise<string[]> {
    const { tier, defaultDatabase } = await serviceFacts()
    if (tier === 'shared') return [defaultDatabase]
    return (await callFor<{ _id: string }[]>({ method: 'GET', path: `/?pagesize=${ALL}` })).map(({ _id }) => _id)
  },
  async list(db: string | undefined): Promise<{ collections: CountedCollection[]; total: number }> {
    const { tier, defaultDatabase } = await serviceFacts()
    const root = tier === 'shared' ? '/' : `/${encodeURIComponent(db ?? defaultDatabase)}`
    const { value, total } = await call<CountedCollection[]>({ method: 'GET', path: `${root}?pagesize=${ALL}` })
    return { collections: value, total: total ?? value.length }
  },
  async create(place: CollectionPlace, description: string): Promise<void> {
    await call({ method: 'PUT', path: await collectionPath(place) })
    if (description === '') return
    await call({ method: 'PATCH', path: await collectionPath(place, '/_meta'), body: { description } })
  },
  async meta(place: CollectionPlace): Promise<MetaFacts> {
    const path = await collectionPath(place, '/_meta?jsonMode=canonical')
    const { value, etag } = await call<string>({ method: 'GET', path, parseAs: 'text' })
    return { text: printedText(value), etag }
  },
  /** @param bodyText the properties that are to be others; null takes one off */
  async changeMeta(place: CollectionPlace, bodyText: string, etag: string | undefined): Promise<void> {
    await call({
      method: 'PATCH',
      path: await collectionPath(place, '/_meta'),
      bodyText,
      headers: conditionOf(etag),
    })
  },
  async drop(place: CollectionPlace): Promise<void> {
    const { etag } = await collectionsApi.meta(place)
    await call({ method: 'DELETE', path: await collectionPath(place), headers: conditionOf(etag) })
  },
  async indexes(place: CollectionPlace): Promise<ListedIndex[]> {
    return callFor<ListedIndex[]>({ method: 'GET', path: await collectionPath(place, '/_indexes') })
  },
  /** @param bodyText its keys and options */
  async createIndex(place: CollectionPlace, name: string, bodyText: string): Promise<void> {
    await call({ method: 'PUT', path: await indexPath(place, name), bodyText })
  },
  async deleteIndex(place: CollectionPlace, name: string): Promise<void> {
    await call({ method: 'DELETE', path: await indexPath(place, name) })
  },
}
