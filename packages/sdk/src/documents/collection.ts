import type { RequiredKeysOf } from 'openapi-typescript-helpers'
import type { operations } from '../api.ts'
import { type CallOptions, pathSegment } from '../http/call.ts'
import { createPages, numberedPage, type Pages, pageNumber, totalOf } from '../pages.ts'
import { createDocumentChanges, type DocumentChanges } from './change-document.ts'
import { type CollectionCalls, type CollectionContext, createCollectionCalls } from './collection-calls.ts'
import type { DocumentFilter, DocumentKeys, DocumentPatch, NewDocument, StoredDocument } from './document-types.ts'
import { type FindDocumentsOptions, findDocuments, type StableFindDocumentsOptions } from './find-documents.ts'
import { toWireText } from './wire-values.ts'

type JsonOf<Answer> = Answer extends { content: { 'application/json': infer Json } } ? Json : never
type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Json } } }
  ? Json
  : never

/** The result of a list of documents: of 207 too, where `errors` has the ones that are not stored. */
export type InsertManyResult = JsonOf<operations['createDocuments']['responses'][207]>
export type PatchManyResult = JsonOf<operations['patchMany']['responses'][200]>
export type DeleteManyResult = JsonOf<operations['deleteMany']['responses'][200]>
export type CollectionIndex = JsonOf<operations['listIndexes']['responses'][200]>[number]
export type CollectionIndexSettings = BodyOf<operations['createIndex']>
export type SluiceCollectionProperties = JsonOf<operations['getCollectionMeta']['responses'][200]>
export type SluiceCollectionChanges = BodyOf<operations['patchCollectionMeta']>

/** Stored aggregations of a collection: their variables and the form of their results. */
export type AggregationTypes = Readonly<Record<string, { variables: object; result: unknown }>>

export type AggregateOptions = CallOptions & { pagesize?: number | undefined }

type SomeKeys<T> = { keys: DocumentKeys<T> }
type FirstOptions<T> = Omit<FindDocumentsOptions<T>, 'pagesize' | 'count'>

/** What a stored aggregation is asked with. Variables may be left out where none is required. */
type AggregateArguments<Variables extends object> =
  RequiredKeysOf<Variables> extends never
    ? [variables?: Variables, options?: AggregateOptions]
    : [variables: Variables, options?: AggregateOptions]

export type SluiceCollection<T, Aggregations extends AggregationTypes = AggregationTypes> = DocumentChanges<T> & {
  /** The documents that a filter finds, page by page, newest first without a sort. */
  find(options?: FindWithout<T>): Pages<StoredDocument<T>>
  find(
    options: (FindDocumentsOptions<T> | StableFindDocumentsOptions<T>) & SomeKeys<T>,
  ): Pages<Partial<StoredDocument<T>>>
  /** @returns undefined where there is none */
  first(options?: FirstOptions<T> & { keys?: undefined }): Promise<StoredDocument<T> | undefined>
  first(options: FirstOptions<T> & SomeKeys<T>): Promise<Partial<StoredDocument<T>> | undefined>
  count(filter?: DocumentFilter<T>, options?: CallOptions): Promise<number>
  /** Stores up to 1,000 documents, each once, also where they are sent again. */
  insertMany(documents: readonly NewDocument<T>[], options?: CallOptions): Promise<InsertManyResult>
  patchMany(filter: DocumentFilter<T>, changes: DocumentPatch<T>, options?: CallOptions): Promise<PatchManyResult>
  deleteMany(filter: DocumentFilter<T>, options?: CallOptions): Promise<DeleteManyResult>
  /**
   * Runs a stored aggregation. One that names `@skip` or `@page` is read page by page; any other one gives all its results
   * as one page, whatever `pagesize` says.
   */
  aggregate<Name extends keyof Aggregations & string>(
    name: Name,
    ...asked: AggregateArguments<Aggregations[Name]['variables']>
  ): Pages<Aggregations[Name]['result']>
  indexes: {
    list(options?: CallOptions): Promise<CollectionIndex[]>
    create(name: string, settings: CollectionIndexSettings, options?: CallOptions): Promise<void>
    delete(name: string, options?: CallOptions): Promise<void>
  }
  meta: {
    get(options?: CallOptions): Promise<{ properties: SluiceCollectionProperties; etag: string | undefined }>
    patch(
      changes: SluiceCollectionChanges,
      options?: CallOptions & { ifMatch?: string },
    ): Promise<SluiceCollectionProperties>
  }
  /** Makes the collection where it is not there. */
  create(options?: CallOptions): Promise<void>
  /** Deletes the collection with all its documents. @param options.ifMatch its ETag, which `meta.get` gives */
  drop(options: CallOptions & { ifMatch: string }): Promise<void>
}

type FindWithout<T> = (FindDocumentsOptions<T> | StableFindDocumentsOptions<T>) & { keys?: undefined }

export function createCollection<T, Aggregations extends AggregationTypes>(
  context: CollectionContext,
): SluiceCollection<T, Aggregations> {
  const calls = createCollectionCalls(context)
  const changes = createDocumentChanges<T>(calls)
  return {
    ...changes,
    find: (options = {}) => findDocuments<T, StoredDocument<T>>(calls, options),
    async first(options = {}) {
      const { items } = await findDocuments<T, StoredDocument<T>>(calls, { ...options, pagesize: 1 }).page()
      return items[0]
    },
    ...manyCalls<T>(calls),
    aggregate: (name, ...[variables = {}, options = {}]) => aggregate(calls, { name, variables }, options),
    ...managementCalls(calls),
  }
}

function manyCalls<T>(calls: CollectionCalls) {
  return {
    async count(filter?: DocumentFilter<T>, options: CallOptions = {}): Promise<number> {
      const query = { filter: filter === undefined ? undefined : toWireText(filter) }
      const call = calls.call('GET /{collection}/_size', '/_size', { query, ...options })
      return (await calls.read<{ _size: number }>(call))._size
    },
    insertMany: (documents: readonly NewDocument<T>[], options: CallOptions = {}): Promise<InsertManyResult> =>
      calls.read(calls.call('POST /{collection}', '', { body: documents, repeat: 'keyed', ...options })),
    patchMany(
      filter: DocumentFilter<T>,
      changes: DocumentPatch<T>,
      options: CallOptions = {},
    ): Promise<PatchManyResult> {
      const query = { filter: toWireText(filter) }
      return calls.read(calls.call('PATCH /{collection}/*', '/*', { query, body: changes, ...options }))
    },
    // A second time would count nothing: it is repeated only where nothing was done.
    deleteMany(filter: DocumentFilter<T>, options: CallOptions = {}): Promise<DeleteManyResult> {
      const query = { filter: toWireText(filter) }
      return calls.read(calls.call('DELETE /{collection}/*', '/*', { query, repeat: 'refused-only', ...options }))
    },
  }
}

function aggregate<Result>(
  calls: CollectionCalls,
  { name, variables }: { name: string; variables: object },
  { pagesize, ...options }: AggregateOptions,
): Pages<Result> {
  return createPages(async at => {
    const query = { avars: toWireText(variables), page: pageNumber(at), pagesize }
    const call = calls.call('GET /{collection}/_aggrs/{name}', `/_aggrs/${pathSegment(name, 'name')}`, {
      query,
      ...options,
    })
    const reply = await calls.ask(call)
    return numberedPage(calls.parse<Result[]>(call, reply), { at, pagesize, total: totalOf(reply.headers) })
  })
}

function managementCalls(calls: CollectionCalls) {
  const indexPath = (name: string) => `/_indexes/${pathSegment(name, 'name')}`
  const manage = async (operation: string, path: string, parts: Parameters<CollectionCalls['call']>[2]) => {
    await calls.ask(calls.call(operation, path, parts))
  }
  return {
    indexes: {
      list: (options: CallOptions = {}): Promise<CollectionIndex[]> =>
        calls.read(calls.call('GET /{collection}/_indexes', '/_indexes', options)),
      create: async (name: string, settings: CollectionIndexSettings, options: CallOptions = {}) =>
        manage('PUT /{collection}/_indexes/{name}', indexPath(name), { body: settings, ...options }),
      delete: async (name: string, options: CallOptions = {}) =>
        manage('DELETE /{collection}/_indexes/{name}', indexPath(name), options),
    },
    meta: {
      async get(options: CallOptions = {}) {
        const call = calls.call('GET /{collection}/_meta', '/_meta', options)
        const reply = await calls.ask(call)
        const properties = calls.parse<SluiceCollectionProperties>(call, reply)
        return { properties, etag: reply.headers.get('etag') ?? undefined }
      },
      patch: (changes: SluiceCollectionChanges, options: CallOptions & { ifMatch?: string } = {}) =>
        calls.read<SluiceCollectionProperties>(
          calls.call('PATCH /{collection}/_meta', '/_meta', { body: changes, ...options }),
        ),
    },
    create: (options: CallOptions = {}) => manage('PUT /{collection}', '', { body: {}, ...options }),
    drop: (options: CallOptions & { ifMatch: string }) => manage('DELETE /{collection}', '', options),
  }
}
