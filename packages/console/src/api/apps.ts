import type { AppFault } from '../domain/graphql/app-faults.ts'
import type { PlannedField, SentCommand } from '../domain/graphql/plan-words.ts'
import { call, callFor } from './call.ts'

type AppLimits = Partial<Record<'maxDepth' | 'maxAliases' | 'maxTokens' | 'maxDocuments' | 'timeoutMs', number | null>>

/** The settings of an app, beside its schema and mappings. Null in a change takes a field away. */
type AppDescriptor = {
  name: string
  description?: string | null
  enabled?: boolean
  uri?: string | null
  introspection?: boolean
  get?: boolean
  httpBatching?: boolean
  documents?: 'any' | 'trusted'
  access?: 'endpoint' | 'collections'
  limits?: AppLimits | null
}
export type AppContent = { descriptor: AppDescriptor; schema: string; mappings: unknown }
/** The id is a text, as a rule; another kind of it stands as Extended JSON. */
export type ShownApp = AppContent & { _id: unknown }
export type AppChange = { descriptor?: Partial<AppDescriptor>; schema?: string; mappings?: unknown }

export type AppVersionLine = { version: number; at: { $date: number }; by: string | null; etag: string }

export type QueryPlan = {
  fields: readonly PlannedField[]
  executed?: {
    commands: readonly SentCommand[]
    sent: number
    errors: readonly { message: string; path?: string; code?: string }[]
  }
}
export type QueryText = { query: string; variables?: unknown; operationName?: string | undefined }

export const APPS_A_PAGE = 25
const ROOT = '/gql-apps'
const pathOf = (id: string, below = '') => `${ROOT}/${encodeURIComponent(id)}${below}`
const condition = (etag: string | undefined): Readonly<Record<string, string>> =>
  etag === undefined ? {} : { 'if-match': etag }

/** The calls about GraphQL apps. `etag`: of the version that one has read; where it is another one by now, 412. */
export const appsApi = {
  list(q: string, page: number) {
    const query = new URLSearchParams({ pagesize: String(APPS_A_PAGE), page: String(page), ...(q && { q }) })
    return call<ShownApp[]>({ method: 'GET', path: `${ROOT}?${query}` })
  },
  show: (id: string) => call<ShownApp>({ method: 'GET', path: pathOf(id) }),
  create: (body: AppContent) => callFor<ShownApp>({ method: 'POST', path: ROOT, body }),
  update: (id: string, body: AppChange, etag?: string) =>
    call<ShownApp>({ method: 'PATCH', path: pathOf(id), body, headers: condition(etag) }),
  remove: (id: string) => callFor<undefined>({ method: 'DELETE', path: pathOf(id) }),
  validate: (body: AppContent, signal?: AbortSignal) =>
    callFor<{ valid: boolean; errors: readonly AppFault[] }>({
      method: 'POST',
      path: `${ROOT}/validate`,
      body,
      ...(signal && { signal }),
    }),
  draft: (db: string, collection: string) =>
    callFor<AppContent>({ method: 'POST', path: `${ROOT}/draft`, body: { db, collection } }),
  /** The schema as it is served, with the scalars of this service. */
  schema: (id: string) => callFor<string>({ method: 'GET', path: pathOf(id, '/schema') }),
  versions: (id: string) => callFor<AppVersionLine[]>({ method: 'GET', path: pathOf(id, '/versions') }),
  version: (id: string, version: number) =>
    callFor<ShownApp>({ method: 'GET', path: pathOf(id, `/versions/${version}`) }),
  restore: (id: string, version: number, etag: string | undefined) =>
    callFor<ShownApp>({
      method: 'POST',
      path: pathOf(id, `/versions/${version}/restore`),
      headers: condition(etag),
    }),
  documents: (id: string) => callFor<Record<string, string>>({ method: 'GET', path: pathOf(id, '/documents') }),
  replaceDocuments: (id: string, body: Readonly<Record<string, string>>) =>
    callFor<Record<string, string>>({ method: 'PUT', path: pathOf(id, '/documents'), body }),
  explain: (id: string, body: QueryText & { execute: boolean }) =>
    callFor<QueryPlan>({ method: 'POST', path: pathOf(id, '/explain'), body }),
}
