import type { AskedAccess } from '../domain/permissions/explain-question.ts'
import type { PermissionFields } from '../domain/permissions/permission-form.ts'
import type { AclDocument } from '../domain/permissions/shown-permission.ts'
import { callFor } from './call.ts'
import type { JudgedPart } from './logs.ts'
import { type ForeseenAnswer, permissionsApi } from './permissions.ts'
import { systemPath } from './service-facts.ts'

type FilledRule = Readonly<Record<string, unknown>> | null

export type JudgedPermission = {
  _id: string
  priority: number | null
  matched: boolean
  why: string
  explanation: JudgedPart
}

/** Why a request is let in or not. Rules are those of the permission that applies, with the values of the request. */
export type AccessExplanation = {
  allowed: boolean
  code: string | null
  permission: string | null
  reason: string
  readFilter: FilledRule
  writeFilter: FilledRule
  projectResponse: FilledRule
  mergeRequest: FilledRule
  unbound: readonly { rule: string; variables: readonly string[] }[]
  considered: readonly JudgedPermission[]
  notShown: number
}

type RoleQuestion = { roles: readonly string[]; method: string; path: string }

const ALL = 1_000
/** It matches nothing, so that what is foreseen with it is what is now. */
const NOTHING = { roles: ['nobody'], predicate: 'false' }

export const explainApi = {
  /** @param draft a permission as it would be saved, in the place of the one with its id */
  explain: (asked: AskedAccess, draft: PermissionFields | undefined, signal?: AbortSignal) =>
    callFor<AccessExplanation>({
      method: 'POST',
      path: '/acl/explain',
      body: Object.assign({}, asked, draft && { draft }),
      ...(signal && { signal }),
    }),
  /** What becomes of up to 50 requests by the permissions of now. */
  async foresee(questions: readonly RoleQuestion[]): Promise<readonly ForeseenAnswer[]> {
    const { effects } = await permissionsApi.check({ permission: NOTHING, questions })
    return effects.map(({ before }) => before)
  },
  /** The rules of each permission. */
  async rules() {
    const keys = encodeURIComponent(JSON.stringify({ mongo: 1 }))
    return callFor<AclDocument[]>({
      method: 'GET',
      path: `${await systemPath('acl')}?pagesize=${ALL}&sort=_id&keys=${keys}`,
    })
  },
}
