import type { CallOptions } from '../http/call.ts'
import { gone, unwrap, unwrapWhole } from '../http/raw.ts'
import type { RawClient } from '../http/raw-types.ts'
import { numberedList, splitOptions } from './lists.ts'
import type { BodyOf, ListOptions } from './operation-types.ts'

type ConditionalOptions = CallOptions & { ifMatch?: string }

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
    restore: (id: string, version: number, { ifMatch, ...options }: ConditionalOptions = {}) =>
      unwrap(
        raw.POST('/gql-apps/{id}/versions/{version}/restore', {
          params: { path: { id, version: `${version}` }, header: ifMatchHeader(ifMatch) },
          ...options,
        }),
      ),
  },
  documents: {
    list: (id: string, options: CallOptions = {}) =>
      unwrap(raw.GET('/gql-apps/{id}/documents', { params: { path: { id } }, ...options })),
    /** Replaces the trusted documents: texts by their SHA-256, as generators write them. */
    put: (id: string, documents: BodyOf<'replaceTrustedDocuments'>, options: CallOptions = {}) =>
      unwrap(raw.PUT('/gql-apps/{id}/documents', { params: { path: { id } }, body: documents, ...options })),
  },
})

const definitionCalls = (raw: RawClient) => ({
  list(options: ListOptions<'listApps'> = {}) {
    const { query, call } = splitOptions(options)
    return numberedList(query.pagesize, page =>
      unwrapWhole(raw.GET('/gql-apps', { params: { query: { ...query, ...page } }, ...call })),
    )
  },
  async count(options: CallOptions & { filter?: string } = {}): Promise<number> {
    const { query, call } = splitOptions(options)
    return (await unwrap(raw.GET('/gql-apps/_size', { params: { query }, ...call })))._size
  },
  async get(id: string, options: CallOptions = {}) {
    const { data, headers } = await unwrapWhole(raw.GET('/gql-apps/{id}', { params: { path: { id } }, ...options }))
    return { app: data, etag: headers.get('etag') ?? undefined }
  },
  create: (app: BodyOf<'createApp'>, options: CallOptions = {}) =>
    unwrap(raw.POST('/gql-apps', { body: app, ...options })),
  /** Merges: null removes, `schema` and `mappings` are replaced whole. */
  patch: (id: string, changes: BodyOf<'updateApp'>, { ifMatch, ...options }: ConditionalOptions = {}) =>
    unwrap(
      raw.PATCH('/gql-apps/{id}', {
        params: { path: { id }, header: ifMatchHeader(ifMatch) },
        body: changes,
        ...options,
      }),
    ),
  delete: (id: string, { ifMatch, ...options }: ConditionalOptions = {}): Promise<void> =>
    gone(raw.DELETE('/gql-apps/{id}', { params: { path: { id }, header: ifMatchHeader(ifMatch) }, ...options })),
})

const ifMatchHeader = (ifMatch: string | undefined) => (ifMatch === undefined ? {} : { 'If-Match': ifMatch })
