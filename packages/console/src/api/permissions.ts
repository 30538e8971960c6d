import { idOfText, permissionPath } from '../domain/permissions/permission-id.ts'
import { type PermissionsSearch, permissionQuery } from '../domain/permissions/permission-search.ts'
import type { AclDocument } from '../domain/permissions/shown-permission.ts'
import { call, callFor } from './call.ts'
import { systemPath } from './service-facts.ts'

export type PermissionFault = { path: string; message: string; line?: number; column?: number }
type IgnoredDocument = { _id: unknown; errors: readonly PermissionFault[] }

/** What a check foresees of a request. `depends`: the query, the headers or the body decide. */
export type ForeseenAnswer = { allowed: boolean; depends: boolean; code: string | null; permission: string | null }

/** What becomes of a request by a change, of a user or of somebody with some roles. */
export type PermissionEffect = {
  user?: string
  roles?: readonly string[]
  method: string
  path: string
  before: ForeseenAnswer
  after: ForeseenAnswer
}

export type SaveVerdict = {
  valid: boolean
  errors: readonly PermissionFault[]
  warnings: readonly PermissionFault[]
  effects: readonly PermissionEffect[]
  shadows: readonly string[]
  shadowedBy: readonly string[]
}

/** @param questions about whom and which requests; left out, about what the predicate names */
type CheckWish = {
  permission: PermissionBody
  questions?: readonly { user?: string; roles?: readonly string[]; method: string; path: string }[]
  signal?: AbortSignal
}
type PermissionBody = Readonly<Record<string, unknown>>
type PermissionSet = {
  put?: readonly { document: PermissionBody }[]
  delete?: readonly { id: unknown }[]
}

export const PERMISSIONS_A_PAGE = 25
/** More than that nobody reads. */
const MOST_IGNORED = 50
const ALL = 1_000

const condition = (etag: string | undefined): Readonly<Record<string, string>> =>
  etag === undefined ? {} : { 'if-match': etag }

/** The calls about permissions. `etag`: of the version that one has read; where it is another one by now, 412. */
export const permissionsApi = {
  async list(search: PermissionsSearch) {
    const path = `${await systemPath('acl')}${permissionQuery(search, PERMISSIONS_A_PAGE)}`
    return call<AclDocument[]>({ method: 'GET', path })
  },
  async showOne(id: unknown) {
    return call<AclDocument>({ method: 'GET', path: `${await systemPath('acl')}${permissionPath(id)}` })
  },
  /** @param id as the address of a page has it */
  show: (id: string) => permissionsApi.showOne(idOfText(id)),
  /** The name and roles of each, for what is chosen from them. */
  async names() {
    const keys = encodeURIComponent(JSON.stringify({ roles: 1 }))
    return callFor<AclDocument[]>({
      method: 'GET',
      path: `${await systemPath('acl')}?pagesize=${ALL}&sort=_id&keys=${keys}`,
    })
  },
  async ignored() {
    return call<IgnoredDocument[]>({
      method: 'GET',
      path: `${await systemPath('acl')}/ignored?pagesize=${MOST_IGNORED}`,
    })
  },
  /** What saving a permission would say and change. Nothing is saved. */
  check: ({ permission, questions, signal }: CheckWish) =>
    callFor<SaveVerdict>({
      method: 'POST',
      path: '/acl/check',
      body: { permission, questions },
      ...(signal && { signal }),
    }),
  /** Tries changes out: whether whoever makes them could still make them afterwards. Nothing is saved. */
  async tryChanges(body: PermissionSet) {
    const path = `${await systemPath('acl')}/changes?dryRun=true`
    return callFor<{ wouldStillAllow: { caller: boolean } }>({ method: 'POST', path, body })
  },
  /** Saves a new one. @returns with what it is to be warned of under `_warnings` */
  async create(body: PermissionBody) {
    return call<AclDocument>({ method: 'POST', path: await systemPath('acl'), body })
  },
  async replace(id: unknown, body: PermissionBody, etag: string | undefined) {
    const path = `${await systemPath('acl')}${permissionPath(id)}`
    return call<AclDocument>({ method: 'PUT', path, body, headers: condition(etag) })
  },
  async remove(id: unknown, etag?: string) {
    const path = `${await systemPath('acl')}${permissionPath(id)}`
    return callFor<undefined>({ method: 'DELETE', path, headers: condition(etag) })
  },
}
