import type { AppFault } from '../domain/graphql/app-faults.ts'
import type { PlannedField, SentCommand } from '../domain/graphql/plan-words.ts'
import { sluice } from '../session/send-signed-in.ts'
import { type ApiReply, call, callFor, reply, replyValue } from './call.ts'

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
type AppJudgement = { valid: boolean; errors: readonly AppFault[] }

const { raw } = sluice
const ROOT = '/gql-apps'

const at = (id: string) => ({ params: { path: { id } } })
/** @param etag of the version that one has read; where it is another one by now, 412 */
const headerOf = (etag: string | undefined): Record<string, string> => (etag === undefined ? {} : { 'If-Match': etag })

/** The calls about GraphQL apps. `etag`: of the version that one has read; where it is another one by now, 412. */
export const appsApi = {
  list(q: string, page: number): Promise<ApiReply<ShownApp[]>> {
    const query = { pagesize: APPS_A_PAGE, page, ...(q && { q }) }
    return reply(raw.GET('/gql-apps', { params: { query } }))
  },
  show: (id: string): Promise<ApiReply<ShownApp>> => reply(raw.GET('/gql-apps/{id}', at(id))),
  create: (body: AppContent) => callFor<ShownApp>({ method: 'POST', path: ROOT, body }),
  update: (id: string, body: AppChange, etag?: string) =>
    call<ShownApp>({ method: 'PATCH', path: `${ROOT}/${encodeURIComponent(id)}`, body, headers: headerOf(etag) }),
  remove: (id: string): Promise<undefined> => replyValue(raw.DELETE('/gql-apps/{id}', at(id))),
  validate: (body: AppContent, signal?: AbortSignal) =>
    callFor<AppJudgement>({ method: 'POST', path: `${ROOT}/validate`, body, signal }),
  draft: (db: string, collection: string): Promise<AppContent> =>
    replyValue(raw.POST('/gql-apps/draft', { body: { db, collection } })),
  /** The schema as it is served, with the scalars of this service. */
  schema: (id: string): Promise<string> => replyValue(raw.GET('/gql-apps/{id}/schema', { ...at(id), parseAs: 'text' })),
  versions: (id: string): Promise<AppVersionLine[]> => replyValue(raw.GET('/gql-apps/{id}/versions', at(id))),
  version: (id: string, version: number): Promise<ShownApp> =>
    replyValue(raw.GET('/gql-apps/{id}/versions/{version}', { params: { path: { id, version: `${version}` } } })),
  restore: (id: string, version: number, etag: string | undefined): Promise<ShownApp> =>
    replyValue(
      raw.POST('/gql-apps/{id}/versions/{version}/restore', {
        params: { path: { id, version: `${version}` }, header: headerOf(etag) },
      }),
    ),
  documents: (id: string): Promise<Record<string, string>> => replyValue(raw.GET('/gql-apps/{id}/documents', at(id))),
  replaceDocuments: (id: string, body: Readonly<Record<string, string>>): Promise<Record<string, string>> =>
    replyValue(raw.PUT('/gql-apps/{id}/documents', { ...at(id), body })),
  explain: (id: string, body: QueryText & { execute: boolean }) =>
    callFor<QueryPlan>({ method: 'POST', path: `${ROOT}/${encodeURIComponent(id)}/explain`, body }),
}
