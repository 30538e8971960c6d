import type { AppFault } from '../domain/graphql/app-faults.ts'
import type { PlannedField, PlanWay, SentCommand } from '../domain/graphql/plan-words.ts'
import { call, callFor } from './call.ts'
import { systemPath } from './service-facts.ts'

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
  plan?: PlanWay
  fields: readonly PlannedField[]
  executed?: {
    commands: readonly SentCommand[]
    sent: number
    errors: readonly { message: string; path?: string; code?: string }[]
  }
}
export type QueryText = { query: string; variables?: unknown; operationName?: string | undefined }

/** The trusted documents of an app: each text by the SHA-256 of it. */
type DocumentsByHash = Readonly<Record<string, string>>

export const APPS_A_PAGE = 25
type AppJudgement = { valid: boolean; errors: readonly AppFault[] }

/** The path of an app, or of all of them, and of what is below it. */
async function pathOf(id?: string, below = ''): Promise<string> {
  const root = await systemPath('gql-apps')
  return id === undefined ? `${root}${below}` : `${root}/${encodeURIComponent(id)}${below}`
}

/** @param etag of the version that one has read; where it is another one by now, 412 */
const headerOf = (etag: string | undefined): Record<string, string> => (etag === undefined ? {} : { 'If-Match': etag })

/** The calls about GraphQL apps. `etag`: of the version that one has read; where it is another one by now, 412. */
export const appsApi = {
  async list(q: string, page: number) {
    const query = new URLSearchParams({ pagesize: String(APPS_A_PAGE), page: String(page), ...(q && { q }) })
    return call<ShownApp[]>({ method: 'GET', path: await pathOf(undefined, `?${query}`) })
  },
  show: async (id: string) => call<ShownApp>({ method: 'GET', path: await pathOf(id) }),
  create: async (body: AppContent) => callFor<ShownApp>({ method: 'POST', path: await pathOf(), body }),
  update: async (id: string, body: AppChange, etag?: string) =>
    call<ShownApp>({ method: 'PATCH', path: await pathOf(id), body, headers: headerOf(etag) }),
  remove: async (id: string) => callFor<undefined>({ method: 'DELETE', path: await pathOf(id) }),
  validate: async (body: AppContent, signal?: AbortSignal) =>
    callFor<AppJudgement>({ method: 'POST', path: await pathOf(undefined, '/validate'), body, signal }),
  draft: async (db: string, collection: string) =>
    callFor<AppContent>({ method: 'POST', path: await pathOf(undefined, '/draft'), body: { db, collection } }),
  /** The schema as it is served, with the scalars of this service. */
  schema: async (id: string) => callFor<string>({ method: 'GET', path: await pathOf(id, '/schema'), parseAs: 'text' }),
  versions: async (id: string) => callFor<AppVersionLine[]>({ method: 'GET', path: await pathOf(id, '/versions') }),
  version: async (id: string, version: number) =>
    callFor<ShownApp>({ method: 'GET', path: await pathOf(id, `/versions/${version}`) }),
  restore: async (id: string, version: number, etag: string | undefined) =>
    callFor<ShownApp>({
      method: 'POST',
      path: await pathOf(id, `/versions/${version}/restore`),
      headers: headerOf(etag),
    }),
  documents: async (id: string) => callFor<DocumentsByHash>({ method: 'GET', path: await pathOf(id, '/documents') }),
  /** Changes the documents as they are now. The service knows no version of them, so it reads them right before. */
  async changeDocuments(id: string, change: (now: DocumentsByHash) => DocumentsByHash): Promise<DocumentsByHash> {
    const path = await pathOf(id, '/documents')
    const body = change(await appsApi.documents(id))
    return callFor<DocumentsByHash>({ method: 'PUT', path, body })
  },
  explain: async (id: string, body: QueryText & { execute: boolean }) =>
    callFor<QueryPlan>({ method: 'POST', path: await pathOf(id, '/explain'), body }),
}
