import type { CallOptions } from '../http/call.ts'
import { gone, unwrap, unwrapWhole } from '../http/raw.ts'
import type { RawClient } from '../http/raw-types.ts'
import { numberedList, splitOptions } from './lists.ts'
import type { BodyOf, ListOptions } from './operation-types.ts'
import { createParams, type PutOptions, putParams, type WriteOptions, withEtag, writeParams } from './write-options.ts'

export type AppsResource = ReturnType<typeof createAppsResource>

/** GraphQL apps: their definitions, versions and trusted documents. */
export const createAppsResource = (raw: RawClient) => ({
  ...definitionCalls(raw),
  /** Judges a definition without saving it. */
  validate: (app: BodyOf<'validateApp'>, options: CallOptions = {}) =>
    unwrap(raw.POST('/gql-apps/validate', { body: app, repeat: 'idempotent', ...options })),
  /** Drafts an app from what a collection holds. */
  draft: (source: BodyOf<'draftApp'>, options: CallOptions = {}) =>
    unwrap(raw.POST('/gql-apps/draft', { body: source, repeat: 'idempotent', ...options })),
  /** Shows what a query would do, and does it where `execute` says so. */
  explain: (id: string, query: BodyOf<'explainApp'>, options: CallOptions = {}) =>
    unwrap(raw.POST('/gql-apps/{id}/explain', { params: { path: { id } }, body: query, ...options })),
  /** The schema as a text. */
  schema: (id: string, options: CallOptions = {}): Promise<string> =>
    unwrap(raw.GET('/gql-apps/{id}/schema', { params: { path: { id } }, parseAs: 'text', ...options })),
  versions: {
    list: (id: string, options: CallOptions = {}) =>
      unwrap(raw.GET('/gql-apps/{id}/versions', { params: { path: { id } }, ...options })),
    get: (id: string, version: number, options: CallOptions = {}) =>
      unwrap(
        raw.GET('/gql-apps/{id}/versions/{version}', { params: { path: { id, version: `${version}` } }, ...options }),
      ),
    restore: (id: string, version: number, options: WriteOptions = {}) =>
      unwrap(
        raw.POST('/gql-apps/{id}/versions/{version}/restore', writeParams({ id, version: `${version}` }, options)),
      ),
  },
  documents: {
    async get(id: string, options: CallOptions = {}) {
      const { data, etag } = withEtag(
        await unwrapWhole(raw.GET('/gql-apps/{id}/documents', { params: { path: { id } }, ...options })),
      )
      return { documents: data, etag }
    },
    /** Replaces the trusted documents: texts by their SHA-256, as generators write them. `isNew`: only where there are none. */
    put: (id: string, documents: BodyOf<'replaceTrustedDocuments'>, options: PutOptions = {}) =>
      unwrap(raw.PUT('/gql-apps/{id}/documents', { ...putParams({ id }, options), body: documents })),
  },
})

const definitionCalls = (raw: RawClient) => ({
  list(options: ListOptions<'listApps'> = {}) {
    const { query, call } = splitOptions(options)
    return numberedList(query.pagesize, page =>
      unwrapWhole(raw.GET('/gql-apps', { params: { query: { ...query, ...page } }, ...call })),
    )
  },
  async count(options: CallOptions & { filter?: string[] } = {}): Promise<number> {
    const { query, call } = splitOptions(options)
    return (await unwrap(raw.GET('/gql-apps/_size', { params: { query }, ...call })))._size
  },
  async get(id: string, options: CallOptions = {}) {
    const { data, etag } = withEtag(
      await unwrapWhole(raw.GET('/gql-apps/{id}', { params: { path: { id } }, ...options })),
    )
    return { app: data, etag }
  },
  create: (app: BodyOf<'createApp'>, options: Omit<WriteOptions, 'ifMatch'> = {}) =>
    unwrap(raw.POST('/gql-apps', { ...createParams(options), body: app, repeat: 'keyed' })),
  /** Makes the app, or replaces it. */
  put: (id: string, app: BodyOf<'replaceApp'>, options: PutOptions = {}) =>
    unwrap(raw.PUT('/gql-apps/{id}', { ...putParams({ id }, options), body: app })),
  /** Merges: null removes, `schema` and `mappings` are replaced whole. */
  patch: (id: string, changes: BodyOf<'updateApp'>, options: WriteOptions = {}) =>
    unwrap(raw.PATCH('/gql-apps/{id}', { ...writeParams({ id }, options), body: changes })),
  delete: (id: string, options: WriteOptions = {}): Promise<void> =>
    gone(raw.DELETE('/gql-apps/{id}', writeParams({ id }, options))),
})
