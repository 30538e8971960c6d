import { judgeAs } from '@sluice/access'
import { DOCUMENT_RULES, fieldError, fieldErrors, refuseFields, wireDocumentId } from '@sluice/contracts'
import { formatDocument } from '@sluice/documents'
import { type Answer, bytes, dryRunQuery, type Operation } from '@sluice/service-kit'
import { z } from 'zod'
import { etagOf, mayBeWarned } from '../answer-document.ts'
import { type CollectionRequest, onAcl } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { checkManagement } from '../domain/management.ts'
import {
  afterWrites,
  type ChangedPermissions,
  changePermissions as change,
  prepareChanges,
} from '../permissions/change-permissions.ts'
import type { PermissionWrite } from '../permissions/judge-changes.ts'
import { readChanges } from '../permissions/permission-change.ts'
import { callerOf } from '../pipeline-guard.ts'
import { readBody } from '../read-body.ts'
import { WARNINGS } from '../writes/acl-guard.ts'
import { withDryRun } from '../writes/trial.ts'
import { DOCUMENT_TYPES, documentSchema, jsonModeParameter } from './schemas.ts'
import { sentPermission } from './system-schemas.ts'

const MAX_CHANGES = 1_000
const ifMatch = z
  .string()
  .max(1000)
  .optional()
  .describe('The ETag that was read, or `*`: only where it is still the one that is stored.')

const bodyOf = <T extends z.ZodType>(document: T) =>
  z
    .strictObject({
      put: z
        .array(
          z.strictObject({
            document: document.describe('The whole permission, with its `_id`'),
            ifMatch,
            ifNoneMatch: z.literal('*').optional().describe('Only where there is none of this `_id` yet.'),
          }),
        )
        .default([])
        .describe('Permissions that are made, or put into the place of those with their ids'),
      delete: z
        .array(z.strictObject({ id: wireDocumentId.optional(), ifMatch }))
        .default([])
        .describe('Permissions that are deleted'),
    })
    .refine(({ put, delete: deleted }) => isWithin(put.length + deleted.length), {
      message: `Send 1 to ${MAX_CHANGES} changes in one request.`,
    })
/** What a permission is like is judged later, with all faults of all of them together. */
const changesBody = bodyOf(documentSchema)

const isWithin = (count: number): boolean => count >= 1 && count <= MAX_CHANGES

const changesAnswer = z
  .object({
    put: z.array(
      z.object({
        _id: wireDocumentId,
        isNew: z.boolean(),
        etag: z.string().optional().describe('Its ETag from now on, for `ifMatch`; none of what was only tried out'),
        [WARNINGS]: z.array(fieldError).optional().describe('Rules that are not applied everywhere'),
      }),
    ),
    deleted: z.array(wireDocumentId),
    wouldStillAllow: z
      .object({ caller: z.boolean() })
      .describe('Whether these permissions, once they are in force, let the caller make this request again'),
  })
  .meta({ id: 'PermissionChanges' })

const EXAMPLE_ETAG = '"6b03e00a89fb6746dd7a3ad2"'

/** `POST /acl/changes`: puts and deletes many permissions at once, which come into force together. */
export const changePermissions = (dependencies: DataDependencies): Operation => ({
  id: 'changePermissions',
  tag: 'permissions',
  summary: 'Change many permissions at once, all of them or none',
  query: dryRunQuery.extend({ jsonMode: jsonModeParameter }),
  body: bodyOf(z.intersection(sentPermission, z.object({ _id: wireDocumentId }))),
  answerTypes: DOCUMENT_TYPES,
  answers: { 200: changesAnswer },
  errors: [
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'BAD_QUERY',
    'FORBIDDEN',
    'NOT_FOUND',
    'CONFLICT',
    'PRECONDITION_FAILED',
    'UNSUPPORTED_MEDIA_TYPE',
    'OVERLOADED',
    'UNAVAILABLE',
  ],
  examples: {
    body: {
      put: [{ document: { _id: 'read-flights', roles: ['reader'], predicate: "path('/flights')" }, ifNoneMatch: '*' }],
      delete: [{ id: 'read-all', ifMatch: EXAMPLE_ETAG }],
    },
    answers: {
      200: {
        put: [{ _id: 'read-flights', isNew: true, etag: EXAMPLE_ETAG }],
        deleted: ['read-all'],
        wouldStillAllow: { caller: true },
      },
    },
  },
  appliedRules: DOCUMENT_RULES,
  handle: onAcl(
    dependencies,
    withDryRun(async (asked, needs) => {
      const { request, rules } = asked
      const refused = checkManagement({ isRoot: request.caller.isRoot, rules })
      if (refused) return refused
      const body = readBody(request)
      if (body.kind === 'refuse') return body
      const sent = changesBody.safeParse(body.value)
      if (!sent.success) return refuseFields(fieldErrors(sent.error))
      const read = readChanges(sent.data)
      if (read.kind === 'faults') return refuseFields(read.errors)
      const prepared = await prepareChanges(read.changes, asked, needs)
      if (prepared.kind === 'refuse') return prepared
      const tell = (writes: readonly PermissionWrite[]) => mayRepeat(writes, { asked, body: body.value }, needs)
      const changed = await change(prepared.changes, { asked, dependencies: needs, tell })
      return changed.kind === 'refuse' ? changed : answerChanged(changed, asked)
    }),
  ),
})

type RepeatedRequest = { asked: CollectionRequest; body: unknown }

/** Whether the caller could make the same request again; as far as it hangs on no header. */
function mayRepeat(
  writes: readonly PermissionWrite[],
  { asked: { request, place }, body }: RepeatedRequest,
  { acl, changes }: DataDependencies,
): boolean {
  const { caller, query } = request
  if (caller.isRoot) return true
  const again = {
    method: 'POST',
    path: `${place.path}/changes`,
    queryString: query.toString(),
    body,
    managementRequest: true,
  }
  return judgeAs(again, afterWrites(acl.current(), writes), callerOf(request, { changes })).kind === 'judged'
}

function answerChanged({ writes, told }: ChangedPermissions<boolean>, asked: CollectionRequest): Answer {
  const put = writes.flatMap(({ after, before, warnings }) => {
    if (!after) return []
    const etag = asked.trial ? undefined : etagOf(after, asked)
    const told = warnings.length > 0 && mayBeWarned(asked) ? { [WARNINGS]: warnings } : {}
    return { _id: after._id, isNew: before === undefined, ...(etag && { etag }), ...told }
  })
  const deleted = writes.filter(({ after }) => !after).map(({ id }) => id)
  const { mode, mediaType } = asked.mode
  return bytes(formatDocument({ put, deleted, wouldStillAllow: { caller: told } }, mode), mediaType)
}
